// A finished match, move by move or turn by turn.
import { Asked } from "./asked.js";
import { Board } from "./board.js";
import { Follow } from "./follow.js";
import { Layout } from "./layout.js";
import { Outlines } from "./outlines.js";
import { fill } from "./side.js";
import { Log } from "./story.js";
import { Zoom } from "./zoom.js";

const { words, table, steps, game } = JSON.parse(document.getElementById("client").textContent);
const $ = id => document.getElementById(id);
const stage = document.querySelector(".stage");
const board = new Board(stage, new Zoom(stage, document.querySelectorAll("[data-zoom]")));
const layout = new Layout($("main"), $("board"), [$("ask")], { redraw: () => show(at, false), moved: () => {} });
const marks = new Outlines(board);
const log = new Log($("log"), marks, (n, turn) => by(turn ? n : n + 1));
const follow = new Follow($("speed"));
const about = new Asked(stage, $("what"), { game, words });
stage.addEventListener("click", event => about.click(event));
const asked = new URLSearchParams(location.search);
const within = (text, least, most) => Math.min(most, Math.max(least, Number.parseInt(text ?? "", 10) || 0));
let at = within(asked.get("at"), 0, steps), playing = false, latest = 0, turns = [0];
const eyes = [...$("eyes").options].find(option => option.value === asked.get("seat"));
if (eyes) eyes.selected = true;

async function show(place, animate = true) {
  const ticket = ++latest, seat = $("eyes").value;
  const near = Math.abs(place - at) === 1;
  at = within(String(place), 0, steps);
  $("slider").value = at;
  $("place").textContent = fill(words.step_of, { n: at, all: steps });
  const query = new URLSearchParams({ at, seat, narrow: layout.narrow });
  const answer = await fetch(`/table/${table}/frame?${query}`);
  if (!answer.ok || ticket !== latest) return;
  const frame = await answer.json();
  if (ticket !== latest) return;
  document.querySelectorAll("#seats .score").forEach((score, i) => { score.textContent = frame.scores[i]; });
  $("text-board").hidden = Boolean(frame.svg);
  $("text-board").textContent = frame.board;
  tell(frame.step);
  const drawn = board.show(frame.svg, animate && near);
  board.announce($("notices"));
  about.begin();
  await drawn;
  if (ticket !== latest) return;
  marks.show("changed", log.current(at).map(line => log.told.get(line)));
  const address = `?${new URLSearchParams({ at, seat })}`; // of what is seen by now
  history.replaceState(null, "", address);
  $("moment").href = address;
}

// What has just happened, also in the list of turns.
function tell(step) {
  const lines = log.current(at), list = $("log").parentNode;
  $("question").textContent = lines.map(line => line.textContent).join(" ") || step || "–";
  const line = lines[0] ?? $("log").firstElementChild;
  if (line) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;
}

// The list of turns, as the seat saw them whose eyes were chosen.
async function read() {
  latest += 1; // a drawing on its way is for other eyes
  const answer = await fetch(`/table/${table}/story?seat=${$("eyes").value}`);
  if (!answer.ok) return;
  const lines = await answer.json();
  log.show({ from: 0, lines }, []);
  turns = [...new Set([0, ...lines.filter(line => line.turn).map(line => line.n), steps])].sort((a, b) => a - b);
  await show(at, false);
}

async function auto(on) {
  playing = on;
  $("auto").setAttribute("aria-pressed", String(on));
  $("auto").textContent = on ? words.pause : words.play;
  if (on && at >= steps) at = 0;
  while (playing && at < steps) {
    const begun = performance.now();
    await show(at + 1);
    const time = follow.time(turns.includes(at)) - (performance.now() - begun);
    await new Promise(resolve => setTimeout(resolve, Math.max(60, time)));
  }
  if (playing) auto(false);
}

function help() {
  board.legend($("legend"));
  $("help").showModal();
}
$("help-button").addEventListener("click", help);

const by = place => { auto(false); show(place); };
const turnBefore = () => by(turns.findLast(turn => turn < at) ?? 0);
const turnAfter = () => by(turns.find(turn => turn > at) ?? steps);
const buttons = {
  first: () => by(0), previous: () => by(at - 1), next: () => by(at + 1), last: () => by(steps),
  "previous-turn": turnBefore, "next-turn": turnAfter, auto: () => auto(!playing),
};
for (const [id, act] of Object.entries(buttons)) $(id).addEventListener("click", act);
$("slider").addEventListener("input", event => by(Number(event.target.value)));
$("eyes").addEventListener("change", read);
const keys = {
  ArrowLeft: buttons.previous, ArrowRight: buttons.next, ArrowUp: turnBefore, ArrowDown: turnAfter,
  Home: buttons.first, End: buttons.last, " ": buttons.auto, "?": help,
};
addEventListener("keydown", event => {
  if (event.target.matches("input, select, a, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.target.matches("button") || !keys[event.key] || $("help").open) return;
  event.preventDefault();
  keys[event.key]();
});
show(at, false);
read();
