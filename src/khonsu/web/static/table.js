// The table: what the server says is shown, what is chosen is sent. No rules in here.
import { Again } from "./again.js";
import { Asked } from "./asked.js";
import { Board } from "./board.js";
import { Call } from "./call.js";
import { counsel, mark, said } from "./council.js";
import { Follow } from "./follow.js";
import { listen } from "./keys.js";
import { Layout } from "./layout.js";
import { Live } from "./live.js";
import { Mirrored } from "./mirrored.js";
import { Outlines } from "./outlines.js";
import { Phrases } from "./phrases.js";
import { Scenes } from "./scenes.js";
import { chosen, isOn, turn } from "./settings.js";
import { seated } from "./share.js";
import { fill, Seats } from "./side.js";
import { Log } from "./story.js";
import { Tabs } from "./tabs.js";
import { Tips } from "./tips.js";
import { Zoom } from "./zoom.js";

const { words, leave, table: key, game, coached, suggested } = JSON.parse(document.getElementById("client").textContent);
const $ = id => document.getElementById(id);
const stage = document.querySelector(".stage");
const HANDFUL = 6; // choices up to which the question grows so that all of them are in sight
const client = {
  asText: localStorage.getItem("khonsu text") === "1",
  answered: -1, // the ply that was answered and not yet acknowledged
  shown: "", // the buttons below the question
  coached, // whether the coach may speak
  refused: false, // something was, and the state that comes with the refusal has not been shown yet
};
const board = new Board(stage, new Zoom(stage, document.querySelectorAll("[data-zoom]")));
const outlines = new Outlines(board);
const log = new Log($("log"), outlines);
const mirrored = new Mirrored($("choices"), board, outlines);
const tabs = new Tabs($("side"), $("tabs"));
const follow = new Follow($("speed"));
const scenes = new Scenes(present, follow, arrived);
const layout = new Layout($("main"), $("board"), [$("ask"), $("advice")], {
  redraw: () => live.say({ kind: "layout", narrow: layout.narrow }),
  moved: () => scenes.shown && showButtons(scenes.shown),
});
const wanted = () => ({ narrow: layout.narrow ? 1 : 0, text: client.asText ? 1 : 0 });
const live = new Live(`/table/${key}/live`, wanted, receive, connectionChanged);
const seats = new Seats($("seats"), words, message => live.say(message));
const call = new Call($("call"), words);
const phrases = new Phrases(document.querySelector(".phrases"), $("heard"), message => live.say(message));
const about = new Asked(stage, $("what"), { game, words, ask: thing => live.say({ kind: "why", thing }) });
const again = new Again(board, follow, scenes, { ask: $("ask"), question: $("question"), choices: $("choices"), words, restore });
const tips = new Tips(stage, $("tip"), $("explain"), step => live.say({ kind: "explain", step }));

// -- hearing ---------------------------------------------------------------------------------------------------------

function receive(message) {
  const receivers = {
    table: scene => { call.heard(scene); scenes.add(scene); },
    said: phrase => phrases.show(phrase),
    seats: ({ seats: shown }) => scenes.shown && seats.show(shown, scenes.shown.you, scenes.shown.own, leave),
    problem: ({ sentence, name }) => { notice(sentence); client.answered = -1; client.refused = name !== "TooMuch"; },
    warning: ({ step, sentence }) => { client.answered = -1; warn(step, sentence); },
    explain: ({ step, sentence }) => tips.explained(step, sentence),
    why: message => about.answered(message),
    hint: message => withHints(hints => hints.show(message)),
    coach: message => withCoach(coach => coach.told(message)),
    sketch: message => withHints(hints => hints.sketched(message)),
    again: message => again.show(message),
  };
  if (message.seats) seated(message.seats);
  receivers[message.kind]?.(message);
}

function connectionChanged(how) {
  document.body.classList.toggle("offline", how !== "open");
  if (how === "lost") notice(words.lost);
  if (how !== "open") return;
  notice(scenes.shown ? words.back : "");
  scenes.drop();
  client.answered = -1;
  setTimeout(() => notice(""), 2500);
}

// Whoever switched confirming on or off at another table wants it so here, too.
function confirmAsEver(state) {
  if (chosen("confirm") && state.own.length && !state.over && state.confirms !== isOn("confirm") && state.you >= 0)
    live.say({ kind: "confirm", on: isOn("confirm") });
}

