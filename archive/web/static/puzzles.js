// Remember on this device which puzzles were solved, and mark them in the lists.

const page = document.getElementById("puzzles");
const kept = (game) => `puzzles ${game}`;

function solved(game) {
  try {
    return new Set((localStorage.getItem(kept(game)) ?? "").split(" ").filter(Boolean));
  } catch {
    return new Set(); // a browser may keep nothing
  }
}

if (page.dataset.solves) {
  const game = page.dataset.game;
  try {
    localStorage.setItem(kept(game), [...solved(game).add(page.dataset.solves)].join(" "));
  } catch {
    // then it is not remembered
  }
}

const links = [...page.querySelectorAll("[data-puzzle]")];
const done = links.filter((link) =>
  solved(link.dataset.game ?? page.dataset.game).has(link.dataset.puzzle),
);
for (const link of done) link.parentElement.querySelector("[data-solved]").hidden = false;

const told = document.getElementById("how-many-solved");
if (told && done.length) {
  told.textContent = told.dataset.said.replace("{solved}", done.length).replace("{all}", links.length);
  told.hidden = false;
}
