// A finished match, step by step.
import { Board } from "./board.js";
import { fill } from "./side.js";
import { Zoom } from "./zoom.js";

const { words, table, steps } = JSON.parse(document.getElementById("client").textContent);
const $ = id => document.getElementById(id);
const stage = document.querySelector(".stage");
const board = new Board(stage, new Zoom(stage, document.querySelectorAll("[data-zoom]")));
const wide = matchMedia("(min-width: 960px)");
const asked = new URLSearchParams(location.search);
const within = (text, least, most) => Math.min(most, Math.max(least, Number.parseInt(text ?? "", 10) || 0));
let at = within(asked.get("at"), 0, steps), timer = null, latest = 0;
const eyes = [...$("eyes").options].find(option => option.value === asked.get("seat"));
if (eyes) eyes.selected = true;

async function show(place, animate = true) {
  const ticket = ++latest;
  const near = Math.abs(place - at) === 1;
  at = within(String(place), 0, steps);
  $("slider").value = at;
  $("place").textContent = fill(words.step_of, { n: at, all: steps });
  const query = new URLSearchParams({ at, seat: $("eyes").value, narrow: !wide.matches });
  const answer = await fetch(`/table/${table}/frame?${query}`);
  if (!answer.ok || ticket !== latest) return;
  const frame = await answer.json();
  if (ticket !== latest) return;
  const address = `?${new URLSearchParams({ at, seat: $("eyes").value })}`;
  history.replaceState(null, "", address);
  $("moment").href = address;
  $("question").textContent = frame.said?.said.join(" ") || frame.step || "–";
  document.querySelectorAll("#seats .score").forEach((score, i) => { score.textContent = frame.scores[i]; });
  $("text-board").hidden = Boolean(frame.svg);
  $("text-board").textContent = frame.board;
  const drawn = board.show(frame.svg, animate && near);
  board.announce($("notices"));
  await drawn;
}

function auto(on) {
  clearTimeout(timer);
  timer = null;
  $("auto").setAttribute("aria-pressed", String(on));
  $("auto").textContent = on ? words.pause : words.play;
  const go = async () => {
    if (at >= steps) return auto(false);
    const begun = performance.now();
    await show(at + 1);
    if (timer !== null) timer = setTimeout(go, Math.max(100, 700 - (performance.now() - begun)));
  };
  if (on) { if (at >= steps) at = 0; timer = setTimeout(go, 0); }
}

const by = place => { auto(false); show(place); };
$("first").addEventListener("click", () => by(0));
$("previous").addEventListener("click", () => by(at - 1));
$("next").addEventListener("click", () => by(at + 1));
$("last").addEventListener("click", () => by(steps));
$("auto").addEventListener("click", () => auto(timer === null));
$("slider").addEventListener("input", event => by(Number(event.target.value)));
$("eyes").addEventListener("change", () => show(at, false));
wide.addEventListener("change", () => show(at, false));
addEventListener("keydown", event => {
  if (event.target.matches("input, select, button, a")) return;
  if (event.key === "ArrowLeft") by(at - 1);
  if (event.key === "ArrowRight") by(at + 1);
  if (event.key === " ") { event.preventDefault(); auto(timer === null); }
});
show(at, false);
