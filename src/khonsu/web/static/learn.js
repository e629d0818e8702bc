// A lesson: all answers so far are sent, and the server says where that leads. It remembers nothing; the browser does.
import { Asked } from "./asked.js";
import { Board } from "./board.js";
import { listen } from "./keys.js";
import { around, clear, ring } from "./marks.js";
import { Tips } from "./tips.js";
import { Zoom } from "./zoom.js";

const { words, next: following, course, quiz, game } = JSON.parse(document.getElementById("client").textContent);
const $ = id => document.getElementById(id);
const wide = matchMedia("(min-width: 960px)"); // the drawing
const stage = document.querySelector(".stage");
const board = new Board(stage, new Zoom(stage, document.querySelectorAll("[data-zoom]")));
const tips = new Tips(stage, $("tip"), $("explain"), () => {});
const about = new Asked(stage, $("what"), { game, words, ask });
const drawer = `khonsu lesson ${location.pathname}`;
const token = document.querySelector("[name=_csrf_token]").value;
let answers = kept(), shown = null, latest = 0;

function kept() {
  try { return JSON.parse(localStorage.getItem(drawer)) ?? []; } catch { return []; }
}

function keep() {
  if (!answers.length || shown?.kind === "end") localStorage.removeItem(drawer);
  else localStorage.setItem(drawer, JSON.stringify(answers));
}

// Asks where these answers lead; `tried` says that the last one is new, so that it deserves a reason if it is refused.
async function go(given, tried = false) {
  const ticket = ++latest;
  const scene = await post("", { answers: given, narrow: !wide.matches });
  if (ticket !== latest) return;
  if (!scene) return trouble(given, tried);
  answers = given.slice(0, scene.kept);
  await present(scene, tried);
}

