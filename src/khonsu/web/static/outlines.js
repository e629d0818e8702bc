// Outlines around things on the board, and lines along the ways they went: what changed, and what the log speaks of.

const SVG = "http://www.w3.org/2000/svg";
const ROOM = 3; // between a thing and its outline, in units of the drawing
const SMALL = 32; // pixels; what is not larger has a thin outline close to it: numbers may stand beside it

function make(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export class Outlines {
  constructor(board) {
    this.board = board;
  }

  // `told` are lines of the log: a seat, whose colour is used, places and paths by their selectors. What stood there of
  // this kind goes.
  show(kind, told) {
    const { svg } = this.board;
    svg?.querySelector(`:scope > .marks.${kind}`)?.remove();
    if (!svg || !told.some(({ places }) => places.length)) return;
    const layer = make("g", { class: `marks ${kind}`, "aria-hidden": "true" });
    const outlined = new Set();
    for (const { seat, places } of told)
      for (const element of places.flatMap(place => [...svg.querySelectorAll(place)])) {
        if (outlined.has(element)) continue;
        outlined.add(element);
        const outline = this.outline(svg, element);
        if (outline) { outline.classList.add(`k${seat}`); layer.append(outline); }
      }
    for (const [from, to] of told.flatMap(({ paths }) => paths)) layer.append(...this.way(svg, from, to));
    svg.append(layer);
  }

  // Where something lies, in units of the drawing; null for what is not seen.
  box(svg, element) {
    const seen = element?.getBoundingClientRect();
    if (!seen?.width || !seen.height) return null;
    const inside = svg.getScreenCTM().inverse();
    const from = new DOMPoint(seen.left, seen.top).matrixTransform(inside);
    const to = new DOMPoint(seen.right, seen.bottom).matrixTransform(inside);
    return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
  }

  outline(svg, element) {
    const box = this.box(svg, element), small = element.getBoundingClientRect().width <= SMALL, room = small ? 0 : ROOM;
    if (!box) return null;
    return make("rect", {
      x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room, rx: 10,
      class: small ? "small" : "",
    });
  }

  // A line from the middle of a place to the middle of another one, with a head that shows which way.
  way(svg, start, goal) {
    const [from, to] = [start, goal].map(place => this.box(svg, svg.querySelector(place)));
    if (!from || !to) return [];
    const [a, b] = [from, to].map(box => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
    const turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    const head = make("path", { class: "head", d: "M-14,-7 L0,0 L-14,7", transform: `translate(${b.x} ${b.y}) rotate(${turn})` });
    return [make("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }), head];
  }
}
