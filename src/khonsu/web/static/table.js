// The table: what the server says is shown, what is chosen is sent. No rules in here.
import { Board, place } from "./board.js";
import { listen } from "./keys.js";
import { Live } from "./live.js";
import { fill, Log, Seats } from "./side.js";
import { Tabs } from "./tabs.js";
import { Zoom } from "./zoom.js";

const { words, leave, table: key } = JSON.parse(document.getElementById("client").textContent);
const $ = id => document.getElementById(id);
const wide = matchMedia("(min-width: 960px)"); // the drawing
const beside = matchMedia("(min-width: 1240px)"); // the page has room beside the board
const stage = document.querySelector(".stage");
const board = new Board(stage, new Zoom(stage, document.querySelectorAll("[data-zoom]")));
const log = new Log($("log"));
const tabs = new Tabs($("side"), $("tabs"));
let text = localStorage.getItem("khonsu text") === "1";
let now = null; // the last state that is shown
let explained = new Map(); // step -> sentence
let sentAt = -1; // the ply that was answered
let byKey = false;

const live = new Live(`/table/${key}/live`, () => ({ narrow: wide.matches ? 0 : 1, text: text ? 1 : 0 }), heard, felt);
const seats = new Seats($("seats"), words, message => live.say(message));

// -- hearing ---------------------------------------------------------------------------------------------------------

const waiting = [];
let showing = false;

// Of a drawing only what changed is sent: lines kept at the beginning, lines kept at the end, the lines between them.
let lines = [];
function redrawn([head, tail, between]) {
  lines = [...lines.slice(0, head), ...between, ...lines.slice(lines.length - tail)];
  return lines.join("\n");
}

function heard(message) {
  if (message.kind === "table") {
    message.svg = message.drawing ? redrawn(message.drawing) : "";
    waiting.push(message);
    show();
  }
  else if (message.kind === "seats") { if (now) seats.show(message.seats, now.you, now.own, leave); }
  else if (message.kind === "problem") { notice(message.sentence); sentAt = -1; }
  else if (message.kind === "explain") { explained.set(message.step, message.sentence); tip(tipped); }
  else if (message.kind === "hint") hint(message);
}

function felt(how) {
  document.body.classList.toggle("offline", how !== "open");
  if (how === "lost") notice(words.lost);
  if (how === "open") { notice(now ? words.back : ""); waiting.length = 0; sentAt = -1; setTimeout(() => notice(""), 2500); }
}

// Shows one state after the other, so that each step is seen; hurries when many are waiting.
async function show() {
  if (showing) return;
  showing = true;
  try {
    while (waiting.length) await present(waiting.shift(), waiting.length < 8);
  } finally {
    showing = false;
  }
}

async function present(state, animate) {
  const before = now;
  now = state;
  explained = new Map(state.choices.filter(choice => choice.label).map(choice => [choice.id, choice.label]));
  cover(state);
  tip(null);
  const focused = document.activeElement?.closest("#board, #choices") ? document.activeElement : null;
  const was = focused && { step: focused.dataset.step };
  seats.show(state.seats, state.you, state.own, leave);
  log.show(state.log, state.own);
  if (before && state.log.lines.length) tabs.news("log");
  ask(state);
  document.body.classList.toggle("asked", state.asked.includes(state.you));
  document.title = document.title.replace(/^(● )?/, state.asked.includes(state.you) && state.you >= 0 ? "● " : "");
  const moved = animate && before && before.ply !== state.ply && before.you === state.you;
  const drawn = board.show(state.svg ?? "", moved);
  board.announce($("notices"), state.notices);
  buttons(state);
  aside(state);
  refocus(was);
  await drawn;
  document.body.dataset.ply = state.ply;
  if (moved && !state.asked.includes(state.you)) await pause(board.pause);
}

// Lets an account stand that deserves to be read (a battle that was decided), until the next click or key.
function pause(time) {
  if (!time || matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
  return new Promise(resolve => {
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, resolve, { once: true });
    setTimeout(resolve, time);
  });
}

