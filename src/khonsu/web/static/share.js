// Handing something on: copied, or shared where the device knows how.

// The old way first: browsers keep the new one from pages that came without HTTPS or are not in front.
export async function copy(text) {
  const focused = document.activeElement;
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  if (!done) await navigator.clipboard?.writeText(text);
}

export function share(title, url) {
  return navigator.share({ title, url }).catch(() => null); // whoever changes their mind is no error
}

// Invitations of seats that somebody has taken.
export function seated(seats) {
  for (const seat of seats) if (seat.filled) document.querySelector(`[data-invites="${seat.seat}"]`)?.remove();
  const section = document.querySelector(".invitations:has(h2)");
  if (section && !section.querySelector(".invitation")) section.remove();
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => share(document.title, button.dataset.share));
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await copy(button.dataset.copy);
    button.textContent = document.body.dataset.copied;
    button.setAttribute("aria-live", "polite");
  });
}
