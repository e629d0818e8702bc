// Rings around things in a drawing, inside it so that they move with it; with a letter or a number where one is given.
import { place } from "./board.js";

// A choice is as large as its ring; anything else as it is drawn.
export const around = element => element.matches("[data-step]") ? place(element) : element.getBoundingClientRect();

function add(svg, name, kind, shape, text = "") {
  const made = document.createElementNS(svg.namespaceURI, name);
  for (const [key, value] of Object.entries(shape)) made.setAttribute(key, value);
  made.setAttribute("class", kind);
  made.textContent = text;
  svg.append(made);
  return made;
}

export const ring = (svg, element, label = "") => ringAt(svg, around(element), label);

// The same around a place on the screen.
export function ringAt(svg, box, label = "", room = 8) {
  const { a: scale, e: left, f: top } = svg.getScreenCTM();
  const x = (box.left - left) / scale - room, y = (box.top - top) / scale - room;
  const width = box.width / scale + 2 * room, height = box.height / scale + 2 * room;
  const made = add(svg, "rect", "pointer", { x, y, width, height, rx: 14 });
  if (label) badge(svg, made, label);
  return made;
}

// A letter or a number at a corner of a ring, the first one at which it hides no other.
export function badge(svg, ring, label) {
  const { a: scale, e, f } = svg.getScreenCTM(), { x: left, y: top, width, height } = svg.viewBox.baseVal;
  const size = Math.max(17, Math.min(26, 15 / scale));
  const whole = !svg.closest(".zoomed"); // then a ring at the edge still has its number in sight
  const within = (at, from, long) => whole ? Math.max(from + size, Math.min(from + long - size, at)) : at;
  const box = Object.fromEntries(["x", "y", "width", "height"].map(name => [name, Number(ring.getAttribute(name))]));
  const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([right, low]) => [
    within(box.x + 4 + right * (box.width - 8), left, width), within(box.y + 4 + low * (box.height - 8), top, height)]);
  const said = [...svg.querySelectorAll("text")].map(text => text.getBoundingClientRect()).filter(text => text.width);
  const hides = ([x, y]) => said.some(text => {
    const [across, down] = [x * scale + e, y * scale + f], far = size * scale;
    return text.right > across - far && text.left < across + far && text.bottom > down - far && text.top < down + far;
  });
  const [x, y] = corners.find(corner => !hides(corner)) ?? corners[0];
  add(svg, "circle", "pointer badge", { cx: x, cy: y, r: size });
  add(svg, "text", "pointer label", { x, y: y + size * .4, "font-size": size * 1.2 }, label);
}

// A piece of another drawing as a ghost in this one; `lay` says where a rectangle of the other lies here.
export function ghostAt(svg, other, piece, lay) {
  const kept = other.querySelector(piece.getAttribute("href")), { a, d, e, f } = piece.getScreenCTM();
  if (!kept) return;
  const at = lay(new DOMRect(e, f, 0, 0)), { a: scale, e: left, f: top } = svg.getScreenCTM(), ratio = lay.scale / scale;
  const ghost = add(svg, "g", "ghost-piece", {
    transform: `translate(${(at.x - left) / scale} ${(at.y - top) / scale}) scale(${a * ratio} ${d * ratio})`, "aria-hidden": "true",
  });
  const copy = ghost.appendChild(kept.cloneNode(true));
  for (const named of [copy, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
}

export function clear(root) {
  for (const old of root.querySelectorAll(".pointer, .ghost-piece")) old.remove();
}