function ask(state) {
  if ($("question").textContent !== state.question) $("question").textContent = state.question;
  $("explain").textContent = $("explain").dataset.plain = "";
}

function buttons(state) {
  const drawn = new Set(board.choices().map(element => Number(element.dataset.step)));
  const made = [];
  if (state.confirm) made.push(button(words.end_turn, "main big", () => send({ kind: "done" })));
  for (const choice of state.choices) {
    if (drawn.has(choice.id) && !text) continue;
    const label = choice.label || choice.text;
    const element = button(label, "choice-button", () => choose(choice.id));
    element.dataset.step = choice.id;
    element.dataset.text = choice.text;
    if (text) element.append(Object.assign(document.createElement("small"), { textContent: ` ${choice.text}` }));
    made.push(element);
  }
  if (drawn.size && !made.length && !state.confirm)
    $("explain").textContent = $("explain").dataset.plain = fill(words.more, { n: drawn.size });
  if (state.over && !beside.matches) made.push(button(words.after, "main", () => $("after").scrollIntoView()));
  if (state.undo) made.push(button(words.take_back, "undo", undo));
  $("choices").replaceChildren(...made);
}

function button(label, kind, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: kind, textContent: label });
  made.addEventListener("click", act);
  return made;
}

function aside(state) {
  $("hint").hidden = !state.hints;
  $("confirm-row").hidden = !state.own.length;
  $("confirm-box").checked = state.confirms;
  if (state.over && $("after").hidden) tabs.show("players");
  $("after").hidden = !state.over;
  if (state.secret) $("secret").textContent = fill(words.seed, { seed: state.secret[0], salt: state.secret[1] });
  if (state.again && !$("again").firstChild)
    $("again").append(Object.assign(document.createElement("a"), { href: `/table/${state.again}`, textContent: words.again }));
  const asText = text || (!state.svg && state.cover === null);
  $("text-board").hidden = !asText;
  stage.hidden = asText;
  document.querySelector(".zoom").hidden = asText;
  $("text-board").textContent = state.board ?? "";
  $("text-mode").setAttribute("aria-pressed", String(text));
  if (asText && state.board === undefined) live.say({ kind: "layout", text: true });
}

function notice(sentence) {
  $("notice").textContent = sentence;
}

// -- several people on one device ------------------------------------------------------------------------------------

function cover(state) {
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
  if (!now || sentAt === now.ply || waiting.length) return;
  sentAt = now.ply;
  live.say({ ...message, ply: now.ply, seat: now.you });
}

const choose = step => send({ kind: "step", step });
const undo = () => now?.undo && send({ kind: "undo" });

stage.addEventListener("click", event => {
  const element = event.target.closest(".choice[data-step]") ?? near(event);
  if (!element) return look(event.target.closest("[data-why]"));
  const unseen = event.pointerType === "touch" && element.matches(".ghost") && !element.classList.contains("near");
  if (!unseen) return choose(Number(element.dataset.step));
  look(element); // a finger covers the place: show first what it leads to, choose with the next tap
  $("touched")?.remove();
  const take = button(words.choose, "main", () => choose(Number(element.dataset.step)));
  take.id = "touched";
  $("choices").prepend(take);
});

// The ghost nearest to the pointer, so that small places are easy to hit.
function near(event) {
  let best = null, least = 28;
  for (const ghost of stage.querySelectorAll(".choice.ghost")) {
    const box = place(ghost);
    const far = Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY) - box.width / 2;
    if (far < least) [best, least] = [ghost, far];
  }
  return best;
}

// Lets one thing stand out, with its explanation beside it.
function look(element) {
  for (const old of stage.querySelectorAll(".near")) if (old !== element) old.classList.remove("near");
  element?.classList.add("near");
  tip(element);
}

stage.addEventListener("pointermove", event => {
  if (event.pointerType === "touch") return;
  look(event.target.closest(".choice[data-step], [data-why]") ?? near(event));
});
stage.addEventListener("pointerleave", event => { if (event.pointerType !== "touch") look(null); });
addEventListener("focusin", event => {
  const found = event.target.closest?.(".choice[data-step], [data-why]");
  if (byKey) look(null); // the pointer rests somewhere, but it is the keyboard that speaks
  if (found || byKey) tip(found); // a button that is pressed must not move under the finger
});

