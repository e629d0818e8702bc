// Choices of the panel that have a place on the board: it is lit while one points at them, and those that read alike
// have a number, here and at their place.
import { place } from "./board.js";

const SVG = "http://www.w3.org/2000/svg";
const LEAST = 9; // pixels: the smallest number that can be read, as the radius of its disc

// Where a step stands on the board: its ring, because a group also holds what is shown only at times.
function spot(step) {
  const choice = `.choice[data-step="${step}"]`;
  return `:is(${choice} .ring, ${choice}:not(:has(.ring)))`;
}

function make(name, attributes, textContent = "") {
  const made = Object.assign(document.createElementNS(SVG, name), { textContent });
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export class Mirrored {
  // `marks` outlines places of the board; the buttons come and go in `list`. What a finger looks at is `held`.
  constructor(list, board, marks) {
    Object.assign(this, { board, marks });
    const over = event => this.light(event.target.closest(".choice-button")?.dataset.step);
    for (const kind of ["pointerover", "focusin"]) list.addEventListener(kind, over);
    for (const kind of ["pointerleave", "focusout"]) list.addEventListener(kind, () => this.light());
  }

  // Lights the place of a step up: a free one shows what would come there, anything else has an outline.
  light(step = this.held) {
    for (const old of this.board.stage.querySelectorAll(".near")) old.classList.remove("near");
    const drawn = step === undefined ? null : this.board.stage.querySelector(`.choice[data-step="${step}"]`);
    drawn?.classList.add("near");
    const outlined = drawn && !drawn.matches(".ghost");
    this.marks.show("lit", outlined ? [{ seat: -1, places: [spot(step)], paths: [] }] : []);
  }

  hold(step) {
    this.held = step;
    this.light();
  }

  // Numbers the buttons that read alike and have a place; without buttons, the numbers on the board go.
  number(buttons) {
    const { svg } = this.board, times = new Map();
    svg?.querySelector(":scope > .numbers")?.remove();
    for (const { textContent: words } of buttons) times.set(words, (times.get(words) ?? 0) + 1);
    const alike = buttons.filter(({ textContent: words }) => times.get(words) > 1);
    if (!svg || !alike.length) return;
    const layer = svg.appendChild(make("g", { class: "numbers", "aria-hidden": "true" }));
    for (const [i, button] of alike.entries()) {
      button.prepend(Object.assign(document.createElement("b"), { textContent: i + 1, className: "number" }), " ");
      const drawn = svg.querySelector(spot(button.dataset.step));
      if (drawn) layer.append(...this.disc(svg, place(drawn), i + 1));
    }
  }

  // A number on a disc in the middle of a place on the screen.
  disc(svg, box, number) {
    const { a: scale, e, f } = svg.getScreenCTM();
    const x = (box.x + box.width / 2 - e) / scale, y = (box.y + box.height / 2 - f) / scale, r = LEAST / scale;
    const text = make("text", { x, y: y + r * .48, "font-size": r * 1.35 }, number);
    return [make("circle", { cx: x, cy: y, r }), text];
  }
}
