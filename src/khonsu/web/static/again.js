// The last turn once more, at the speed of the others' turns; then the table as it stands.

export class Again {
  constructor(board, follow, scenes, parts) {
    Object.assign(this, { board, follow, scenes, on: false }, parts);
  }

  show({ frames }) {
    if (frames.length < 2 || this.on) return;
    this.scenes.aside(() => this.play(frames));
  }

  async play(frames) {
    let shown = [], ended = false;
    const looks = { type: "button", className: "main", textContent: this.words.back_to_table };
    const back = Object.assign(document.createElement("button"), looks);
    back.addEventListener("click", () => { ended = true; this.follow.stop?.(); });
    this.on = true;
    this.choices.replaceChildren(back);
    try {
      for (const [place, { drawing, said }] of frames.entries()) {
        if (ended) break;
        shown = drawing.map(part => typeof part === "number" ? shown[part] : part);
        this.question.textContent = said.join(" ") || this.words.again_title;
        await this.board.show(shown.join(""), place > 0);
        await this.follow.rest(Math.max(900, this.follow.time(place === frames.length - 1)), true);
      }
    } finally {
      this.on = false;
      this.restore();
    }
  }
}
