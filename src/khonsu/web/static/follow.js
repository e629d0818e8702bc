// The others' turns at a speed that people can follow: chosen once, kept for the person.

// Milliseconds that a step of somebody else stands at least, and the last step of a turn.
const SPEEDS = { slow: [1300, 2800], normal: [500, 1400], fast: [150, 450], once: [0, 0] };
const KEPT = "khonsu speed";
const MANY = 6; // waiting states from which on everything goes faster

export class Follow {
  // `skipped()` is called when somebody does not want to wait.
  constructor(select, skipped = () => {}) {
    Object.assign(this, { select, skipped, hurried: false, stop: null });
    select.value = localStorage.getItem(KEPT) in SPEEDS ? localStorage.getItem(KEPT) : "normal";
    select.addEventListener("change", () => localStorage.setItem(KEPT, select.value));
  }

  get atOnce() {
    return this.hurried || this.select.value === "once" || document.visibilityState === "hidden";
  }

  // How long a state stands that the others' steps have brought about.
  time(endsTurn, waiting = 0) {
    const [step, turn] = SPEEDS[this.select.value];
    return (endsTurn ? turn : step) * Math.min(1, MANY / Math.max(1, waiting));
  }

  // Waits so long, or until somebody is in a hurry; `always`: whoever asked for it wants to see it.
  rest(time, always = false) {
    if ((this.atOnce && !always) || time <= 0) return null;
    return new Promise(resolve => {
      const timer = setTimeout(() => this.stop?.(), time);
      this.stop = () => { clearTimeout(timer); this.stop = null; resolve(); };
    });
  }

  // Everything that waits is shown at once.
  hurry() {
    this.hurried = true;
    this.stop?.();
    this.skipped();
  }

  // All has been shown.
  done() {
    this.hurried = false;
  }
}

// Whether another seat's step has led to this state, and whether it ended a turn.
export function othersStep(state, before) {
  if (!before || state.steps <= before.steps || before.asked.includes(before.you)) return null;
  return { endsTurn: state.log.lines.some(line => line.turn && line.n === state.steps) || state.over };
}
