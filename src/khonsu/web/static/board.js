// The drawing on the page: replaced after every step, with what can be chosen in it.
import { remember, travel } from "./motion.js";

// Where a choice lies on the screen: its ring, because a group also holds what is shown only at times.
export const place = element => (element.querySelector(".ring") ?? element).getBoundingClientRect();

export class Board {
  constructor(stage, zoom) {
    Object.assign(this, { stage, zoom });
  }

  get svg() {
    return this.stage.querySelector("svg");
  }

  // Puts a new drawing in place of the old one; resolves when its pieces have come to rest.
  async show(text, animate) {
    if (text === this.text) return;
    this.text = text;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return this.stage.replaceChildren();
    const old = animate ? remember(this.svg) : null;
    this.stage.replaceChildren(document.importNode(parsed, true));
    this.zoom?.take(this.svg);
    if (animate) await travel(this.svg, old);
  }

  // What a game announces in advance: the drawing carries the sentences.
  announce(list) {
    const drawn = [...this.stage.querySelectorAll("[data-notice]")].map(element => element.dataset.notice);
    const said = [...new Set(drawn)];
    if (said.join("\n") === [...list.children].map(item => item.textContent).join("\n")) return;
    list.replaceChildren(...said.map(sentence => Object.assign(document.createElement("li"), { textContent: sentence })));
  }

  // What its signs mean, where the drawing says so.
  legend(list) {
    const signs = [...this.stage.querySelectorAll("[data-sign]")].map(({ dataset: { sign, words } }) => {
      const item = document.createElement("li"), drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      drawn.append(document.createElementNS("http://www.w3.org/2000/svg", "use"));
      drawn.firstChild.setAttribute("href", `#${sign}`);
      item.append(drawn, words);
      return item;
    });
    list.replaceChildren(...signs);
  }

  // How long the drawing asks to be looked at before the next one, in milliseconds.
  get pause() {
    return Number(this.stage.querySelector("[data-pause]")?.dataset.pause ?? 0);
  }

  choices() {
    return [...this.stage.querySelectorAll(".choice[data-step]")];
  }
}
