// Outlines around things on the board: what changed, and what a line of the log speaks of.

const SVG = "http://www.w3.org/2000/svg";
const ROOM = 3; // between a thing and its outline, in units of the drawing

export class Outlines {
  constructor(board) {
    this.board = board;
  }

  // `found` are pairs of a seat, whose colour is used, and selectors; what stood there of this kind goes.
  show(kind, found) {
    const { svg } = this.board;
    svg?.querySelector(`:scope > .marks.${kind}`)?.remove();
    if (!svg || !found.length) return;
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", `marks ${kind}`);
    layer.setAttribute("aria-hidden", "true");
    const outlined = new Set();
    for (const [seat, places] of found)
      for (const element of places.flatMap(place => [...svg.querySelectorAll(place)])) {
        if (outlined.has(element)) continue;
        outlined.add(element);
        const outline = this.outline(svg, element);
        if (outline) { outline.setAttribute("class", `k${seat}`); layer.append(outline); }
      }
    svg.append(layer);
  }

  outline(svg, element) {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) return null;
    const inside = svg.getScreenCTM().inverse();
    const from = new DOMPoint(box.left, box.top).matrixTransform(inside);
    const to = new DOMPoint(box.right, box.bottom).matrixTransform(inside);
    const rect = document.createElementNS(SVG, "rect");
    const sides = { x: from.x - ROOM, y: from.y - ROOM, width: to.x - from.x + 2 * ROOM, height: to.y - from.y + 2 * ROOM, rx: 10 };
    for (const [name, value] of Object.entries(sides)) rect.setAttribute(name, value);
    return rect;
  }
}
