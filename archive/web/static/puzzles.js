// Remember on this device which puzzles were solved, mark them in the lists, and bring them into
// the account, where the reader has signed in.

const page = document.getElementById("puzzles");
const BEFORE = "puzzles ";
const AT_ONCE = 1000;
const kept = (game) => BEFORE + game;

function read(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return ""; // a browser may keep nothing
  }
}

function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // then it is not remembered
  }
}

const solved = (game) => new Set(read(kept(game)).split(" ").filter(Boolean));

if (page.dataset.solves) {
  const game = page.dataset.game;
  keep(kept(game), [...solved(game).add(page.dataset.solves)].join(" "));
}

// A card of one's own hand is an answer, where no other answer has it too.
const choices = [...page.querySelectorAll(".choices button")];
for (const card of page.querySelectorAll(":is(.near, .place-0) .held [data-card]:not(.played)")) {
  const named = page.querySelector(".is-twenty") ? card.dataset.card[0] : card.dataset.card;
  const [choice, other] = choices.filter(({ value }) => value.includes(named));
  if (choice?.value !== named || other) continue;
  card.classList.add("choosable");
  card.addEventListener("click", () => choice.click());
}

const links = [...page.querySelectorAll("[data-puzzle]")];
const markOf = (link) => link.parentElement.querySelector("[data-solved]");
for (const link of links) {
  const game = link.dataset.game ?? page.dataset.game;
  if (solved(game).has(link.dataset.puzzle)) markOf(link).hidden = false;
}

const told = document.getElementById("how-many-solved");
const done = links.filter((link) => !markOf(link).hidden);
if (told && done.length) {
  told.textContent = told.dataset.said.replace("{solved}", done.length).replace("{all}", links.length);
  told.hidden = false;
}

if (page.dataset.bring) await bring();

async function bring() {
  let games = [];
  try {
    games = Object.keys(localStorage).filter((key) => key.startsWith(BEFORE));
  } catch {
    return;
  }
  const all = games.flatMap((key) => {
    const game = key.slice(BEFORE.length);
    return [...solved(game)].map((ply) => `${game}:${ply}`);
  });
  const brought = `brought ${page.dataset.account}`;
  const mark = all.sort().join(" ");
  if (!all.length || read(brought) === mark) return; // the account has them
  try {
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE).join(" ");
      const body = new URLSearchParams({ solved: some, csrf_token: page.dataset.token });
      const answer = await fetch(page.dataset.bring, { method: "POST", body });
      if (!answer.ok) return;
    }
    keep(brought, mark);
  } catch {
    // the next page tries again
  }
}
