// The form of a new table: as many seats as players, names only where people sit.
const players = () => Number(document.querySelector("[name=players]:checked")?.value ?? 0);

function tidy() {
  for (const row of document.querySelectorAll("[data-seat]")) {
    row.hidden = Number(row.dataset.seat) >= players();
    const kind = row.querySelector("select").value;
    row.querySelector(".name").hidden = !(kind === "person" || kind === "program");
  }
}

document.addEventListener("change", tidy);
tidy();
