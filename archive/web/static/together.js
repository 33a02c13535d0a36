// Several people at one replay: the leader's steps are sent, and everyone else's table follows them.

import { addressOf, follow, running, show } from "./replay.js";

const OFTEN = 1000; // milliseconds between two questions
const HIDDEN = 15_000; // in a page that is not looked at
const SLOWEST = 30_000; // while there is no answer
const BETWEEN = 300; // after a step was sent, until the next is

const box = document.getElementById("together");
const line = box.querySelector(".line");
const told = box.querySelector("[role=status]");
const { state, part, place: sendTo, gone, csrf, over, lost, copied } = box.dataset;
const kept = `away ${state}`;

let leads = false;
let theirs = ""; // where the leader is
let going = ""; // where this table was last brought
let away = sessionStorage.getItem(kept) !== null;
let wait = OFTEN;
let timer = 0;

// A place as the server has it: a play, or a line that leaves the game there.
function placeOf(address) {
  const found = new URL(address);
  const asked = new URLSearchParams();
  for (const name of ["line", "at", "for"]) {
    if (found.searchParams.has(name)) asked.set(name, found.searchParams.get(name));
  }
  const ply = found.pathname.split("/").pop();
  return asked.has("line") ? `${ply}?${asked}` : ply;
}

async function bring(place) {
  const [ply, asked] = place.split("?");
  const here = placeOf(location.href);
  going = place;
  if (here === place) return;
  running(false);
  if (asked === undefined || here.split("?")[0] !== ply) {
    going = ply;
    await show(Number(ply));
    if (asked === undefined || away || going !== ply) return; // or something else is wanted by now
    going = place;
  }
  const address = new URL(addressOf(ply), location.href);
  for (const [name, said] of new URLSearchParams(asked)) address.searchParams.set(name, said);
  follow(address.href);
}

function stepAway(gone) {
  away = gone;
  if (gone) sessionStorage.setItem(kept, "");
  else sessionStorage.removeItem(kept);
  const back = box.querySelector("[data-back]");
  if (back) back.hidden = !gone;
}

document.getElementById("viewer").addEventListener("shown", () => {
  const here = placeOf(location.href);
  if (leads && here !== going) {
    going = "";
    send(here);
  } else if (!leads && here !== going) stepAway(true);
});

// What the leader shows. Of steps that follow each other quickly only the last is sent.
let unsent = "";
let sending = false;
let turn = 0; // the number of the last place that this page sent or was brought to
async function send(place) {
  unsent = place;
  if (sending) return;
  sending = true;
  while (unsent && leads) {
    const now = unsent;
    unsent = "";
    const answer = await post(now);
    if (answer?.ok) turn = (await answer.json()).turn;
    if (!answer || answer.status === 429 || answer.status >= 500) unsent ||= now;
    await new Promise((done) => setTimeout(done, answer?.ok ? BETWEEN : OFTEN));
  }
  sending = false;
}

function post(place) {
  const body = new URLSearchParams({ place, csrf_token: csrf, quiet: "1" });
  return fetch(sendTo, { method: "POST", body }).catch(() => null);
}

async function heard(now) {
  if (now.people !== box.querySelector("[data-mark]").dataset.mark) await draw();
  const before = leads;
  leads = now.leads;
  if (leads) {
    if (!before) {
      if (theirs && !away) await bring(now.place); // the last leader's last step
      stepAway(false);
      turn = now.turn;
      if (now.place !== placeOf(location.href)) send(placeOf(location.href));
    } else if (!sending && now.turn > turn) { // shown in another tab of the leader's
      turn = now.turn;
      bring(now.place);
    }
    return;
  }
  if (now.place !== theirs || before) {
    theirs = now.place;
    if (!away) bring(theirs);
  }
}

// Who is there has changed: the new line is as open as the old one was.
async function draw() {
  const answer = await fetch(part);
  if (!answer.ok) throw new Error(answer.statusText);
  const open = box.querySelector("details").open;
  const focused = box.contains(document.activeElement) && document.activeElement.id;
  const link = box.querySelector("summary") === document.activeElement;
  line.innerHTML = await answer.text();
  box.querySelector("details").open = open;
  if (focused) document.getElementById(focused)?.focus();
  if (link) box.querySelector("summary").focus();
  ready();
}

function ready() {
  stepAway(away);
  box.querySelector("[data-copy-link]").hidden = false;
  say(box.querySelector("summary").textContent);
}

function say(sentence, seen = false) {
  told.textContent = sentence;
  told.classList.toggle("unseen", !seen);
}

let looking = null; // the question that has no answer yet
function look() {
  looking ??= ask().finally(() => { looking = null; });
  return looking;
}

async function ask() {
  clearTimeout(timer);
  try {
    const answer = await fetch(state);
    if (answer.status === 404) {
      line.replaceChildren();
      say(over, true);
      leads = false;
      timer = 0;
      return;
    }
    if (!answer.ok) throw new Error(answer.statusText);
    await heard(await answer.json());
    if (wait > OFTEN) ready();
    wait = OFTEN;
  } catch {
    wait = Math.min(wait * 2, SLOWEST);
    say(lost, true);
  }
  timer = setTimeout(look, document.hidden ? HIDDEN : wait);
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && timer) look();
});
addEventListener("pagehide", () => navigator.sendBeacon(gone, new URLSearchParams({ csrf_token: csrf })));

box.addEventListener("click", async (event) => {
  if (event.target.closest("[data-back]")) {
    event.preventDefault();
    await looking; // what is on its way may be of before the leader's last step
    theirs = "";
    stepAway(false);
    box.querySelector("summary").focus();
    await look();
  } else if (event.target.closest("[data-copy-link]")) {
    const field = document.getElementById("together-link");
    field.select();
    await navigator.clipboard?.writeText(field.value).then(() => say(copied, true), () => {});
  }
});
box.addEventListener("keydown", (event) => {
  const details = box.querySelector("details[open]");
  if (event.key !== "Escape" || !details) return;
  event.preventDefault(); // it leaves no line
  details.open = false;
  details.querySelector("summary").focus();
});

ready();
look();
