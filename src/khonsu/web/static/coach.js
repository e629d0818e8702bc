// The coach beside the question: one remark a turn, and before a turn ends what it brings and whether to try again.
import { chosen } from "./settings.js";
import { fill } from "./side.js";

const make = (name, textContent = "", className = "") => Object.assign(document.createElement(name), { textContent, className });

function button(label, kind, act) {
  const made = Object.assign(make("button", label, kind), { type: "button" });
  made.addEventListener("click", act);
  return made;
}

export class Coach {
  constructor(box, { words, game, say, done }) {
    Object.assign(this, { box, words, game, say, done, ply: -1, wantsHint: false, asksFirst: false });
  }

  turned(on, state) {
    this.ply = -1;
    if (on && state) return this.scene(state);
    this.hide();
    this.say({ kind: "coach", on });
  }

  // A new scene: ask for a remark when there is something to say, and put an old one away.
  scene(state) {
    if (state.over || state.cover !== null) return this.hide();
    // Without it a turn would be over before anything can be said about it; who has chosen otherwise meant it.
    if (!state.confirms && !this.asksFirst && !chosen("confirm")) {
      this.asksFirst = true;
      this.say({ kind: "confirm", on: true });
    }
    if (state.ply === this.ply) return;
    this.ply = state.ply;
    const mine = state.asked.includes(state.you);
    if (this.box.dataset.about === "turn" || !mine) this.hide();
    if (this.wantsHint && mine && !state.confirm && !state.undo) {
      this.wantsHint = false;
      return this.say({ kind: "hint" });
    }
    if (mine) this.say({ kind: "coach", on: true });
  }

  hide() {
    this.box.hidden = true;
    this.box.dataset.about = "";
  }

  told({ about, text, section, title, better }) {
    const { box, words } = this, made = [make("p", text)];
    if (section) {
      const link = make("a", fill(words.rules, { section: title }));
      made.push(Object.assign(link, { href: `/rules/${this.game}#${section}`, target: "_blank" }));
    }
    if (about === "turn") made.push(...this.ways(better));
    box.dataset.about = about;
    box.replaceChildren(...made);
    box.hidden = false;
  }

  ways(better) {
    const { words } = this, row = make("p", "", "row");
    if (better) row.append(button(words.coach_look, "main", () => this.again(true)));
    row.append(button(words.coach_again, "", () => this.again(false)));
    if (better) row.append(button(words.coach_go_on, "", this.done));
    return better ? [make("p", fill(words.coach_better, { why: better }), "better"), row] : [row];
  }

  again(look) {
    this.wantsHint = look;
    this.say({ kind: "retry" });
  }
}
