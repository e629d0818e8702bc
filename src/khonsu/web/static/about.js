// What is this? Every thing on the board and beside it is explained: by hovering, by a click on what cannot be chosen, by a
// long press, and in a mode of its own in which nothing is chosen. Sentences are fetched when the first one is wanted.
import { PANELS, THINGS } from "./asked.js";

const DWELL = 600; // milliseconds a pointer rests on a thing before it is explained
const PRESS = 550; // milliseconds of a long press
const LARGE = 150; // pixels of a thing beside which there is no room
const READ = "#question, #text, #choices *, #hint-list *";
const STILL = 10; // pixels that a pressing finger may move

export class About {
  // `ask(thing)` asks the server why a thing cannot be chosen; `answered` brings the answer.
  constructor(stage, button, { game, words, ask = () => {} }) {
    Object.assign(this, { stage, button, game, words, ask, on: false, shown: null, thing: "", timer: null });
    this.box = Object.assign(document.createElement("div"), { id: "thing", hidden: true });
    this.box.setAttribute("role", "status");
    document.body.append(this.box);
    button?.addEventListener("click", () => this.turn(!this.on));
    document.addEventListener("pointerover", event => this.hover(event));
    document.addEventListener("pointerdown", event => this.press(event), true);
    for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, () => this.release(), true);
    document.addEventListener("pointermove", event => this.drift(event), true);
    document.addEventListener("click", event => this.swallow(event), true);
    document.addEventListener("focusin", event => { if (this.on) this.explain(event.target); });
    addEventListener("keydown", event => this.key(event), true);
  }

  // A new drawing: what was explained may be gone, and in the mode everything can be reached by Tab.
  begin() {
    if (this.shown && !this.shown.isConnected) {
      const again = this.pinned && this.shown.id ? document.getElementById(this.shown.id) : null;
      if (again) this.shown = again;
      else this.close();
    }
    if (this.on) this.open();
  }

  turn(on) {
    this.on = on;
    this.button?.setAttribute("aria-pressed", String(on));
    document.body.classList.toggle("asking", on);
    if (on) this.open();
    else {
      this.close();
      for (const element of document.querySelectorAll("[data-opened]")) {
        const before = element.dataset.opened;
        for (const name of ["tabindex", "role", "aria-describedby", "data-opened"]) element.removeAttribute(name);
        if (before) element.tabIndex = Number(before);
      }
    }
  }

  open() {
    for (const element of document.querySelectorAll(`.stage :is(${THINGS}):not([tabindex]), ${PANELS}`)) {
      if (element.tabIndex >= 0) continue;
      element.dataset.opened = element.getAttribute("tabindex") ?? "";
      element.tabIndex = 0;
      if (element.matches(".stage *")) element.setAttribute("role", "group"); // so that its name is read
    }
  }

  // -- what leads here -------------------------------------------------------------------------------------------------

  hover(event) {
    clearTimeout(this.timer);
    if (event.pointerType === "touch" || this.box.contains(event.target)) return;
    const found = this.find(event.target);
    if (!this.pinned && found !== this.shown) this.close();
    const choice = event.target.closest(".choice");
    if (!found || this.pinned || choice?.matches(".ghost")) return;
    hush(event.target);
    const patient = choice || found.matches(READ); // a box must not come between somebody and what is being read
    this.timer = setTimeout(() => this.show(found, near(choice ?? found, event)), patient ? 2 * DWELL : DWELL);
  }

  press(event) {
    this.release();
    this.pressed = false; // a browser may end a long press without a click
    if (this.pinned && !this.box.contains(event.target)) this.close();
    const found = event.pointerType === "touch" && !this.on && this.find(event.target);
    if (!found) return;
    this.finger = [event.clientX, event.clientY];
    this.pressing = setTimeout(() => { this.pressed = true; this.explain(event.target, event); }, PRESS);
  }

  release() {
    clearTimeout(this.pressing);
  }

  drift(event) {
    if (this.finger && Math.hypot(event.clientX - this.finger[0], event.clientY - this.finger[1]) > STILL) this.release();
  }

  // The click that ends a long press chooses nothing, and in the mode no click does.
  swallow(event) {
    const mine = this.on && this.find(event.target);
    if (!mine && !this.pressed) return;
    event.preventDefault();
    event.stopPropagation();
    if (mine && !this.pressed) this.explain(event.target, event);
    this.pressed = false;
  }

  // A click on what cannot be chosen.
  click(event) {
    this.explain(event.target, event);
  }

  key(event) {
    if (event.key === "Escape" && (this.pinned || this.on)) {
      event.preventDefault(); // a dialog stays open
      if (this.box.contains(document.activeElement)) this.shown?.focus?.();
      if (this.pinned) this.close();
      else this.turn(false);
    } else if (event.key.toLowerCase() === "w" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (event.target.closest?.("input, select, textarea")) return;
      this.turn(!this.on);
    } else if (this.on && event.key === "Enter" && this.find(event.target)) {
      event.preventDefault();
      event.stopPropagation();
      this.box.querySelector("a")?.focus();
    }
  }

  // -- what is said ----------------------------------------------------------------------------------------------------

  find(target) {
    const found = target.closest?.(THINGS) ?? target.closest?.(PANELS) ?? null;
    return found?.closest(`.stage, ${PANELS}`) ? found : null;
  }

  async explain(target, event) {
    const found = this.find(target);
    clearTimeout(this.timer);
    if (!found) return;
    this.thing = this.stage.contains(found) ? thingOf(target, event) : "";
    this.why = null;
    const choice = target.closest(".choice[data-step]");
    if (this.thing && !choice) this.ask(this.thing);
    await this.show(found, near(choice ?? found, event), true);
  }

  answered({ thing, sentence, section }) {
    if (thing !== this.thing || !sentence) return;
    this.why = { sentence, section };
    if (this.pinned && this.known) this.fill();
  }

  async show(found, around, pinned = false) {
    Object.assign(this, { shown: found, pinned, around });
    hush(found);
    this.sheet ??= fetch(`/about/${this.game}/${document.documentElement.lang}.json`).then(answer => answer.json());
    try {
      this.known = await this.sheet;
    } catch {
      this.sheet = undefined; // the next who asks tries again
      return;
    }
    if (this.shown === found || (this.pinned && this.shown?.id && this.shown.id === found.id)) this.fill(); // drawn anew meanwhile
  }

  fill() {
    const { box, shown, known, why } = this, home = shown.closest("dialog[open]") ?? document.body;
    const key = shown.dataset.about ?? shown.dataset.piece;
    const keys = key ? [known[key] ? key : key.split("-")[0]] : mentioned(shown, known); // a warrior-2 is a warrior
    const told = keys.filter(each => known[each]).map(each => known[each]);
    if (!told.length && !why) return;
    const lines = told.map(([name, sentence]) => {
      const line = make("p", ` ${sentence}`);
      line.prepend(make("strong", `${name}.`));
      return line;
    });
    if (this.pinned && why) lines.unshift(Object.assign(make("p", why.sentence), { className: "why" }));
    const section = (this.pinned && why?.section) || told[0]?.[2];
    if (this.pinned && section)
      lines.push(Object.assign(make("a", this.words.read), { href: `/rules/${this.game}#${section}`, target: "_blank" }));
    if (box.parentNode !== home) home.append(box); // a dialog lies above everything outside of it
    box.replaceChildren(...lines);
    box.classList.toggle("pinned", this.pinned);
    box.hidden = false;
    if ("opened" in shown.dataset) {
      shown.setAttribute("aria-describedby", box.id);
      if (shown.matches(".stage *") && told.length && !shown.hasAttribute("aria-label")) shown.setAttribute("aria-label", told[0][0]);
    }
    this.settle(this.around);
  }

  settle(around) {
    const { box } = this, tip = document.getElementById("tip");
    box.style.left = "0"; // its width must not depend on where it stood before
    const width = box.offsetWidth, height = box.offsetHeight, low = Math.min(around.bottom, innerHeight) + 8;
    box.style.left = `${Math.max(6, Math.min(innerWidth - width - 6, around.x + around.width / 2 - width / 2))}px`;
    const above = (tip && !tip.hidden ? tip.getBoundingClientRect().top : Math.max(around.y, 0)) - height - 8;
    box.style.top = `${low + height < innerHeight ? low : Math.max(4, above)}px`;
  }

  close() {
    clearTimeout(this.timer);
    Object.assign(this, { shown: null, pinned: false, thing: "", why: null });
    this.box.hidden = true;
  }
}

