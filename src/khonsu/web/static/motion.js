// Pieces travel, they do not teleport: same id, new place; otherwise what vanished and what appeared are paired by kind.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TRAVEL = 280;

function pieces(svg) {
  const found = new Map();
  for (const element of svg?.querySelectorAll("[data-piece][id]") ?? []) {
    const box = element.getBoundingClientRect();
    found.set(element.id, { element, kind: element.dataset.piece, x: box.x + box.width / 2, y: box.y + box.height / 2, w: box.width });
  }
  return found;
}

// Where everything lies now, to be compared with the next drawing.
export function remember(svg) {
  return svg ? { pieces: pieces(svg), frame: svg.getBoundingClientRect() } : null;
}

function journeys(before, after) {
  const vanished = [...before].filter(([id, old]) => after.get(id)?.kind !== old.kind).map(([, old]) => old);
  const moves = [], fresh = [];
  for (const [id, piece] of after) {
    const old = before.get(id);
    if (old?.kind === piece.kind) {
      if (Math.hypot(old.x - piece.x, old.y - piece.y) > 3) moves.push([old, piece]);
      continue;
    }
    const near = vanished.filter(other => other.kind === piece.kind)
      .sort((a, b) => Math.hypot(a.x - piece.x, a.y - piece.y) - Math.hypot(b.x - piece.x, b.y - piece.y))[0];
    if (near) { vanished.splice(vanished.indexOf(near), 1); moves.push([near, piece]); } else fresh.push(piece);
  }
  return { moves, fresh };
}

// A copy of a piece above everything else, with the classes of its ancestors so that it looks the same.
function lifted(svg, piece) {
  const copy = piece.element.cloneNode(true);
  for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
  copy.removeAttribute("data-piece");
  copy.removeAttribute("tabindex");
  const place = svg.getScreenCTM().inverse().multiply(piece.element.getScreenCTM());
  copy.setAttribute("transform", `matrix(${place.a} ${place.b} ${place.c} ${place.d} ${place.e} ${place.f})`);
  let shell = copy;
  for (let parent = piece.element.parentNode; parent && parent !== svg; parent = parent.parentNode) {
    const wrap = document.createElementNS(svg.namespaceURI, "g");
    wrap.setAttribute("class", (parent.getAttribute("class") ?? "").replace("choice", ""));
    wrap.append(shell);
    shell = wrap;
  }
  shell.setAttribute("aria-hidden", "true");
  shell.style.pointerEvents = "none";
  svg.append(shell);
  return shell;
}

// Shows how the pieces came to their places; resolves when the last one has arrived.
export async function travel(svg, old) {
  if (!old || !svg) return;
  const { moves, fresh } = journeys(old.pieces, pieces(svg));
  if (calm.matches) {
    for (const piece of [...moves.map(move => move[1]), ...fresh]) piece.element.animate([{ opacity: 0 }, { opacity: 1 }], 80);
    return;
  }
  const scale = svg.getScreenCTM()?.a || 1;
  const late = Math.min(70, 350 / Math.max(1, moves.length));
  const done = moves.slice(0, 40).map(async ([from, to], i) => {
    const shell = lifted(svg, to);
    to.element.style.visibility = "hidden";
    const shift = `${(from.x - to.x) / scale}px ${(from.y - to.y) / scale}px`;
    const timing = { duration: TRAVEL, delay: i * late, easing: "ease-out", fill: "backwards" };
    try { await shell.animate([{ translate: shift }, { translate: "0px 0px" }], timing).finished; } catch { /* replaced meanwhile */ }
    shell.remove();
    to.element.style.visibility = "";
    glow(to.element);
  });
  for (const piece of fresh.slice(0, 40)) {
    piece.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200, easing: "ease-out" });
    glow(piece.element);
  }
  await Promise.all(done);
}

function glow(element) {
  element.classList.add("fresh");
  setTimeout(() => element.classList.remove("fresh"), 950);
}