let tipped = null;

// What a choice would bring about: beside it, or below the question where the drawing has its own label beside it.
function tip(element) {
  const box = $("tip"), below = $("explain");
  tipped = element?.isConnected ? element : null;
  box.hidden = true;
  below.textContent = below.dataset.plain ?? "";
  if (!tipped) return;
  const sentence = tipped.dataset.why ?? explanation(Number(tipped.dataset.step));
  if (!sentence) return;
  if (tipped.querySelector(".outcome")) { below.textContent = sentence; return; }
  box.textContent = sentence;
  box.hidden = false;
  box.style.left = "0"; // its width must not depend on where it stood before
  const around = tipped.getBoundingClientRect();
  const width = box.offsetWidth;
  box.style.left = `${Math.max(6, Math.min(innerWidth - width - 6, around.x + around.width / 2 - width / 2))}px`;
  const above = around.y - box.offsetHeight - 8;
  box.style.top = `${above > 4 ? above : around.bottom + 8}px`;
}

// What a step would do; asked for where it is not known yet.
function explanation(step) {
  if (!explained.has(step)) { explained.set(step, ""); live.say({ kind: "explain", step }); }
  return explained.get(step) || tipped.getAttribute("aria-label");
}

// -- keyboard --------------------------------------------------------------------------------------------------------

const choices = () => [...(text ? [] : board.choices()), ...$("choices").querySelectorAll("button")];

addEventListener("keydown", () => { byKey = true; }, true);
addEventListener("pointerdown", () => { byKey = false; }, true);

function refocus(was) {
  if (!byKey || !now || document.querySelector("dialog[open]") || !$("cover").hidden) return;
  const mine = now.asked.includes(now.you);
  if (!mine || (!was && document.activeElement !== document.body)) return;
  const found = choices();
  (found.find(element => was?.step !== undefined && element.dataset.step === was.step) ?? found[0])?.focus({ preventScroll: true });
}

const dialog = (id, open) => $(id).open ? $(id).close() : open && $(id).showModal();

listen(choices, {
  choose: element => choose(Number(element.dataset.step)),
  enter: () => now?.confirm ? send({ kind: "done" }) : choices()[0]?.focus(),
  u: undo,
  h: () => !$("hint").hidden && $("hint").click(),
  t: () => $("text-mode").click(),
  "?": () => dialog("help", true),
  "+": () => board.zoom.press("in"),
  "-": () => board.zoom.press("out"),
  0: () => board.zoom.press("all"),
});

// -- tools -----------------------------------------------------------------------------------------------------------

$("help-button").addEventListener("click", () => dialog("help", true));
$("hint").addEventListener("click", () => live.say({ kind: "hint" }));
$("confirm-box").addEventListener("change", event => live.say({ kind: "confirm", on: event.target.checked }));
$("text-mode").addEventListener("click", () => {
  text = !text;
  localStorage.setItem("khonsu text", text ? "1" : "0");
  live.say({ kind: "layout", text });
});
wide.addEventListener("change", () => live.say({ kind: "layout", narrow: !wide.matches }));
for (const field of document.querySelectorAll(".invitations input[readonly]")) field.addEventListener("focus", () => field.select());

function hint(message) {
  $("h-hint").textContent = words.hint_title;
  $("hint-chance").textContent = `${message.bot}: ${fill(words.chance, { chance: message.chance })}`;
  $("hint-list").replaceChildren(...message.candidates.map(found => {
    const item = document.createElement("li");
    const pick = button(found.label || found.text, "choice-button", () => { $("hint-box").close(); choose(found.id); });
    const worth = found.chance === null ? fill(words.value, { value: found.value }) : `${found.chance} %`;
    if (found.chance !== null) item.style.setProperty("--chance", found.chance / 100);
    item.append(Object.assign(document.createElement("strong"), { textContent: worth }), pick);
    item.append(Object.assign(document.createElement("small"), { textContent: found.text }));
    return item;
  }));
  dialog("hint-box", true);
}
