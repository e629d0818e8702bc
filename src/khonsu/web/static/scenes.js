// The states of the table in the order in which they came: each is shown before the next.

const HURRY = 8; // waiting states from which on nothing is animated

export class Scenes {
  // `present(state, animate)` shows one state and says when it is done.
  constructor(present) {
    Object.assign(this, { present, shown: null, waiting: [], parts: [], busy: false });
  }

  // Of a drawing only the parts that changed are sent; a number stands for a part of the drawing before.
  add(state) {
    this.parts = (state.drawing ?? []).map(part => typeof part === "number" ? this.parts[part] : part);
    state.svg = this.parts.join("");
    this.waiting.push(state);
    this.run();
  }

  drop() {
    this.waiting.length = 0;
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.waiting.length) {
        const state = this.waiting.shift(), before = this.shown;
        this.shown = state;
        await this.present(state, before, this.waiting.length < HURRY);
      }
    } finally {
      this.busy = false;
    }
  }
}
