// The rulebook's page: the search box hides sections without the words; the contents stand open where there is room.
const $ = id => document.getElementById(id);
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const sections = [...document.querySelectorAll("article section")]
  .map(element => ({ element, text: plain(element.textContent), anchor: element.querySelector("h2").id }));
const entries = [...document.querySelectorAll("#contents > ol > li")];
const wide = matchMedia("(min-width: 64rem)");

function settle() { $("contents").open = wide.matches; }

function ranges(element, words) {
  const found = [], walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = plain(node.data);
    if (text.length !== node.data.length) continue; // letters and marks apart: places would not agree
    for (const word of words)
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        found.push(range);
      }
  }
  return found;
}

function search() {
  const words = plain($("find").value).split(/\s+/).filter(Boolean);
  const hits = sections.filter(({ text }) => words.every(word => text.includes(word)));
  for (const [i, section] of sections.entries()) {
    section.element.hidden = !hits.includes(section);
    entries[i].hidden = section.element.hidden;
  }
  $("found").textContent = hits.length ? "" : $("found").dataset.none;
  globalThis.CSS?.highlights?.set("found", new Highlight(...hits.flatMap(({ element }) => ranges(element, words))));
}

document.querySelector(".find").hidden = false;
$("find").addEventListener("input", search);
$("contents").addEventListener("click", event => { if (event.target.closest("a") && !wide.matches) $("contents").open = false; });
addEventListener("hashchange", () => {
  const aim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!aim?.closest("section")?.hidden) return;
  $("find").value = "";
  search();
  aim.scrollIntoView();
});
addEventListener("beforeprint", () => {
  $("find").value = "";
  search();
  for (const image of document.images) image.loading = "eager"; // not every browser draws what was never in sight
});
wide.addEventListener("change", settle);
settle();
