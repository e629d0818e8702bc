// What is this? Until somebody first asks, this listens; then it loads about.js and hands over what led there.

// Texts beside the board, explained by the words in them.
export const PANELS = [
  "#log li", "#seats th", "#seats .score", "#notices li", "#points th", "#ending .points th", "#question", "#text",
  "#choices button", "#hint-list .steps li", "#hint-list .why",
].join(", ");
export const THINGS = "[data-about], [data-piece]"; // what carries a key in a drawing

export class Asked {
  constructor(stage, button, options) {
    const { signal } = this.waiting = new AbortController();
    Object.assign(this, { about: null, load: () => this.loaded(stage, button, options) });
    const on = (kind, act) => document.addEventListener(kind, act, { signal, capture: true });
    button?.addEventListener("click", () => this.first(about => about.turn(true)), { signal });
    on("pointerover", event => { if (mine(event)) this.first(about => event.target.matches(":hover") && about.hover(event)); });
    on("pointerdown", event => {
      if (!mine(event)) return;
      let held = true;
      for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { held = false; }, { once: true });
      this.first(about => held && about.press(event));
    });
    on("keydown", event => { if (event.key.toLowerCase() === "w") this.first(about => about.key(event)); });
  }

  async loaded(...given) {
    const { About } = await import("./about.js");
    this.waiting.abort();
    return this.about ??= new About(...given);
  }

  first(act) {
    this.load().then(act).catch(() => {}); // without the server nothing is explained, and nothing else suffers
  }

  begin() {
    this.about?.begin();
  }

  click(event) {
    this.first(about => about.click(event));
  }

  answered(message) {
    this.about?.answered(message);
  }
}

const mine = event => event.target.closest?.(`.stage :is(${THINGS}), ${PANELS}`);
