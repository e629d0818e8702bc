// Calls somebody back when it is their turn: a mark in the title and on the icon, two soft notes, a notification.
import { isOn, turn } from "./settings.js";

const NOTES = [[587.33, 0], [783.99, .16]]; // Hz, seconds after the first
const LENGTH = .5;

export class Call {
  constructor(offer, words) {
    Object.assign(this, { offer, words, mine: null, audio: null });
    const listens = () => { this.audio ??= new AudioContext(); }; // browsers let pages sound after a click or key only
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, listens, { once: true });
    for (const button of offer?.querySelectorAll("[data-call]") ?? [])
      button.addEventListener("click", () => this.answer(Boolean(button.dataset.call)));
    document.addEventListener("visibilitychange", () => this.shown?.close());
  }

  // A state as it arrives: what is drawn of it may have to wait until somebody looks at the page.
  heard(state) {
    const mine = state.you >= 0 && !state.over && (state.asked.includes(state.you) || state.confirm);
    const begins = mine && this.mine === false;
    this.mine = mine;
    this.mark(mine);
    if (this.offer) this.offer.hidden = !state.own.length || state.over || localStorage.getItem("khonsu sound") !== null;
    if (!begins) return;
    if (isOn("sound")) this.ring();
    if (isOn("notify") && document.visibilityState === "hidden") this.notify();
  }

  mark(mine) {
    document.title = document.title.replace(/^(● )?/, mine ? "● " : "");
    document.querySelector("link[rel=icon]").href = `/static/moon${mine ? "-turn" : ""}.svg`;
    if (mine) navigator.setAppBadge?.().catch(() => null);
    else navigator.clearAppBadge?.().catch(() => null);
  }

  // Asked for once; afterwards the switches in the settings decide.
  answer(yes) {
    this.offer.hidden = true;
    turn("sound", yes);
    turn("notify", yes);
    if (yes) this.ring();
  }

  ring() {
    const { audio } = this;
    if (!audio) return;
    for (const [pitch, after] of NOTES) {
      const tone = new OscillatorNode(audio, { frequency: pitch, type: "sine" });
      const volume = new GainNode(audio, { gain: 0 });
      const begin = audio.currentTime + after;
      volume.gain.setValueAtTime(0, begin);
      volume.gain.linearRampToValueAtTime(.2, begin + .02);
      volume.gain.exponentialRampToValueAtTime(.001, begin + LENGTH);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + LENGTH);
    }
  }

  notify() {
    if (Notification.permission !== "granted") return;
    const title = document.querySelector(".bar h1").textContent;
    this.shown = new Notification(title, { body: this.words.your_turn, icon: "/static/icons/192.png", tag: location.pathname });
    this.shown.onclick = () => { window.focus(); this.shown.close(); };
  }
}
