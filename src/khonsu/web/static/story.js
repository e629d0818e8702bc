// What happened, turn by turn; pointing at a line shows its place on the board.

const SVG = "http://www.w3.org/2000/svg";
const MOST = 500; // lines that are kept

// A sign of the drawing, as it is defined there.
function sign(id) {
  const made = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  for (const [name, value] of [["viewBox", "0 0 100 100"], ["aria-hidden", "true"]]) made.setAttribute(name, value);
  for (const [name, value] of [["href", `#${id}`], ["width", 100], ["height", 100]]) use.setAttribute(name, value);
  made.append(use);
  return made;
}

export class Log {
  // `marks` outlines places; `choose(n)` is called when a line is clicked.
  constructor(list, marks, choose = () => {}) {
    Object.assign(this, { list, marks, told: new WeakMap() });
    const over = event => this.point(event.target.closest?.("li"));
    for (const kind of ["pointerover", "focusin"]) list.addEventListener(kind, over);
    for (const kind of ["pointerleave", "focusout"]) list.addEventListener(kind, () => this.point(null));
    list.addEventListener("click", event => {
      const line = event.target.closest("li");
      if (line) choose(Number(line.dataset.n), line.classList.contains("turn"));
    });
    list.parentNode.addEventListener("keydown", event => this.step(event));
  }

  // Lines from a step on; what stood there before was taken back.
  show(log, own) {
    for (const line of [...this.list.children]) if (Number(line.dataset.n) >= log.from) line.remove();
    this.list.append(...log.lines.map(told => this.line(told)));
    while (this.list.children.length > MOST) this.list.firstChild.remove();
    this.news(own);
  }

  line({ n, seat, text, icon, places = [], paths = [], turn }) {
    const line = document.createElement("li");
    line.className = `k${seat}${turn ? " turn" : ""}`;
    Object.assign(line.dataset, { n, seat });
    line.tabIndex = -1;
    this.told.set(line, { seat, places, paths });
    if (icon) line.append(sign(icon));
    line.append(Object.assign(document.createElement("span"), { textContent: text }));
    return line;
  }

  // You have acted: what the others did before is no longer news, even if your step has no line yet.
  acted() {
    this.seen = [...this.list.children].findLast(line => !line.classList.contains("turn"));
  }

  // What came after your own last step is marked, here and on the board; a spectator sees the last turn so.
  news(own) {
    const changed = [];
    let old = false;
    for (const line of [...this.list.children].reverse()) {
      const heading = line.classList.contains("turn");
      if (!heading) old ||= line === this.seen || own.includes(Number(line.dataset.seat));
      line.classList.toggle("new", !old && own.length > 0);
      if (!old && !heading) changed.push(this.told.get(line));
      if (heading && !own.length && changed.length) old = true;
    }
    this.changed = changed;
  }

  // The last line that tells of a step before this place of the match, and all of that step.
  current(place) {
    const lines = [...this.list.children].filter(line => !line.classList.contains("turn") && Number(line.dataset.n) < place);
    const last = lines.at(-1)?.dataset.n, shown = lines.filter(line => line.dataset.n === last);
    for (const line of this.list.querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
    for (const line of shown) line.setAttribute("aria-current", "step");
    return shown;
  }

  // Outlines on the present drawing.
  mark() {
    this.marks.show("changed", this.changed ?? []);
  }

  point(line) {
    this.marks.show("lit", line ? [this.told.get(line)] : []);
  }

  // Up and down through the lines.
  step(event) {
    const way = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
    const at = document.activeElement.closest("#log li");
    if (at && event.key === "Enter") at.click();
    if (!way) return;
    const next = at ? at[way] : this.list.lastElementChild;
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }
}
