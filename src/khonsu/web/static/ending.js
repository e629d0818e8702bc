// The end of a match: shown once over the table, and again when it is asked for.

import { copy, share } from "./share.js";

export class Ending {
  constructor(dialog, key, words) {
    Object.assign(this, { dialog, key, words, shown: false });
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/static/ending.css" });
    this.styled = new Promise(resolve => { style.onload = style.onerror = resolve; });
    document.head.append(style);
    dialog.addEventListener("close", () => dialog.classList.remove("celebrates"));
  }

  // The first time by itself, and only to who saw the match end or comes to a match that is over.
  async arrive(celebrate) {
    if (this.shown) return;
    this.shown = true;
    await this.show(celebrate);
  }

  // Celebrated (the style sheet moves what moves) for who was there.
  async show(celebrate = false) {
    const answer = await fetch(`/table/${this.key}/ending`).catch(() => null);
    if (!answer?.ok) return;
    await this.styled;
    this.dialog.innerHTML = await answer.text();
    this.dialog.querySelector("#share-match").addEventListener("click", () => this.share());
    this.dialog.classList.toggle("celebrates", celebrate);
    if (!this.dialog.open) this.dialog.showModal();
  }

  async share() {
    const address = `${location.origin}/table/${this.key}/replay`;
    if (navigator.share) return share(document.title, address);
    await copy(address);
    this.dialog.querySelector("#share-match").textContent = this.words.copied;
  }
}
