// What the rulebook says about the present question, in the help of a table.

export async function open(box, table, game) {
  box.replaceChildren();
  const answer = await fetch(`/table/${table}/section`).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  if (!text) return;
  box.append(new DOMParser().parseFromString(text, "text/html").body);
  const anchor = answer.headers.get("x-section");
  for (const link of box.querySelectorAll('a[href^="#"]')) Object.assign(link, { href: `/rules/${game}${link.hash}`, target: "_blank" });
  const part = box.querySelector(`[id="${anchor}"]`);
  for (const named of box.querySelectorAll("[id]")) named.removeAttribute("id"); // they may be those of the page
  part?.scrollIntoView({ block: "start" });
}
