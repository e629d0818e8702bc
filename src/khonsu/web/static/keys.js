// The keyboard alone suffices: arrows or Tab through the choices, Enter, U, H, T, ?
import { place } from "./board.js";

const centre = element => { const box = place(element); return [box.x + box.width / 2, box.y + box.height / 2]; };

// The nearest choice in the direction of an arrow; round the corner when there is none.
export function neighbour(choices, from, key) {
  if (!choices.includes(from)) return choices[0];
  const [x, y] = centre(from);
  const [ax, ay] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null, least = Infinity;
  for (const other of choices) {
    if (other === from) continue;
    const [ox, oy] = centre(other);
    const along = (ox - x) * ax + (oy - y) * ay, across = Math.abs((ox - x) * ay) + Math.abs((oy - y) * ax);
    const cost = along + 2.5 * across;
    if (along > 1 && cost < least) [best, least] = [other, cost];
  }
  if (best) return best;
  const step = ax + ay > 0 ? 1 : -1;
  return choices[(choices.indexOf(from) + step + choices.length) % choices.length];
}

export function listen(choices, commands) {
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, select, textarea")) return;
    if (event.key.startsWith("Arrow") && !event.target.closest("pre, [role=log]")) {
      const found = choices();
      if (!found.length) return;
      event.preventDefault();
      neighbour(found, document.activeElement, event.key)?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && event.target.matches(".choice")) {
      event.preventDefault();
      commands.choose(event.target);
    } else if (event.key === "Enter" && event.target === document.body) {
      commands.enter();
    } else {
      const command = commands[event.key.toLowerCase()];
      if (command && event.key.length === 1) { event.preventDefault(); command(); }
    }
  });
}
