// The form of a new table works without this; here a bot's strength is put into words while the slider moves.
const words = JSON.parse(document.getElementById("levels").textContent);

function tell(slider) {
  const said = words[Number(slider.value) - Number(slider.min)];
  slider.setAttribute("aria-valuetext", said);
  slider.closest("label").querySelector("output").textContent = said;
}

for (const slider of document.querySelectorAll(".strength input")) {
  slider.addEventListener("input", () => tell(slider));
  tell(slider);
}
