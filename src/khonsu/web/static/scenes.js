// The states of the table in the order in which they came: each is shown before the next, at a speed to follow.
import { othersStep } from "./follow.js";

const HURRY = 8; // waiting states from which on nothing is animated

export class Scenes {
  // `present(state, before, animate)` shows one state and says when it is done; `arrived(state)` hears of each at once.
  constructor(present, follow, arrived) {
    Object.assign(this, { present, follow, arrived, shown: null, waiting: [], parts: [], busy: false, until: 0, endsTurn: false });
  }

  // Of a drawing only the parts that changed are sent; a number stands for a part of the drawing before.
  add(state) {
    this.parts = (state.drawing ?? []).map(part => typeof part === "number" ? this.parts[part] : part);
    state.svg = this.parts.join("");
    this.waiting.push(state);
    this.arrived(state);
    this.run();
  }

  drop() {
    this.waiting.length = 0;
  }

  get newest() {
    return this.waiting.at(-1) ?? this.shown;
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.waiting.length) {
        await this.follow.rest(this.until - performance.now());
        if (this.waiting.length) await this.next();
      }
    } finally {
      this.busy = false;
      this.follow.done();
    }
  }

  async next() {
    const last = this.follow.atOnce ? this.waiting.length - 1 : 0, before = this.shown;
    const passed = this.waiting.splice(0, last + 1), state = passed[last];
    state.log = together(passed.map(one => one.log));
    this.shown = state;
    await this.present(state, before, !last && this.waiting.length < HURRY);
    const step = othersStep(state, before);
    this.until = step ? performance.now() + this.follow.time(step.endsTurn, this.waiting.length) : 0;
  }

  // Something else is shown instead; what comes meanwhile waits.
  async aside(show) {
    if (this.busy) return;
    this.busy = true;
    try { await show(); } finally { this.busy = false; this.run(); }
  }
}

// The logs of states that are passed over, as one.
function together(logs) {
  return logs.reduce((all, log) => ({
    from: Math.min(all.from, log.from), lines: [...all.lines.filter(line => line.n < log.from), ...log.lines],
  }));
}
