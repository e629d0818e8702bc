// The coach beside the board: one remark a turn, and before a turn ends what it brings and whether to try again.
import { chosen, isOn, turn } from "./settings.js";
import { fill } from "./side.js";

const TOLD = "khonsu coach confirm"; // that without confirming there is no word before a turn ends
const make = (name, textContent = "", className = "") => Object.assign(document.createElement(name), { textContent, className });

function button(label, kind, act) {
  const made = Object.assign(make("button", label, kind), { type: "button" });
  made.addEventListener("click", act);
  return made;
}

export class Coach {
  // `done()` ends the turn, `wish(on)` is what somebody answers who was asked whether the coach may speak.
  // `marks` outlines what a remark speaks of.
  constructor(box, { words, game, say, done, wish, marks }) {
    Object.assign(this, { box, words, game, say, done, wish, marks, ply: -1 });
    Object.assign(this, { wantsHint: false, asksFirst: false, folded: false, silent: false });
    for (const looked of ["pointerenter", "focusin"]) box.addEventListener(looked, () => this.point());
  }

  // Once more where it was drawn anew meanwhile.
  point(places = this.places ?? []) {
    this.places = places;
    this.marks.show("told", [{ seat: "", places, paths: [] }]);
  }

  // The switch was pressed: the server remembers it, and speaks at once if there is something to say.
  turned(on, state) {
    this.hide();
    if (on && state) this.prepare(state);
    this.ply = on && state ? state.ply : -1;
    this.say({ kind: "coach", on, switched: true });
  }

  // Without being asked a turn would be over before anything can be said about it; who has chosen otherwise meant it.
  prepare(state) {
    this.silent = chosen("confirm") && !isOn("confirm");
    if (state.confirms || this.asksFirst || chosen("confirm")) return;
    this.asksFirst = true;
    this.say({ kind: "confirm", on: true });
  }

  // A new scene: ask for a remark when there is something to say, and put an old one away.
  scene(state) {
    if (state.over || state.cover !== null) return this.hide();
    this.prepare(state);
    if (state.ply === this.ply) return this.point(); // on another drawing, perhaps
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
    this.point([]);
    this.box.hidden = true;
    this.box.dataset.about = "";
  }

  told({ about, text, section, title, better, places = [] }) {
    const { box, words } = this, folding = make("details"), line = make("summary"), made = [make("p", text)];
    if (section) {
      const link = make("a", fill(words.rules, { section: title }));
      made.push(Object.assign(link, { href: `/rules/${this.game}#${section}`, target: "_blank" }));
    }
    if (about === "turn") made.push(...this.ways(better));
    if (about === "asked") made.push(this.answers());
    if (this.silent && !localStorage.getItem(TOLD)) made.push(...this.unheard());
    line.append(make("strong", words.coach_fold), make("span", better ? fill(words.coach_better, { why: better }) : text));
    folding.append(line, ...made);
    folding.open = !this.folded;
    line.addEventListener("click", () => { this.folded = folding.open; }); // it is about to be the other way round
    box.dataset.about = about;
    box.replaceChildren(folding);
    box.hidden = false;
    this.point(places);
  }

  ways(better) {
    const { words } = this, row = make("p", "", "row");
    if (better) row.append(button(words.coach_look, "main", () => this.again(true)));
    row.append(button(words.coach_again, "", () => this.again(false)));
    if (better) row.append(button(words.coach_go_on, "", this.done));
    return better ? [make("p", fill(words.coach_better, { why: better }), "better"), row] : [row];
  }

  answers() {
    const { words } = this, row = make("p", "", "row");
    const answer = on => () => { this.hide(); this.wish(on); };
    row.append(button(words.coach_accept, "main", answer(true)), button(words.coach_decline, "", answer(false)));
    return row;
  }

  // Said once: whoever does not want to be asked has heard it.
  unheard() {
    const { words } = this, row = make("p", "", "row");
    localStorage.setItem(TOLD, "1");
    row.append(button(words.coach_ask_me, "", () => { turn("confirm", true); row.remove(); }));
    return [make("p", words.coach_confirm, "unheard"), row];
  }

  again(look) {
    this.wantsHint = look;
    this.say({ kind: "retry" });
  }
}
