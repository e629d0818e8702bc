// Ten questions: each is fetched, answered, explained; the score stays in the browser.
import { Asked } from "./asked.js";
import { Board } from "./board.js";
import { listen } from "./keys.js";
import { clear, ring } from "./marks.js";
import { Zoom } from "./zoom.js";

const { words, seed, count, course, game } = JSON.parse(document.getElementById("client").textContent);
const $ = id => document.getElementById(id);
const wide = matchMedia("(min-width: 960px)");
const stage = document.querySelector(".stage");
const board = new Board(stage, new Zoom(stage, document.querySelectorAll("[data-zoom]")));
const about = new Asked(stage, $("what"), { game, words }); // what a thing is, never whether it can be chosen: that may be asked
const token = document.querySelector("[name=_csrf_token]").value;
const fill = (sentence, places) => sentence.replace(/{(\w+)}/g, (_, name) => places[name]);
let number = 0, score = 0, byKey = false;

async function ask(answer = null) {
  const answered = await fetch(location.pathname, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrftoken": token },
    body: JSON.stringify({ seed, number, answer, narrow: !wide.matches }),
  }).catch(() => null);
  return answered?.ok ? answered.json() : null;
}

function button(label, kind, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: label, className: kind });
  made.addEventListener("click", act);
  return made;
}

function trouble(again) {
  $("text").textContent = words.lost;
  $("onward").replaceChildren(button(words.retry, "main", again));
}

async function begin() {
  const scene = await ask();
  if (!scene) return trouble(begin);
  $("progress").max = count;
  $("progress").value = number;
  $("number").textContent = `${fill(words.number, { n: number + 1, all: count })}. ${scene.who}`;
  $("text").textContent = scene.text;
  $("verdict").hidden = true;
  $("onward").replaceChildren();
  const buttons = scene.answers.map((label, i) => button(lettered(scene, label, i), "choice-button", () => choose(i)));
  $("choices").replaceChildren(...buttons);
  board.text = ""; // what was taken out of the same drawing for another question is wanted again
  await board.show(scene.svg, false);
  quieten(scene);
  mark(scene);
  about.begin();
  if (byKey) $("choices").firstChild.focus();
  document.body.dataset.ply = number;
}

const lettered = (scene, label, i) => scene.places.length ? `${"ABCD"[i]}  ${label}` : label;

// The drawing is to be looked at: what a choice would bring is the very question.
function quieten(scene) {
  const marked = new Set([...scene.about, ...scene.places].map(selector => stage.querySelector(selector)));
  for (const choice of stage.querySelectorAll(".choice")) {
    choice.querySelector(".outcome")?.remove();
    for (const name of ["aria-label", "role", "tabindex"]) choice.removeAttribute(name);
    if (choice.matches(".ghost") && !marked.has(choice)) choice.remove();
    else choice.classList.remove("choice", "ghost");
  }
}

function mark(scene) {
  clear(stage);
  for (const selector of scene.about) point(selector, "");
  scene.places.forEach((selector, i) => point(selector, "ABCD"[i]));
}

function point(selector, label) {
  const found = stage.querySelector(selector);
  if (found) ring(board.svg, found, label);
}

async function choose(i) {
  const scene = await ask(i);
  if (!scene) return trouble(() => choose(i));
  const right = scene.right === i;
  score += right;
  for (const [place, one] of [...$("choices").children].entries()) {
    one.disabled = true;
    one.classList.toggle("right", place === scene.right);
    one.classList.toggle("wrong", place === i && !right);
  }
  $("right").textContent = right ? words.right : fill(words.wrong, { answer: scene.answers[scene.right] });
  $("why").textContent = scene.why;
  $("rules").textContent = scene.link && fill(words.rules, { section: scene.section });
  $("rules").href = scene.link;
  $("verdict").hidden = false;
  const last = number + 1 === count;
  $("onward").replaceChildren(button(last ? words.result : words.next, "main big", last ? end : next));
  if (byKey) $("onward").firstChild.focus();
  $("onward").scrollIntoView({ block: "nearest" });
  document.body.dataset.ply = `${number}!`;
}

function next() {
  number += 1;
  begin();
}

function end() {
  $("progress").value = count;
  $("number").textContent = "";
  const praise = score === count ? words.all : score >= 0.7 * count ? words.most : words.some;
  $("text").textContent = `${fill(words.score, { n: score, all: count })}. ${praise}`;
  $("choices").replaceChildren();
  $("verdict").hidden = true;
  const back = Object.assign(document.createElement("a"), { className: "button", textContent: words.course, href: course });
  $("play").hidden = false;
  $("onward").replaceChildren($("play"), button(words.again, "", () => location.reload()), back);
  document.body.dataset.ply = "end";
}

stage.addEventListener("click", event => about.click(event));
addEventListener("keydown", () => { byKey = true; }, true);
addEventListener("pointerdown", () => { byKey = false; }, true);
wide.addEventListener("change", () => $("verdict").hidden && begin());
listen(() => [...$("choices").querySelectorAll("button:enabled"), ...$("onward").querySelectorAll("button, a")], {
  choose: () => {},
  enter: () => document.querySelector("#onward button, #choices button")?.focus(),
  "+": () => board.zoom.press("in"),
  "-": () => board.zoom.press("out"),
  0: () => board.zoom.press("all"),
});
begin();
