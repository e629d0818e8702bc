// Which drawing the page has room for, and what of it can be seen. The style sheet decides; this only reads.
import { place } from "./board.js";

const SETTLED = 120; // milliseconds without scrolling after which one looks again

export class Layout {
  // `redraw()` is called when there is room for the other drawing, `moved()` when something else may be in sight.
  // `over` are the parts that may lie over the lower end of the board.
  constructor(page, board, over, { redraw, moved }) {
    Object.assign(this, { page, board, over });
    let narrow = this.narrow, timer = null;
    const later = () => { clearTimeout(timer); timer = setTimeout(moved, SETTLED); };
    new ResizeObserver(() => {
      if (narrow !== this.narrow) { narrow = this.narrow; redraw(); }
      later();
    }).observe(page);
    const resized = new ResizeObserver(later);
    for (const part of over) resized.observe(part);
    for (const part of [page, board]) part.addEventListener("scroll", later, { passive: true });
    board.addEventListener("zoomed", later);
  }

  get narrow() {
    return getComputedStyle(this.page).getPropertyValue("--drawing").trim() === "narrow";
  }

  // The part of the page in which the board can be seen: what scrolls cuts it, and the question may lie over it.
  get window() {
    const parts = [this.page, this.board, this.board.querySelector("svg") ?? this.board].map(part => part.getBoundingClientRect());
    const cut = {
      left: Math.max(...parts.map(part => part.left)), right: Math.min(...parts.map(part => part.right)),
      top: Math.max(...parts.map(part => part.top)), bottom: Math.min(...parts.map(part => part.bottom)),
    };
    for (const { left, right, top, height } of this.over.map(part => part.getBoundingClientRect()))
      if (height && left < cut.right && right > cut.left) cut.bottom = Math.min(cut.bottom, top);
    return cut;
  }

  // Scrolls until an element of the board can be seen.
  reveal(element) {
    const cut = this.window, box = element.getBoundingClientRect();
    if (box.top >= cut.top && box.bottom <= cut.bottom) return;
    const far = (box.top + box.bottom) / 2 - (cut.top + cut.bottom) / 2;
    for (const part of [this.board, this.page]) if (part.scrollHeight > part.clientHeight + 1) return part.scrollBy(0, far);
  }

  // Those of the elements whose middle can be seen and hit.
  seen(elements) {
    const cut = this.window;
    return elements.filter(element => {
      const box = place(element), x = box.x + box.width / 2, y = box.y + box.height / 2;
      return x > cut.left && x < cut.right && y > cut.top && y < cut.bottom;
    });
  }
}