// Where the box goes: beside a thing, or beside the pointer where the thing is as large as a map.
function near(element, event) {
  const box = element.getBoundingClientRect();
  if (event?.clientX === undefined || Math.min(box.width, box.height) < LARGE) return box;
  return { x: event.clientX, y: event.clientY, width: 0, bottom: event.clientY + 12 };
}

const make = (name, textContent) => Object.assign(document.createElement(name), { textContent });

// The name of what was clicked: its id, or on a ground the place in the ground's own measure.
function thingOf(target, event) {
  const found = target.closest(":is([data-about], [data-piece])[id], [data-ground]");
  if (!found?.dataset.ground) return found?.id ?? "";
  const [name, x, y, side] = found.dataset.ground.split(" ");
  if (event?.clientX === undefined) return "";
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(found.getScreenCTM().inverse());
  return `${name} ${((point.x - x) / side).toFixed(2)} ${((point.y - y) / side).toFixed(2)}`;
}

// The keys of things that a text mentions, the longest words first, at most three.
function mentioned(element, known) {
  if (element.matches(".score")) return ["score"];
  let text = element.textContent.toLowerCase();
  const found = [], all = Object.entries(known).flatMap(([key, thing]) => thing[3].map(word => [word, key]));
  for (const [word, key] of all.sort(([one], [other]) => other.length - one.length)) {
    const plain = word.replace(/[?+*.()]/g, "\\$&");
    const pattern = new RegExp(`(?<![\\p{L}])${plain}(s|es|x)?(?![\\p{L}])`, "u");
    if (!pattern.test(text)) continue;
    text = text.replace(pattern, " ");
    if (!found.includes(key)) found.push(key);
  }
  return found.slice(0, 3);
}

// The browser's own tooltip would lie over ours: a title becomes a label, which is read aloud just the same.
function hush(element) {
  for (let each = element; each?.closest(".stage"); each = each.parentElement) {
    const title = each.querySelector(":scope > title");
    if (!title || each.matches("svg")) continue;
    if (!each.hasAttribute("aria-label")) each.setAttribute("aria-label", title.textContent.trim());
    title.remove();
  }
}
