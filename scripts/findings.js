// What is wrong with the page as it is laid out now, as sentences. `legal` are the steps that can be chosen.
// Where a dialog lies over the page, it is the dialog that is looked at.
legal => {
  const found = [];
  const dialog = document.querySelector("dialog:modal");
  const all = (selector, within = dialog ?? document) => [...within.querySelectorAll(selector)];
  const name = element => `<${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}> "${
    (element.getAttribute("aria-label") ?? element.textContent).trim().replace(/\s+/g, " ").slice(0, 50)}"`;
  const inside = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const shown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !element.closest("defs, symbol, title, .hide, .skip, [inert]") && element.closest("dialog") === dialog;
  const clipped = element => { // for screen readers only
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).clipPath === "inset(50%)") return true;
    return false;
  };

  const visible = element => { // what is left of its box by all that cuts it
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let at = element.parentElement; at; at = at.parentElement) {
      const box = at.getBoundingClientRect(), cuts = getComputedStyle(at).overflowY !== "visible";
      if (!cuts) continue;
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
  };

  // choices: on the board where they can be hit, or as buttons of the panel that are in sight
  const hits = (element, box, chosen) => {
    for (let i = 1; i < 8; i++) for (let k = 1; k < 8; k++) {
      const x = box.x + box.width * i / 8, y = box.y + box.height * k / 8;
      if (inside(x, y) && document.elementFromPoint(x, y)?.closest(chosen) === element) return true;
    }
    return false;
  };
  const hit = element => hits(element, (element.querySelector(".ring") ?? element).getBoundingClientRect(), ".choice");
  const whole = element => { // all of a button, but for a hair
    const box = element.getBoundingClientRect(), left = visible(element), x = box.x + box.width / 2;
    if (left.bottom - left.top < box.height - 2 || left.right - left.left < box.width - 2) return false;
    return inside(x, box.top + 4) && inside(x, box.bottom - 4) && hits(element, box, "button");
  };
  // a handful of choices must be in sight; where there are more the list may scroll, if it says so and some are seen
  const HANDFUL = 4, SOME = 2;
  const list = document.getElementById("choices"), buttons = all("#choices [data-step]").filter(shown);
  const inSight = buttons.filter(whole);
  const says = list?.classList.contains("more") && getComputedStyle(list, "::after").content !== "none"
    && Math.min(visible(list).bottom, innerHeight) >= list.getBoundingClientRect().bottom - 6;
  const goes_on = says && legal.length > HANDFUL && inSight.length >= Math.min(SOME, buttons.length - 1);
  const offered = new Set((goes_on ? buttons : inSight).map(button => Number(button.dataset.step)));
  for (const element of all(".stage .choice[data-step]")) if (hit(element)) offered.add(Number(element.dataset.step));
  for (const step of legal) if (!offered.has(step)) found.push(`choice ${step} is neither in sight nor in the panel`);

  // parts that must not lie on each other
  const apart = (elements, what) => {
    const boxes = elements.filter(shown).map(element => [element, visible(element)]);
    for (const [i, [one, a]] of boxes.entries()) for (const [other, b] of boxes.slice(i + 1)) {
      const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (w > 2 && h > 3 && !one.contains(other) && !other.contains(one)) found.push(`${what}: ${name(one)} and ${name(other)} overlap`);
    }
  };
  const parts = [".bar", "#notices", "#board", "#tabs", ".people > *", ".story > *"];
  // what is sticky, or stands in something that is, lies over what scrolls
  const stuck = element => [element, element?.parentElement].some(part => part && getComputedStyle(part).position === "sticky"
    && getComputedStyle(part).display !== "contents");
  const ask = all("#ask")[0];
  if (ask && !stuck(ask)) parts.push("#ask");
  apart(parts.flatMap(part => all(part)).filter(part => !clipped(part)), "parts");
  apart(all(".bar button, .bar summary, .bar h1").filter(part => !clipped(part)), "bar");
  apart(all("#choices button"), "choices");

  // the coach and an open hint: wholly in sight, beside everything else, and what they offer can be pressed
  const advice = all("#coach, #hint-box[open]").filter(part => part.checkVisibility());
  for (const part of advice) {
    const box = part.getBoundingClientRect(), left = visible(part);
    if (box.height < 24 || left.bottom - left.top < box.height - 2 || left.right - left.left < box.width - 2
      || box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1) found.push(`${name(part)} is cut`);
    if (part.scrollWidth > part.clientWidth + 1) found.push(`${name(part)} scrolls sideways`);
    const rest = stuck(document.getElementById("advice")) ? "" : ", #notices, #board, #tabs, .people > *, .story > *"; // or scrolls below
    const beside = `.bar, #ask${rest}`;
    for (const other of all(beside).filter(each => shown(each) && !clipped(each))) {
      const b = visible(other);
      const w = Math.min(box.right, b.right) - Math.max(box.left, b.left), h = Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top);
      if (w > 2 && h > 3) found.push(`advice: ${name(part)} and ${name(other)} overlap`);
    }
    for (const y of [box.top + 8, (box.top + box.bottom) / 2, box.bottom - 8]) {
      const at = document.elementFromPoint(box.left + box.width / 2, y);
      if (at && !part.contains(at)) found.push(`${name(part)} lies under ${name(at)}`);
    }
  }

  // what can be pressed can be reached: nothing lies over it, or one can scroll to it
  const scrolls = element => {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight + 1) return true;
    return document.documentElement.scrollHeight > innerHeight && getComputedStyle(document.body).overflowY !== "hidden";
  };
  for (const element of all(dialog ? "a, button" : ".bar a, button, main a, summary, select, main input").filter(shown)) {
    if (clipped(element)) continue;
    const box = element.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const at = inside(x, y) ? document.elementFromPoint(x, y) : null;
    if (at && (element.contains(at) || at.contains(element) || at.closest("label")?.contains(element))) continue;
    if (!scrolls(element)) found.push(`${name(element)} cannot be reached`);
  }

  // text that is cut, or runs out of its box
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  for (const element of all("body *:not(svg *), dialog *:not(svg *)").filter(element => element.scrollWidth > element.clientWidth + 1)) {
    const style = getComputedStyle(element);
    const cuts = style.overflowX !== "visible" && element.clientWidth > 1 && style.display !== "inline";
    if (cuts && shown(element) && !clipped(element) && !element.matches("input, .stage, pre")) found.push(`${name(element)} is cut`);
  }
  const lines = element => { // of its own text
    const range = document.createRange(), nodes = [...element.childNodes];
    const own = nodes.filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    return own.flatMap(node => { range.selectNodeContents(node); return [...range.getClientRects()]; });
  };
  const cutter = (element, line) => { // what hides a line for good: nobody can scroll to it
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at), box = at.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflowY) && at.scrollHeight > at.clientHeight + 1) return null;
      const half = line.height / 4; // a line's box is higher than its letters
      const out = line.bottom > box.bottom + half || line.top < box.top - half;
      if (out && style.overflowY !== "visible" && !["inline", "contents"].includes(style.display)) return at;
      if (style.position === "fixed") break;
    }
    return null;
  };
  for (const element of all("*:not(svg *, script, style, option, .stage *)").filter(shown)) {
    if (clipped(element) || element.matches("select, input, textarea") || element.closest("details:not([open]) > :not(summary)")) continue;
    const cut = lines(element).map(line => cutter(element, line)).find(Boolean);
    if (cut) found.push(`${name(element)} is cut above or below by ${name(cut)}`);
  }
  if (dialog) {
    const box = dialog.getBoundingClientRect();
    const fits = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    if (!fits) found.push(`${name(dialog)} is larger than the screen`);
  }
  const drawn = text => text.textContent.trim() && shown(text) && text.getBoundingClientRect().width;
  const texts = all(dialog ? "svg text" : ".stage svg text").filter(drawn);
  const zoomed = document.querySelector(".stage.zoomed");
  const boxes = new Map(texts.map(text => [text, text.getBoundingClientRect()]));
  for (const [text, box] of zoomed ? [] : boxes) {
    let panel = null;
    for (let at = text.parentElement; at && !panel; at = at.parentElement) panel = at.querySelector(":scope > rect.panel");
    const around = (panel ?? text.ownerSVGElement).getBoundingClientRect();
    if (box.left < around.left - 2 || box.right > around.right + 2 || box.top < around.top - 3 || box.bottom > around.bottom + 3)
      found.push(`drawing: ${name(text)} runs out of its box`);
  }
  const sorted = [...boxes].sort((one, other) => one[1].top - other[1].top);
  sorted.forEach(([text, a], i) => {
    for (const [other, b] of sorted.slice(i + 1)) {
      if (b.top > a.bottom) break;
      const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - b.top;
      const line = Math.min(a.height, b.height); // a box of text is higher than its letters
      if (w > 2 && h > line * 0.4 && ![text, other].some(one => one.closest(".outcome, .ghost, .numbers")))
        found.push(`drawing: ${name(text)} and ${name(other)} overlap`);
    }
  });
  return found;
}
