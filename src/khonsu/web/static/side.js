// Beside the board: players with their points.

const make = (name, text, kind) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  return element;
};

export const fill = (sentence, places) => sentence.replace(/\{(\w+)\}/g, (_, name) => places[name]);

const clock = seconds => {
  const whole = Math.max(0, Math.round(seconds));
  if (whole >= 86400) return `${Math.floor(whole / 86400)} d ${Math.floor(whole % 86400 / 3600)} h`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

export class Seats {
  constructor(list, words, act) {
    Object.assign(this, { list, words, act, open: new Set() });
    setInterval(() => this.tick(), 1000);
  }

  show(seats, you, own, leave) {
    Object.assign(this, { seats, you, own, leave, at: performance.now() });
    this.list.replaceChildren(...seats.map(seat => this.row(seat)));
  }

  row(seat) {
    const marks = [[seat.asked, "asked"], [seat.winner, "winner"], [!seat.here, "absent"]];
    const kinds = [`k${seat.seat}`, ...marks.filter(([on]) => on).map(([, kind]) => kind)];
    const item = make("li", undefined, kinds.join(" "));
    const details = make("details"), summary = make("summary", undefined, "who");
    details.open = this.open.has(seat.seat);
    details.addEventListener("toggle", () => details.open ? this.open.add(seat.seat) : this.open.delete(seat.seat));
    const mark = make("span", undefined, "mark");
    mark.setAttribute("aria-hidden", "true");
    const face = seat.face ? [make("img", undefined, "face")] : [];
    for (const one of face) Object.assign(one, { src: `/static/faces/${seat.face}.svg`, alt: "", width: 28, height: 28 });
    const names = make("span", undefined, "names");
    names.append(make("span", seat.name, "name"), " ", make("small", this.note(seat)));
    summary.append(mark, ...face, names, make("span", seat.score, "score"));
    const table = make("table");
    for (const [part, points] of seat.parts) {
      const row = make("tr");
      const head = make("th", part);
      head.scope = "row";
      row.append(head, make("td", points));
      table.append(row);
    }
    details.append(summary, table);
    item.append(details);
    if (seat.clock !== null) item.append(make("time", clock(seat.clock), "clock"));
    this.offer(item, seat);
    return item;
  }

  note(seat) {
    const { words } = this;
    return [
      seat.winner && words.winner, !seat.filled && words.free, seat.left ? words.left : seat.bot && (seat.plays || words.bot),
      this.own.includes(seat.seat) && words.you, seat.filled && !seat.here && words.away,
    ].filter(Boolean).join(", ");
  }

  // What can be done about somebody who left.
  offer(item, seat) {
    const mine = this.own.includes(seat.seat);
    let button = null;
    if (mine && seat.left) button = ["return", this.words.return];
    else if (!mine && this.own.length && seat.asked && seat.gone !== null && seat.gone >= this.leave && !seat.left)
      button = ["hand over", fill(this.words.hand_over, { who: seat.name })];
    if (!button) return;
    const made = make("button", button[1]);
    made.type = "button";
    made.addEventListener("click", () => this.act({ kind: button[0], seat: seat.seat }));
    item.append(made);
  }

  tick() {
    const passed = (performance.now() - (this.at ?? 0)) / 1000;
    this.seats?.forEach((seat, i) => {
      if (seat.clock !== null && seat.asked) this.list.children[i].querySelector(".clock").textContent = clock(seat.clock - passed);
      const due = seat.gone !== null && !seat.left && seat.gone < this.leave && seat.gone + passed >= this.leave;
      if (due) { seat.gone = this.leave; this.list.children[i].replaceWith(this.row(seat)); }
    });
  }
}