// However many turns are still to be shown: that it is my turn is said at once.
function arrived(state) {
  const mine = state.you >= 0 && state.asked.includes(state.you);
  document.body.classList.toggle("asked", mine);
  $("catch-up").hidden = !mine || scenes.waiting.length < 2;
}

// What stood on the board and below it before something else was shown there.
function restore() {
  const state = scenes.shown;
  board.show(state.svg, false);
  $("question").textContent = state.question;
  client.shown = "";
  showButtons(state);
  log.mark();
}

async function present(state, before, animate) {
  const mine = state.asked.includes(state.you);
  if (before && before.ply !== state.ply && !client.refused) notice(""); // what was refused is of the past
  client.refused = false;
  if (!before) confirmAsEver(state);
  coverDevice(state);
  const focused = document.activeElement?.closest("#board, #choices") ? document.activeElement : null;
  const was = focused && { step: focused.dataset.step };
  seats.show(state.seats, state.you, state.own, leave);
  log.show(state.log, state.own);
  if (before && state.steps > before.steps) tabs.news("log");
  if ($("question").textContent !== state.question) $("question").textContent = state.question;
  document.body.classList.toggle("asked", mine);
  arrived(scenes.newest);
  const moved = animate && before && before.ply !== state.ply && before.you === state.you;
  const drawn = board.show(state.svg, moved);
  board.announce($("notices"));
  about.begin();
  showTools(state);
  client.shown = "";
  showButtons(state);
  refocus(state, was);
  await drawn;
  log.mark();
  showButtons(state); // what has travelled may have come into sight
  document.body.dataset.ply = state.ply;
  if (before && before.ply !== state.ply) client.hints?.moved(state);
  else client.hints?.redrawn();
  if (client.coached && state.own.length) withCoach(coach => coach.scene(state));
  if (!before && suggested) withCoach(coach => coach.told({ about: "asked", text: suggested }));
  if (moved && !mine) await pause(board.pause);
  if (state.over) withEnding(ending => ending.arrive(before !== null));
}

// Lets an account stand that deserves to be read (a battle that was decided), until the next click or key.
function pause(time) {
  if (!time || matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
  return new Promise(resolve => {
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, resolve, { once: true });
    setTimeout(resolve, time);
  });
}

// What can be chosen stands on the board, or here: where it is not drawn, or its place is out of sight.
// Buttons make the question grow, and what it then covers needs a button, too: it is looked at until nothing changes.
function showButtons(state) {
  if (again.on) return;
  if (!client.shown) { mirrored.hold(); $("choices").replaceChildren(); } // what was asked before must not decide what is covered
  $("choices").classList.toggle("long", state.choices.length > HANDFUL);
  for (let tries = 0; tries < 4 && mirror(state); tries++);
  more();
}

// Says that there are choices below the last one in sight.
function more() {
  const list = $("choices");
  list.classList.toggle("more", list.scrollHeight - list.clientHeight - list.scrollTop > 8);
}
$("choices").addEventListener("scroll", more, { passive: true });

// Returns whether something has changed.
function mirror(state) {
  const drawn = new Map(board.choices().map(element => [Number(element.dataset.step), element]));
  const seen = new Set(client.asText ? [] : layout.seen([...drawn.values()]).map(element => Number(element.dataset.step)));
  const left = state.choices.filter(choice => !seen.has(choice.id));
  const far = state.over && !inSight($("after"));
  const shown = JSON.stringify([state.ply, left.map(choice => choice.id), far, state.proposal]);
  if (shown === client.shown) return false;
  client.shown = shown;
  const made = [...$("choices").querySelectorAll("#anyway, #touched")]; // begun, and not yet decided
  if (state.confirm) made.push(button(words.end_turn, "main big", () => send({ kind: "done" })));
  made.push(...counsel(state, words, button, { choose, leave: () => choose(null) }));
  mark(stage, state);
  left.sort((one, other) => drawn.has(one.id) - drawn.has(other.id)); // what is drawn nowhere comes first
  const mirrors = left.map(choice => choiceButton(choice, drawn.get(choice.id)));
  mirrored.number(client.asText ? [] : mirrors);
  made.push(...mirrors);
  tips.begin(state.choices, said(state, words) || (seen.size && !made.length ? fill(words.more, { n: seen.size }) : ""));
  const links = document.querySelector(".invitation");
  if (links && !state.begun) made.push(button(words.links, "main", () => { tabs.show("players"); links.scrollIntoView(); }));
  if (far) made.push(button(words.after, "main", () => $("after").scrollIntoView()));
  if (state.undo) made.push(button(words.take_back, "undo", undo));
  const focused = $("choices").contains(document.activeElement) ? document.activeElement.dataset.step : undefined;
  $("choices").replaceChildren(...made);
  if (focused !== undefined) $("choices").querySelector(`[data-step="${focused}"]`)?.focus({ preventScroll: true });
  return true;
}

