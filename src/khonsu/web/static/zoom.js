// Wheel or two fingers to zoom, drag to move, for boards that are larger than the screen.

export class Zoom {
  constructor(stage, buttons) {
    Object.assign(this, { stage, k: 1, x: 0, y: 0, fingers: new Map(), dragged: false });
    for (const button of buttons) button.addEventListener("click", () => this.press(button.dataset.zoom));
    stage.addEventListener("wheel", event => this.wheel(event), { passive: false });
    stage.addEventListener("pointerdown", event => this.down(event));
    stage.addEventListener("pointermove", event => this.move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      stage.addEventListener(end, event => this.fingers.delete(event.pointerId));
    }
    stage.addEventListener("click", event => {
      if (this.dragged) { event.stopPropagation(); event.preventDefault(); }
      this.dragged = false;
    }, true);
  }

  // A new drawing: keep the place one was looking at.
  take(svg) {
    const { width, height } = svg.viewBox.baseVal;
    if (this.width !== width || this.height !== height) Object.assign(this, { width, height, k: 1, x: 0, y: 0 });
    this.svg = svg;
    this.apply();
  }

  apply() {
    if (!this.svg) return;
    this.k = Math.min(8, Math.max(1, this.k));
    const w = this.width / this.k, h = this.height / this.k;
    this.x = Math.min(this.width - w, Math.max(0, this.x));
    this.y = Math.min(this.height - h, Math.max(0, this.y));
    this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${w} ${h}`);
    this.svg.style.aspectRatio = `${this.width} / ${this.height}`;
    this.stage.classList.toggle("zoomed", this.k > 1);
    this.stage.dispatchEvent(new Event("zoomed", { bubbles: true }));
  }

  // Zooms so that the point under the pointer stays there.
  by(factor, clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const px = (clientX - box.x) / box.width, py = (clientY - box.y) / box.height, before = this.k;
    this.k = Math.min(8, Math.max(1, this.k * factor));
    this.x += px * this.width * (1 / before - 1 / this.k);
    this.y += py * this.height * (1 / before - 1 / this.k);
    this.apply();
  }

  press(what) {
    if (!this.svg) return;
    const box = this.svg.getBoundingClientRect();
    if (what === "all") { this.k = 1; this.apply(); }
    else this.by(what === "in" ? 1.4 : 1 / 1.4, box.x + box.width / 2, box.y + box.height / 2);
  }

  wheel(event) {
    const { parentElement: board } = this.stage, page = board.parentElement;
    const scrolls = [board, page].some(part => part.scrollHeight > part.clientHeight + 2) && this.k === 1 && !event.ctrlKey;
    if (!this.svg || scrolls) return; // a board that scrolls keeps its wheel
    event.preventDefault();
    this.by(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  down(event) {
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 1) this.dragged = false;
  }

  move(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last || !this.svg) return;
    const box = this.svg.getBoundingClientRect();
    const dx = event.clientX - last[0], dy = event.clientY - last[1];
    if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
      const after = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
      if (before > 10) this.by(after / before, (event.clientX + other[0]) / 2, (event.clientY + other[1]) / 2);
      this.dragged = true;
    } else if (this.k > 1) {
      if (!this.dragged && Math.hypot(dx, dy) < 5) return;
      this.dragged = true;
      this.x -= dx / box.width * this.width / this.k;
      this.y -= dy / box.height * this.height / this.k;
      this.apply();
    } else return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
  }
}
