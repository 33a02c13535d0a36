// Remember on this device which puzzles were solved, and mark them in the list.

const page = document.getElementById("puzzles");
const kept = `puzzles ${page.dataset.game}`;

function solved() {
  try {
    return new Set((localStorage.getItem(kept) ?? "").split(" ").filter(Boolean));
  } catch {
    return new Set(); // a browser may keep nothing
  }
}

if (page.dataset.solves) {
  try {
    localStorage.setItem(kept, [...solved().add(page.dataset.solves)].join(" "));
  } catch {
    // then it is not remembered
  }
}

const done = solved();
for (const link of page.querySelectorAll("[data-puzzle]")) {
  if (done.has(link.dataset.puzzle)) link.parentElement.querySelector("[data-solved]").hidden = false;
}
