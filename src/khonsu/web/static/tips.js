// What a choice would bring about, beside it or below the question.
import { place } from "./board.js";

const SNAP = 28; // pixels from which a pointer finds a ghost
const TOLD = ".choice[data-step], [data-why]";

export class Tips {
  // `ask(step)` asks the server what a step would do; `explained` brings the answer.
  constructor(stage, box, below, ask) {
    Object.assign(this, { stage, box, below, ask, choices: null, sentences: new Map(), plain: "", shown: null, byKey: false });
    stage.addEventListener("pointermove", event => {
      if (event.pointerType !== "touch") this.look(event.target.closest(TOLD) ?? this.near(event));
    });
    stage.addEventListener("pointerleave", event => { if (event.pointerType !== "touch") this.look(null); });
    addEventListener("keydown", () => { this.byKey = true; }, true);
    addEventListener("pointerdown", () => { this.byKey = false; }, true);
    addEventListener("focusin", event => {
      const found = event.target.closest?.(TOLD);
      if (this.byKey) this.look(null); // the pointer rests somewhere, but it is the keyboard that speaks
      if (found || this.byKey) this.show(found); // a button that is pressed must not move under the finger
    });
  }

  // Choices, and what stands below the question while nothing is looked at. What somebody looks at stays explained as long
  // as the choices are the same: the page may arrange them anew under the finger.
  begin(choices, plain) {
    const same = this.choices === choices;
    if (!same) this.sentences = new Map(choices.filter(choice => choice.label).map(choice => [choice.id, choice.label]));
    Object.assign(this, { choices, plain });
    this.show(same ? this.shown : null);
  }

  explained(step, sentence) {
    this.sentences.set(step, sentence);
    this.show(this.shown);
  }

  // The ghost nearest to the pointer, so that small places are easy to hit.
  near(event) {
    let best = null, least = SNAP;
    for (const ghost of this.stage.querySelectorAll(".choice.ghost")) {
      const box = place(ghost);
      const far = Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY) - box.width / 2;
      if (far < least) [best, least] = [ghost, far];
    }
    return best;
  }

  // Lets one thing stand out, with its explanation beside it.
  look(element) {
    for (const old of this.stage.querySelectorAll(".near")) if (old !== element) old.classList.remove("near");
    element?.classList.add("near");
    this.show(element);
  }

  show(element) {
    const { box, below } = this;
    this.shown = element?.isConnected ? element : null;
    box.hidden = true;
    below.textContent = this.plain;
    const sentence = this.shown && (this.shown.dataset.why ?? this.explanation(Number(this.shown.dataset.step)));
    if (!sentence) return;
    if (this.shown.querySelector(".outcome")) { below.textContent = sentence; return; } // it has a label of its own
    box.textContent = sentence;
    box.hidden = false;
    this.settle(this.shown.getBoundingClientRect());
  }

  settle(around) {
    const { box } = this;
    box.style.left = "0"; // its width must not depend on where it stood before
    const width = box.offsetWidth;
    box.style.left = `${Math.max(6, Math.min(innerWidth - width - 6, around.x + around.width / 2 - width / 2))}px`;
    const above = around.y - box.offsetHeight - 8;
    box.style.top = `${above > 4 ? above : around.bottom + 8}px`;
  }

  // What a step would do; asked for where it is not known yet.
  explanation(step) {
    if (!this.sentences.has(step)) { this.sentences.set(step, ""); this.ask(step); }
    return this.sentences.get(step) || this.shown.getAttribute("aria-label");
  }
}
