// A hint: whole turns with their reasons, and on the board the steps of one of them as numbered ghosts.
import { place } from "./board.js";
import { around, badge, clear, ghostAt, ringAt } from "./marks.js";
import { fill } from "./side.js";

const make = (name, textContent = "", className = "") => Object.assign(document.createElement(name), { textContent, className });

function button(label, kind, act) {
  const made = Object.assign(make("button", label, kind), { type: "button" });
  made.addEventListener("click", act);
  return made;
}

// How a sketch lies on the drawing of the table, near what is chosen in it: by something that both have, the same thing or
// one beside it. A function from rectangles to rectangles.
export function overlay(now, chosen) {
  const known = id => id && now.querySelector(`[id="${id}"]`);
  const onto = (here, there) => {
    const scale = here.width / there.width;
    const lay = box => new DOMRect(
      here.left + (box.left - there.left) * scale, here.top + (box.top - there.top) * scale, box.width * scale, box.height * scale,
    );
    return Object.assign(lay, { scale });
  };
  for (const own of [chosen, ...chosen.querySelectorAll("[id]")])
    if (known(own.id) && around(own).width && around(known(own.id)).width) return onto(around(known(own.id)), around(own));
  for (let group = chosen.parentElement; group; group = group.parentElement) {
    for (const other of group.querySelectorAll("[id]")) {
      const here = known(other.id)?.getBoundingClientRect(), there = other.getBoundingClientRect();
      if (here?.width && there.width && !other.closest("defs, symbol")) return onto(here, there);
    }
  }
  return null;
}

export class Hints {
  // `reveal(ring)` brings the first step into sight.
  constructor(stage, box, { words, say, choose, reveal }) {
    Object.assign(this, { stage, box, words, say, choose, reveal, turns: [], plan: null, looked: -1 });
    box.addEventListener("close", () => this.forget());
    addEventListener("keydown", event => { if (event.key === "Escape" && box.open) box.close(); });
  }

  show({ bot, turns, ahead = "" }) {
    const { box, words } = this;
    Object.assign(this, { turns, plan: null, looked: -1 });
    box.querySelector("#h-hint").textContent = ahead || words.hint_title;
    box.querySelector("#hint-chance").textContent = bot;
    box.querySelector("#hint-list").replaceChildren(...turns.map((turn, i) => this.item(turn, i)));
    if (!box.open) box.show();
    box.scrollTop = 0; // opening has scrolled to the first button
    if (turns.length) this.look(0);
  }

  item(turn, i) {
    const { words } = this, item = make("li"), steps = make("ol", "", "steps");
    steps.append(...turn.steps.map(step => make("li", step.label || step.text)));
    const row = make("p", "", "row");
    row.append(
      button(words.hint_look, "look", () => this.look(i)),
      button(words.hint_play, "", () => this.follow(turn)),
    );
    if (turn.chance !== null) {
      item.style.setProperty("--chance", turn.chance / 100);
      item.append(Object.assign(make("strong", `${turn.chance} %`), { title: fill(words.chance, { chance: turn.chance }) }));
    }
    const text = make("div");
    text.append(make("p", turn.why, "why"), steps, row);
    if (turn.compared) steps.before(make("p", turn.compared, "compared"));
    item.append(text);
    return item;
  }

  look(i) {
    this.looked = i;
    for (const [place, item] of [...this.box.querySelectorAll("#hint-list > li")].entries())
      item.classList.toggle("looked", place === i);
    this.say({ kind: "sketch", turn: this.turns[i].place });
  }

  // Draws the ghosts: each step where it will be chosen, in the drawing that is on the table now.
  sketched({ turn, drawings }) {
    const now = this.stage.querySelector("svg"), shown = this.turns[this.looked];
    if (turn !== shown?.place || !this.box.open || !now) return;
    clear(this.stage);
    const places = [], hidden = make("div", "", "sketches");
    this.stage.append(hidden);
    drawings.forEach((text, n) => {
      const parsed = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
      hidden.replaceChildren(parsed);
      const chosen = parsed.querySelector(`[data-step="${shown.steps[n].id}"]`), lay = chosen && overlay(now, chosen);
      if (!lay) return;
      const box = lay(place(chosen)), piece = chosen.querySelector(".preview");
      if (piece) ghostAt(now, parsed, piece, lay);
      const same = places.find(other => Math.hypot(other.box.x - box.x, other.box.y - box.y) < 4);
      if (same) same.label += ` ${n + 1}`;
      else places.push({ box, label: `${n + 1}`, piece });
    });
    hidden.remove();
    const rings = places.map(({ box }) => ringAt(now, box));
    rings.forEach((ring, i) => badge(now, ring, places[i].label)); // no number lies under a ring
    this.reveal(rings[Math.max(0, places.findIndex(({ piece }) => piece))]); // where something will lie, if anything will
  }

  follow(turn) {
    this.plan = turn.steps.map(step => step.text);
    this.next();
  }

  next() {
    const text = this.plan.shift();
    if (!this.plan.length) this.plan = null;
    this.choose(text);
  }

  // The table has gone on: play the next step of the turn that was chosen, or put the hint away.
  moved(state) {
    const wanted = this.plan?.[0];
    if (wanted && state.choices.some(choice => choice.text === wanted)) return this.next();
    this.plan = null;
    if (this.box.open) this.box.close();
  }

  // The same table in another drawing: its ghosts are drawn again.
  redrawn() {
    if (this.box.open && this.looked >= 0) this.look(this.looked);
  }

  forget() {
    clear(this.stage);
    this.looked = -1;
  }
}
