// Games that are still being compiled: their bars move, and a page that waits for one goes on by itself.

const EVERY = 1000;
const next = document.querySelector("[data-next]");

function goOn() {
  if (next.matches("form")) next.submit();
  else location.reload();
}

function show(place, far) {
  place.hidden = !far;
  if (!far) return;
  place.dataset.state = far.state;
  place.querySelector("progress").value = far.share;
  place.querySelector("span").textContent = far.said;
}

async function look() {
  const places = [...document.querySelectorAll("[data-wait]:not([hidden])")];
  try {
    const games = await (await fetch("/ready")).json();
    for (const place of places) show(place, games[place.dataset.wait]);
    if (next && places.some(place => place.hidden)) return goOn();
  } catch {
    // the server is away for a moment
  }
  if (places.some(place => !place.hidden)) setTimeout(look, EVERY);
}

look();
