// The end of a match: shown once over the table, and again when it is asked for.

import { copy, share } from "./share.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const PETALS = 28;

export class Ending {
  constructor(dialog, key, words) {
    Object.assign(this, { dialog, key, words, shown: false });
  }

  // The first time by itself, and only to who saw the match end or comes to a match that is over.
  async arrive(celebrate) {
    if (this.shown) return;
    this.shown = true;
    await this.show(celebrate);
  }

  async show(celebrate = false) {
    const answer = await fetch(`/table/${this.key}/ending`).catch(() => null);
    if (!answer?.ok) return;
    this.dialog.innerHTML = await answer.text();
    this.dialog.querySelector("#share-match").addEventListener("click", () => this.share());
    if (!this.dialog.open) this.dialog.showModal();
    if (celebrate && !still.matches) this.celebrate();
  }

  celebrate() {
    const shower = document.createElement("div");
    shower.className = "petals";
    shower.setAttribute("aria-hidden", "true");
    for (let i = 0; i < PETALS; i++) {
      const petal = document.createElement("i");
      petal.style.cssText = `--x:${Math.random() * 100}%;--t:${2 + Math.random() * 2}s;--d:${Math.random()}s;--n:${i % 4}`;
      shower.append(petal);
    }
    this.dialog.append(shower);
    setTimeout(() => shower.remove(), 5000);
  }

  async share() {
    const address = `${location.origin}/table/${this.key}/replay`;
    if (navigator.share) return share(document.title, address);
    await copy(address);
    this.dialog.querySelector("#share-match").textContent = this.words.copied;
  }
}
