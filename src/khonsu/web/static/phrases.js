// What players call to each other: a few phrases, each heard in the hearer's own language.
import { isOn } from "./settings.js";

const SHOWN = 7000, MOST = 4; // milliseconds; phrases at once

export class Phrases {
  constructor(menu, heard, say) {
    Object.assign(this, { menu, heard });
    for (const button of menu?.querySelectorAll("[data-phrase]") ?? [])
      button.addEventListener("click", () => {
        say({ kind: "say", phrase: Number(button.dataset.phrase) });
        menu.open = false;
        menu.querySelector("summary").focus();
      });
  }

  show({ seat, name, sentence }) {
    if (isOn("mute")) return;
    const line = document.createElement("p");
    line.className = `k${seat}`;
    const who = Object.assign(document.createElement("b"), { textContent: name });
    const mark = Object.assign(document.createElement("span"), { className: "mark" });
    mark.setAttribute("aria-hidden", "true");
    line.append(mark, who, ` ${sentence}`);
    this.heard.append(line);
    while (this.heard.children.length > MOST) this.heard.firstChild.remove();
    setTimeout(() => line.remove(), SHOWN);
  }
}
