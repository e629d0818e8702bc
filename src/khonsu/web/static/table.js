// The table: what the server says is shown, what is chosen is sent. No rules in here.
import { Board } from "./board.js";
import { Ending } from "./ending.js";
import { listen } from "./keys.js";
import { Live } from "./live.js";
import { Scenes } from "./scenes.js";
import { fill, Log, Seats } from "./side.js";
import { Tabs } from "./tabs.js";
import { Tips } from "./tips.js";
import { Zoom } from "./zoom.js";

const { words, leave, table: key } = JSON.parse(document.getElementById("client").textContent);
const $ = id => document.getElementById(id);
const wide = matchMedia("(min-width: 960px)"); // the drawing
const beside = matchMedia("(min-width: 1240px)"); // the page has room beside the board
const stage = document.querySelector(".stage");
const client = {
  asText: localStorage.getItem("khonsu text") === "1",
  answered: -1, // the ply that was answered and not yet acknowledged
};
const board = new Board(stage, new Zoom(stage, document.querySelectorAll("[data-zoom]")));
const log = new Log($("log"));
const tabs = new Tabs($("side"), $("tabs"));
const scenes = new Scenes(present);
const ending = new Ending($("ending"), key, words);
const layout = () => ({ narrow: wide.matches ? 0 : 1, text: client.asText ? 1 : 0 });
const live = new Live(`/table/${key}/live`, layout, receive, connectionChanged);
const seats = new Seats($("seats"), words, message => live.say(message));
const tips = new Tips(stage, $("tip"), $("explain"), step => live.say({ kind: "explain", step }));

// -- hearing ---------------------------------------------------------------------------------------------------------

function receive(message) {
  const receivers = {
    table: scene => scenes.add(scene),
    seats: ({ seats: shown }) => scenes.shown && seats.show(shown, scenes.shown.you, scenes.shown.own, leave),
    problem: ({ sentence }) => { notice(sentence); client.answered = -1; },
    explain: ({ step, sentence }) => tips.explained(step, sentence),
    hint: showHint,
  };
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
  const wanted = localStorage.getItem("khonsu confirm");
  if (wanted !== null && state.own.length && !state.over && state.confirms !== (wanted === "1") && state.you >= 0)
    live.say({ kind: "confirm", on: wanted === "1" });
}

async function present(state, before, animate) {
  const mine = state.asked.includes(state.you);
  if (before && before.ply !== state.ply) notice(""); // what was refused is of the past
  if (!before) confirmAsEver(state);
  coverDevice(state);
  tips.begin(state.choices, "");
  const focused = document.activeElement?.closest("#board, #choices") ? document.activeElement : null;
  const was = focused && { step: focused.dataset.step };
  seats.show(state.seats, state.you, state.own, leave);
  log.show(state.log, state.own);
  if (before && state.log.lines.length) tabs.news("log");
  if ($("question").textContent !== state.question) $("question").textContent = state.question;
  document.body.classList.toggle("asked", mine);
  document.title = document.title.replace(/^(● )?/, mine && state.you >= 0 ? "● " : "");
  const moved = animate && before && before.ply !== state.ply && before.you === state.you;
  const drawn = board.show(state.svg, moved);
  board.announce($("notices"));
  showButtons(state);
  showTools(state);
  refocus(state, was);
  await drawn;
  document.body.dataset.ply = state.ply;
  if (moved && !mine) await pause(board.pause);
  if (state.over) ending.arrive(before !== null);
}

// Lets an account stand that deserves to be read (a battle that was decided), until the next click or key.
function pause(time) {
  if (!time || matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
  return new Promise(resolve => {
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, resolve, { once: true });
    setTimeout(resolve, time);
  });
}

function showButtons(state) {
  const drawn = new Set(board.choices().map(element => Number(element.dataset.step)));
  const made = [];
  if (state.confirm) made.push(button(words.end_turn, "main big", () => send({ kind: "done" })));
  for (const choice of state.choices)
    if (!drawn.has(choice.id) || client.asText) made.push(choiceButton(choice));
  if (drawn.size && !made.length && !state.confirm) tips.begin(state.choices, fill(words.more, { n: drawn.size }));
  if (state.over && !beside.matches) made.push(button(words.after, "main", () => $("after").scrollIntoView()));
  if (state.undo) made.push(button(words.take_back, "undo", undo));
  $("choices").replaceChildren(...made);
}

function choiceButton(choice) {
  const element = button(choice.label || choice.text, "choice-button", () => choose(choice.id));
  element.dataset.step = choice.id;
  element.dataset.text = choice.text;
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
  $("hint").hidden = !state.hints;
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
  live.say({ ...message, ply: now.ply, seat: now.you });
}

function choose(step) {
  send({ kind: "step", step });
}

function undo() {
  if (scenes.shown?.undo) send({ kind: "undo" });
}

stage.addEventListener("click", event => {
  const element = event.target.closest(".choice[data-step]") ?? tips.near(event);
  if (!element) return tips.look(event.target.closest("[data-why]"));
  const unseen = event.pointerType === "touch" && element.matches(".ghost") && !element.classList.contains("near");
  if (!unseen) return choose(Number(element.dataset.step));
  tips.look(element); // a finger covers the place: show first what it leads to, choose with the next tap
  $("touched")?.remove();
  const take = button(words.choose, "main", () => choose(Number(element.dataset.step)));
  take.id = "touched";
  $("choices").prepend(take);
});

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
  if ($(id).open) $(id).close();
  else $(id).showModal();
}

listen(choices, {
  choose: element => choose(Number(element.dataset.step)),
  enter: () => scenes.shown?.confirm ? send({ kind: "done" }) : choices()[0]?.focus(),
  u: undo,
  h: () => !$("hint").hidden && $("hint").click(),
  t: () => $("text-mode").click(),
  "?": () => toggleDialog("help"),
  "+": () => board.zoom.press("in"),
  "-": () => board.zoom.press("out"),
  0: () => board.zoom.press("all"),
});

// -- tools -----------------------------------------------------------------------------------------------------------

$("show-ending").addEventListener("click", () => ending.show());
$("help-button").addEventListener("click", () => toggleDialog("help"));
$("hint").addEventListener("click", () => live.say({ kind: "hint" }));
$("confirm-box").addEventListener("change", event => {
  localStorage.setItem("khonsu confirm", event.target.checked ? "1" : "0"); // at every table of this person
  live.say({ kind: "confirm", on: event.target.checked });
});
$("text-mode").addEventListener("click", () => {
  client.asText = !client.asText;
  localStorage.setItem("khonsu text", client.asText ? "1" : "0");
  live.say({ kind: "layout", text: client.asText });
});
wide.addEventListener("change", () => live.say({ kind: "layout", narrow: !wide.matches }));
for (const field of document.querySelectorAll(".invitations input[readonly]"))
  field.addEventListener("focus", () => field.select());

function showHint(message) {
  $("h-hint").textContent = words.hint_title;
  $("hint-chance").textContent = `${message.bot}: ${fill(words.chance, { chance: message.chance })}`;
  $("hint-list").replaceChildren(...message.candidates.map(found => {
    const item = document.createElement("li");
    const pick = button(found.label || found.text, "choice-button", () => { $("hint-box").close(); choose(found.id); });
    const worth = found.chance === null ? fill(words.value, { value: found.value }) : `${found.chance} %`;
    if (found.chance !== null) item.style.setProperty("--chance", found.chance / 100);
    item.append(make("strong", worth), pick, make("small", found.text));
    return item;
  }));
  if (!$("hint-box").open) $("hint-box").showModal();
}