// What the server answers; null if it does not.
async function post(way, body) {
  try {
    const answer = await fetch(location.pathname + way, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrftoken": token },
      body: JSON.stringify(body),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

// Why something on the board cannot be chosen.
async function ask(thing) {
  const told = await post("/why", { answers, thing });
  if (told) about.answered(told);
}

function trouble(given, tried) {
  $("refused").textContent = words.lost;
  $("choices").replaceChildren(button(words.again, "main", () => go(given, tried)));
}

const say = answer => go([...answers, answer], true);
const choose = step => shown?.choices.some(choice => choice.id === step) && say(step);

// -- showing ---------------------------------------------------------------------------------------------------------

async function present(scene, tried) {
  const before = shown;
  shown = scene;
  keep();
  $("progress").max = scene.acts - 1;
  $("progress").value = scene.place;
  write("reply", scene.refused ? "" : scene.replies.join(" "));
  write("text", scene.text);
  write("refused", tried ? scene.refused : "");
  $("back").disabled = $("again").disabled = !answers.length;
  tips.begin(scene.choices, "");
  showPoints(scene.points);
  const drawn = board.show(scene.svg, before && tried && !scene.refused);
  about.begin();
  showButtons(scene);
  refocus();
  await drawn;
  point(scene);
  document.body.dataset.ply = `${answers.length}${scene.refused ? "!" : ""}`;
}

function write(id, sentence) {
  if ($(id).textContent !== sentence) $(id).textContent = sentence;
}

function make(name, textContent, className = "") {
  return Object.assign(document.createElement(name), { textContent, className });
}

function button(label, kind, act) {
  const made = Object.assign(make("button", label, kind), { type: "button" });
  made.addEventListener("click", act);
  return made;
}

function link(label, kind, href) {
  return Object.assign(make("a", label, `button ${kind}`), { href });
}

function showButtons(scene) {
  const drawn = new Set(board.choices().map(element => Number(element.dataset.step)));
  const made = scene.answers.map((label, i) => button(label, "choice-button", () => say(i)));
  for (const choice of scene.choices) {
    if (drawn.has(choice.id)) continue;
    const one = button(choice.label || choice.text, "choice-button", () => choose(choice.id));
    one.dataset.step = choice.id;
    made.push(one);
  }
  if (scene.kind === "end") {
    if (following) made.push(link(words.following, "main big", following));
    made.push(link(words.course, following ? "" : "main big", course));
    if (!following && quiz) made.push(link(words.quiz, "", quiz));
  } else if (!scene.choices.length && !scene.answers.length) {
    made.push(button(words.next, "main big", () => say("next")));
  }
  $("choices").replaceChildren(...made);
  $("skip")?.toggleAttribute("hidden", scene.kind === "end");
}

// Points before and now; what has grown stands out.
function showPoints(rows) {
  $("points").hidden = !rows.length;
  const several = new Set(rows.map(row => row.who)).size > 1;
  $("points").replaceChildren(...rows.map((row, i) => {
    const last = row.who !== rows[i + 1]?.who;
    const line = make("tr", "", last ? "total" : "");
    const label = [several && last ? row.who : "", row.name || words.total].filter(Boolean).join(": ");
    const gained = row.now - row.before;
    line.append(make("th", label), make("td", gained ? `${row.before} →` : ""), make("td", `${row.now}`, gained > 0 ? "gained" : ""));
    return line;
  }));
}

// Rings around what is spoken of, inside the drawing so that they move with it; they come into view, or the first one
// where there is no room for all; or what can be chosen if nothing is spoken of.
function point(scene) {
  clear(stage);
  for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
  const found = scene.pointed.map(selector => stage.querySelector(selector) ?? $("choices").querySelector(selector)).filter(Boolean);
  for (const element of found) {
    if (stage.contains(element)) ring(board.svg, element); else element.classList.add("pointed");
  }
  const rings = found.filter(element => stage.contains(element)).map(around);
  if (rings.length) reveal(together(rings), rings[0]);
  else if (!found.length && board.choices().length) reveal(together(board.choices().map(around)));
}

// The box around several.
function together(boxes) {
  return { top: Math.min(...boxes.map(box => box.top)), bottom: Math.max(...boxes.map(box => box.bottom)) };
}

// Scrolls a board that is longer than the screen so that a thing stands above the words; a part of it if it is too large.
function reveal(whole, part = whole) {
  const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
  const speech = $("speech").getBoundingClientRect(), beside = speech.left > $("board").getBoundingClientRect().left + 1;
  const top = Math.max(0, bar), bottom = beside ? innerHeight : speech.top;
  const box = whole.bottom - whole.top <= bottom - top ? whole : part;
  if (box.top >= top && box.bottom <= bottom) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const fits = box.bottom - box.top <= bottom - top; // what is too large shows its beginning
  $("main").scrollBy({ top: fits ? (box.top + box.bottom - top - bottom) / 2 : box.top - top, behavior: calm ? "auto" : "smooth" });
}

// -- answering -------------------------------------------------------------------------------------------------------

stage.addEventListener("click", event => {
  const element = event.target.closest(".choice[data-step]") ?? tips.near(event);
  if (element) choose(Number(element.dataset.step));
  else if (!shown?.choices.length && !shown?.answers.length && shown?.kind !== "end") say("next");
  else about.click(event);
});
$("back").addEventListener("click", () => go(answers.slice(0, -1)));
$("again").addEventListener("click", () => go([]));
wide.addEventListener("change", () => go(answers));

const choices = () => [...board.choices(), ...$("choices").querySelectorAll("button, a")];

// By keyboard alone: the first thing one can do has the focus.
function refocus() {
  if (!tips.byKey || document.activeElement?.closest("#ways, .bar")) return;
  const main = $("choices").querySelector(".main");
  (main ?? choices()[0])?.focus({ preventScroll: true });
}

listen(choices, {
  choose: element => choose(Number(element.dataset.step)),
  enter: () => choices()[0]?.focus(),
  u: () => !$("back").disabled && $("back").click(),
  "+": () => board.zoom.press("in"),
  "-": () => board.zoom.press("out"),
  0: () => board.zoom.press("all"),
});
go(answers);