function inSight(element) {
  const box = element.getBoundingClientRect();
  const inside = box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
  return inside && element.contains(document.elementFromPoint(box.x + 20, box.bottom - 4));
}

function choiceButton(choice, drawn) {
  const label = choice.label || drawn?.getAttribute("aria-label") || choice.text;
  const element = button(label, "choice-button", event => {
    if (event.pointerType !== "touch" || !drawn || !element.querySelector(".number")) return choose(choice.id);
    layout.reveal(drawn.querySelector(".ring") ?? drawn); // words alone do not tell which place it is
    lookFirst(drawn);
  });
  element.dataset.step = choice.id;
  element.dataset.text = choice.text;
  element.classList.toggle("proposed", scenes.shown?.proposal?.step === choice.id);
  if (client.asText) element.append(make("small", ` ${choice.text}`));
  return element;
}

function make(name, textContent) {
  return Object.assign(document.createElement(name), { textContent });
}

function button(label, kind, act) {
  const made = Object.assign(make("button", label), { type: "button", className: kind });
  made.addEventListener("click", act);
  return made;
}

function showTools(state) {
  $("hint").disabled = !state.hints;
  $("confirm-row").hidden = !state.own.length;
  $("confirm-box").checked = state.confirms;
  if (state.over && $("after").hidden) tabs.show("players");
  $("after").hidden = !state.over;
  if (state.secret) $("secret").textContent = fill(words.seed, { seed: state.secret[0], salt: state.secret[1] });
  if (state.again && !$("again").firstChild)
    $("again").append(Object.assign(make("a", words.again), { href: `/table/${state.again}` }));
  const asText = client.asText || (!state.svg && state.cover === null);
  $("text-board").hidden = !asText;
  stage.hidden = asText;
  document.querySelector(".zoom").hidden = asText;
  $("text-board").textContent = state.board ?? "";
  $("text-mode").setAttribute("aria-pressed", String(client.asText));
  if (asText && state.board === undefined) live.say({ kind: "layout", text: true });
}

function notice(sentence) {
  $("notice").textContent = sentence;
}

// -- several people on one device ------------------------------------------------------------------------------------

function coverDevice(state) {
  const box = $("cover");
  const needed = state.cover !== null;
  if (needed) {
    box.querySelector("h2").textContent = fill(words.pass_to, { who: state.cover });
    box.querySelector("p").textContent = words.hidden;
    const ready = box.querySelector("button");
    ready.textContent = fill(words.i_am, { who: state.cover });
    ready.onclick = () => live.say({ kind: "uncover", seat: state.cover_seat });
  }
  if (box.hidden !== !needed) {
    box.hidden = !needed;
    for (const part of [$("board"), $("ask"), $("side")]) part.inert = needed;
    if (needed) box.querySelector("button").focus();
  }
}

// -- choosing --------------------------------------------------------------------------------------------------------

function send(message) {
  const now = scenes.shown;
  if (!now || client.answered === now.ply || scenes.waiting.length) return;
  client.answered = now.ply;
  log.acted();
  live.say({ ...message, ply: now.ply, seat: now.you });
}

function choose(step) {
  const now = scenes.shown;
  if (now?.advises) live.say({ kind: "propose", ply: now.ply, seat: now.you, step });
  else send({ kind: "step", step, careful: true });
}

