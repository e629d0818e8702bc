// On a phone what stands beside the board lies behind tabs; on a wide screen all of it is shown and the tabs are not.

export class Tabs {
  constructor(side, list) {
    Object.assign(this, { side, tabs: [...list.querySelectorAll("[role=tab]")] });
    for (const tab of this.tabs) tab.addEventListener("click", () => {
      this.show(tab.dataset.tab);
      const folded = side.querySelector(`details[data-tab="${tab.dataset.tab}"]`);
      if (folded) folded.open = true;
    });
    list.addEventListener("keydown", event => this.step(event));
    side.addEventListener("focusin", event => {
      const panel = event.target.closest("[data-tab]:not([role=tab])");
      if (panel) this.show(panel.dataset.tab); // whatever has the focus can be seen
    });
    this.show(this.tabs[0].dataset.tab);
  }

  show(name) {
    this.side.dataset.shown = name;
    for (const tab of this.tabs) {
      const chosen = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      if (chosen) tab.classList.remove("news");
    }
  }

  step(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation(); // the arrows of the board do not hear of it
    const at = this.tabs.indexOf(event.target.closest("[role=tab]"));
    const next = this.tabs[(at + way + this.tabs.length) % this.tabs.length];
    this.show(next.dataset.tab);
    next.focus();
  }

  // Something new lies behind a tab that is not shown.
  news(name) {
    const tab = this.tabs.find(one => one.dataset.tab === name);
    if (this.side.dataset.shown !== name) tab.classList.add("news");
  }
}
