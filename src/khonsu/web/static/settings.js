// Switches that belong to this device: kept here, heard by whoever asks.

const name = key => `khonsu ${key}`;
export const chosen = key => localStorage.getItem(name(key)) !== null;
export const isOn = (key, otherwise = false) => (localStorage.getItem(name(key)) ?? (otherwise ? "1" : "0")) === "1";

export function turn(key, on) {
  localStorage.setItem(name(key), on ? "1" : "0");
  for (const box of document.querySelectorAll(`[data-switch="${key}"]`)) box.checked = on;
  document.dispatchEvent(new Event(`switch ${key}`));
}

for (const box of document.querySelectorAll("[data-switch]")) {
  box.checked = isOn(box.dataset.switch, box.defaultChecked);
  box.addEventListener("change", () => turn(box.dataset.switch, box.checked));
}

// A notification needs the person's word to the browser, which only a click may ask for.
document.addEventListener("switch notify", async () => {
  if (!isOn("notify")) return;
  const allowed = "Notification" in window && await Notification.requestPermission() === "granted";
  if (!allowed) turn("notify", false);
});
for (const box of document.querySelectorAll('[data-switch="notify"]')) box.closest("label").hidden = !("Notification" in window);
