// The states of the table in the order in which they came: each is shown before the next.

const HURRY = 8; // waiting states from which on nothing is animated

export class Scenes {
  // `present(state, animate)` shows one state and says when it is done.
  constructor(present) {
    Object.assign(this, { present, shown: null, waiting: [], lines: [], busy: false });
  }

  // Of a drawing only what changed is sent: lines kept at the beginning, lines kept at the end, the lines between them.
  add(state) {
    if (state.drawing) {
      const [head, tail, between] = state.drawing, { lines } = this;
      this.lines = [...lines.slice(0, head), ...between, ...lines.slice(lines.length - tail)];
      state.svg = this.lines.join("\n");
    } else state.svg = "";
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