// The step would lose something: it is played only if that is meant.
function warn(step, sentence) {
  notice(sentence);
  $("anyway")?.remove();
  const made = button(words.anyway, "main", () => send({ kind: "step", step }));
  made.id = "anyway";
  $("choices").prepend(made);
  if (tips.byKey) made.focus();
}

function undo() {
  if (scenes.shown?.undo) send({ kind: "undo" });
}

stage.addEventListener("click", event => {
  const element = event.target.closest(".choice[data-step]") ?? tips.near(event);
  if (!element) { tips.look(null); mirrored.hold(); return about.click(event); }
  const blind = element.matches(".ghost") || scenes.shown?.choices.some(one => one.costs && one.id === Number(element.dataset.step));
  const unseen = event.pointerType === "touch" && blind && !element.classList.contains("near");
  if (!unseen) return choose(Number(element.dataset.step));
  lookFirst(element); // a finger covers the place
});

// Shows first what a place leads to; the next tap chooses it.
function lookFirst(element) {
  tips.look(element);
  mirrored.hold(element.dataset.step);
  $("touched")?.remove();
  const take = button(words.choose, "main", () => choose(Number(element.dataset.step)));
  take.id = "touched";
  $("choices").prepend(take);
}

// -- keyboard --------------------------------------------------------------------------------------------------------

function choices() {
  return [...(client.asText ? [] : board.choices()), ...$("choices").querySelectorAll("button")];
}

function refocus(state, was) {
  if (!tips.byKey || document.querySelector("dialog[open]") || !$("cover").hidden) return;
  if (!state.asked.includes(state.you) || (!was && document.activeElement !== document.body)) return;
  const found = choices();
  const same = found.find(element => was?.step !== undefined && element.dataset.step === was.step);
  (same ?? found[0])?.focus({ preventScroll: true });
}

function toggleDialog(id) {
  if (id === "help") {
    board.legend($("legend"));
    import("./section.js").then(({ open }) => open($("section"), key, game));
  }
  if ($(id).open) $(id).close();
  else $(id).showModal();
}

listen(choices, {
  choose: element => choose(Number(element.dataset.step)),
  enter: () => scenes.shown?.confirm ? send({ kind: "done" }) : choices()[0]?.focus(),
  u: undo,
  h: () => $("hint").click(),
  l: () => $("again-button").click(),
  t: () => $("text-mode").click(),
  "?": () => toggleDialog("help"),
  "+": () => board.zoom.press("in"),
  "-": () => board.zoom.press("out"),
  0: () => board.zoom.press("all"),
});

// -- tools -----------------------------------------------------------------------------------------------------------

$("catch-up").addEventListener("click", () => follow.hurry());
$("again-button").addEventListener("click", () => live.say({ kind: "again" }));
$("show-ending").addEventListener("click", () => withEnding(ending => ending.show()));
$("help-button").addEventListener("click", () => toggleDialog("help"));
$("hint").addEventListener("click", () => live.say({ kind: "hint" }));
$("confirm-box").addEventListener("change", event => turn("confirm", event.target.checked)); // at every table of this person
document.addEventListener("switch confirm", () => live.say({ kind: "confirm", on: isOn("confirm") }));
$("text-mode").addEventListener("click", () => {
  client.asText = !client.asText;
  localStorage.setItem("khonsu text", client.asText ? "1" : "0");
  live.say({ kind: "layout", text: client.asText });
});

// Hints, the coach and the ending are loaded when they are first needed.
const say = message => live.say(message);
async function withHints(act) {
  const { Hints } = await import("./hints.js");
  const reveal = ring => ring && layout.reveal(ring);
  client.hints ??= new Hints(stage, $("hint-box"), { words, say, choose: step => send({ kind: "step", step }), reveal });
  act(client.hints);
}

async function withEnding(act) {
  const { Ending } = await import("./ending.js");
  client.ending ??= new Ending($("ending"), key, words);
  act(client.ending);
}

async function withCoach(act) {
  const { Coach } = await import("./coach.js");
  client.coach ??= new Coach($("coach"), { words, game, say, done: () => send({ kind: "done" }), wish, marks: log.marks });
  act(client.coach);
}

function wish(on) {
  client.coached = $("coach-box").checked = on;
  withCoach(coach => coach.turned(on, scenes.shown));
}
$("coach-box")?.addEventListener("change", event => wish(event.target.checked));
