// What is this? Until somebody first asks, this listens; then it loads about.js and hands over what led there.

// Texts beside the board, explained by the words in them.
export const PANELS = [
  "#log li", "#seats th", "#seats .score", "#notices li", "#points th", "#ending .points th", "#question", "#text",
  "#choices button", "#hint-list .steps li", "#hint-list .why",
].join(", ");
export const THINGS = "[data-about], [data-piece]"; // what carries a key in a drawing

export class Asked {
  constructor(stage, button, options) {
    Object.assign(this, { about: null, given: [stage, button, options] });
    const on = (where, kind, act) => where?.addEventListener(kind, event => { if (!this.about) act(event); }, true);
    on(button, "click", () => this.first(about => about.turn(true)));
    on(document, "pointerover", event => {
      if (mine(event)) this.first(about => event.target.matches(":hover") && about.hover(event));
    });
    on(document, "pointerdown", event => {
      if (!mine(event)) return;
      let held = true;
      for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { held = false; }, { once: true });
      this.first(about => held && about.press(event));
    });
    on(document, "keydown", event => { if (event.key.toLowerCase() === "w") this.first(about => about.key(event)); });
  }

  async load() {
    const { About } = await import("./about.js");
    return this.about ??= new About(...this.given);
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
