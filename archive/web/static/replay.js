// Stepping through a game without leaving the page. Everything here has an ordinary link beside it:
// when a step cannot be fetched, the link is followed instead.

import { bindKeys } from "./keys.js";
import { Boards } from "./boards.js";
import { bindSwipe } from "./swipe.js";

const viewer = document.getElementById("viewer");
const board = document.getElementById("board");
const plays = document.getElementById("plays");
const run = document.getElementById("run");
const voice = document.getElementById("announce");

const numbers = (text) => (text ? text.split(" ").map(Number) : []);
const last = Number(viewer.dataset.last);
const seats = Number(viewer.dataset.seats);
const firsts = numbers(viewer.dataset.firsts);
const findings = numbers(viewer.dataset.findings);

const [firstListed = 0, lastListed = 0] = numbers(viewer.dataset.listed);

const shown = () => document.getElementById("ply").dataset;
let near = Number(shown().near); // the seat whose side the table is seen from
let ply = Number(shown().ply);
let wanted = ply;

const boards = new Boards(addressOf, board.innerHTML, ply);

function addressOf(target) {
  return `${viewer.dataset.base}/${target}${near > 1 ? `?seat=${near}` : ""}`;
}

// A long game's page lists the plies round the one it was asked for; further on it takes another.
function beyond(target) {
  return lastListed > 0 && (Math.max(target, 1) < firstListed || target > lastListed);
}

async function show(target) {
  wanted = Math.min(Math.max(target, 0), last);
  const going = wanted;
  if (beyond(going)) {
    location.replace(addressOf(going));
    return;
  }
  let html;
  try {
    html = await boards.get(going);
  } catch {
    location.assign(addressOf(going));
    return;
  }
  if (going !== wanted) return; // somebody is already further on
  const held = document.activeElement?.closest?.("#board [data-to], #board [data-turn]");
  const grip = held && (held.dataset.turn !== undefined ? "[data-turn]" : `[aria-label="${held.ariaLabel}"]`);
  board.innerHTML = html;
  if (grip) board.querySelector(`.steps ${grip}`)?.focus({ preventScroll: true });
  ply = going;
  mark(ply);
  history.replaceState(null, "", addressOf(ply));
  voice.textContent = shown().announce;
  document.title = document.title.replace(/^.*?(?= – )/, () => shown().title);
  boards.prefetch([ply + 1, ply - 1, ply + 2].filter((near) => near >= 0 && near <= last));
}

// Move the marks in the play list and the run of the score, and open the hand played.
function mark(target) {
  plays.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const at = Math.max(target, 1);
  for (const hand of plays.querySelectorAll("details")) {
    const here = at >= Number(hand.dataset.first) && at <= Number(hand.dataset.last);
    if (here) hand.open = true;
    else if (hand.dataset.opened === undefined) hand.open = false;
  }
  const link = plays.querySelector(`a[data-to="${target}"]`);
  link?.setAttribute("aria-current", "step");
  run.querySelector(".now")?.classList.remove("now");
  run.querySelector(`a[data-to="${target}"]`)?.classList.add("now");
}

function handStep(direction) {
  if (direction > 0) return show(firsts.find((first) => first > wanted) ?? last);
  const before = firsts.filter((first) => first < wanted);
  return show(before.length ? before[before.length - 1] : 0);
}

function findingStep(direction) {
  const target = direction > 0
    ? findings.find((at) => at > wanted)
    : findings.filter((at) => at < wanted).pop();
  if (target === undefined) voice.textContent = direction > 0 ? "No further finding." : "No earlier finding.";
  else show(target);
}

function turnSeats() {
  near = (near % seats) + 1;
  boards.forget();
  for (const link of viewer.querySelectorAll("a[data-to]")) {
    link.setAttribute("href", addressOf(link.dataset.to));
  }
  show(wanted);
}

const asking = document.getElementById("goto-dialog");
const asked = document.getElementById("goto-ply");
const refused = document.getElementById("goto-refused");
asking.addEventListener("submit", (event) => {
  const there = /^\d+$/.test(asked.value) && Number(asked.value) <= last;
  if (event.submitter?.value !== "go" || there) return;
  event.preventDefault();
  refused.textContent = `There is no such ply: this game has ${last}, and 0 is before the first.`;
  refused.hidden = false;
  asked.select();
});
asking.addEventListener("close", () => {
  if (asking.returnValue === "go" && asked.value !== "") show(Number(asked.value));
});

bindKeys({
  ArrowLeft: () => show(wanted - 1),
  ArrowRight: () => show(wanted + 1),
  Home: () => show(0),
  End: () => show(last),
  "[": () => handStep(-1),
  "]": () => handStep(1),
  n: () => findingStep(1),
  p: () => findingStep(-1),
  f: turnSeats,
  g: () => {
    asked.value = ply;
    refused.hidden = true;
    asking.showModal();
    asked.select();
  },
  "?": () => document.getElementById("keys-dialog").showModal(),
});

bindSwipe(board, { left: () => show(wanted + 1), right: () => show(wanted - 1) });

viewer.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const link = event.target.closest("[data-to], [data-turn]");
  if (!link) {
    // A hand opened by hand stays open while the game goes on.
    const hand = event.target.closest("summary")?.parentElement;
    if (hand) hand.open ? delete hand.dataset.opened : (hand.dataset.opened = "");
    return;
  }
  event.preventDefault();
  if (link.dataset.turn !== undefined) turnSeats();
  else show(Number(link.dataset.to));
});

mark(ply);
boards.prefetch([ply + 1, ply - 1].filter((near) => near >= 0 && near <= last));

viewer.dataset.ready = ""; // keys are heard from here on
