// Stepping through a game without leaving the page. Everything here has an ordinary link beside it:
// when a step cannot be fetched, the link is followed instead.

import { bindKeys } from "./keys.js";
import { become, Boards, PARTS } from "./boards.js";
import { addressOfForm, bindHistory, leave, lineAt, offerOf, putAddress } from "./line.js";
import { bindRun } from "./autoplay.js";
import { bindCourse, bindSwipe } from "./swipe.js";
import { bindCards } from "./cards.js";

const viewer = document.getElementById("viewer");
const plays = document.getElementById("plays");
const voice = document.getElementById("announce");
const handle = document.getElementById("scrub");
const seeing = document.getElementById("see-as");
const find = document.getElementById("find");

const numbers = (text) => (text ? text.split(" ").map(Number) : []);
const last = Number(viewer.dataset.last);
const unwritten = Number(viewer.dataset.unwritten); // plays before the first that is written
const seats = Number(viewer.dataset.seats);
const firsts = numbers(viewer.dataset.firsts);
const sides = new Map(viewer.dataset.findings.split(" ").filter(Boolean).map((one) => one.split(":").map(Number)));
const findings = [...sides.keys()]; // faults and remarks, each with who sits nearest to see it
const own = viewer.dataset.own; // whose cards alone are seen, or `written`: those told by then
const [firstListed = 0, lastListed = 0] = numbers(viewer.dataset.listed);

const shown = () => document.getElementById("ply").dataset;
let near = Number(shown().near); // the seat whose side the table is seen from
let ply = Math.min(Number(shown().ply), last); // a line may go further
let wanted = ply;

const boards = new Boards(addressOf, last, list);

export function addressOf(target, nearest = near) {
  const asked = new URLSearchParams(own ? { as: own } : {});
  if (nearest > 1 && !Number(own)) asked.set("seat", nearest);
  if (viewer.dataset.layers !== undefined) asked.set("layers", viewer.dataset.layers);
  if (viewer.dataset.with) asked.set("with", viewer.dataset.with);
  return `${viewer.dataset.base}/${target}${asked.size ? `?${asked}` : ""}`;
}

// The list of a deal's plays that has a play.
function listOf(target) {
  return [...plays.querySelectorAll("section")].find((deal) => deal.dataset.first <= target && target <= deal.dataset.last);
}

// Lists of deals have come with the tables from `first` to `end`: keep those that are not here yet.
function list(deals, first, end) {
  for (const deal of deals) {
    const from = Math.max(deal.dataset.first, first);
    const to = Math.min(deal.dataset.last, end);
    if (listOf(from) && listOf(from) === listOf(to)) continue;
    const after = [...plays.querySelectorAll("section")].find((one) => Number(one.dataset.first) > deal.dataset.first);
    plays.querySelector(".scroll").insertBefore(document.adoptNode(deal), after ?? null);
  }
  if (listOf(Math.max(ply, 1))?.hidden) mark(ply);
}

// A page leads to the deals round the one it was asked for; beyond them it takes another.
function beyond(target) {
  return lastListed > 0 && (Math.max(target, 1) < firstListed || target > lastListed);
}

export async function show(target) {
  const turn = (following += 1);
  wanted = Math.min(Math.max(target, 0), last);
  const going = wanted;
  if (beyond(going)) {
    location.replace(addressOf(going));
    return;
  }
  let parts = boards.here(going);
  if (!parts) {
    try {
      parts = await boards.get(going);
    } catch {
      location.assign(addressOf(going));
      return;
    }
    if (turn !== following) return; // the reader is already elsewhere
  }
  put(parts, addressOf(going));
  ply = going;
  mark(ply);
  boards.ahead(ply);
}

function put(parts, address, enters = false) {
  const said = document.getElementById("said").contains(document.activeElement);
  for (const id of PARTS) {
    const here = document.getElementById(id);
    if (id === "ply") become(here, parts[id]);
    else here.replaceWith(parts[id].cloneNode(true));
  }
  if (said) document.getElementById("said").focus();
  putAddress(address, enters);
  point();
  voice.textContent = shown().announce;
  document.title = document.title.replace(/^.*?(?= – )/, () => shown().title);
  viewer.dispatchEvent(new Event("shown"));
  answers();
}

// What each play on offer would come to, and its table, where the rules can be asked on this device.
let playHere = () => "";
async function answers() {
  playHere = () => "";
  const box = document.querySelector("#said [data-rules]");
  if (!box) return;
  try {
    const { answerHere } = await import(box.dataset.script);
    playHere = (await answerHere(box)) ?? playHere;
  } catch {} // the page says it all the same, a step later
}

// Arrows of notes, by a script that only games with some need.
function point() {
  if (shown().arrows) import("./pointers.js").then((found) => found.point()).catch(() => {});
}

// What if: the table of a line that leaves the game, at the address that has the line.
let following = 0;
let pressed = null; // settled when the finger or the button is up again, and its click is over
viewer.addEventListener("pointerdown", () => {
  pressed = new Promise((up) => {
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(up), { once: true });
  });
});
const inLine = () => shown().line !== undefined;

export async function follow(address, drawn = "", enters = false) {
  following += 1;
  const going = following;
  if (drawn) leadThroughLine();
  try {
    const found = await lineAt(address);
    await pressed; // what is under a finger stays there until it is lifted
    if (going !== following) return; // the reader is elsewhere already
    put(found.parts, found.address, enters);
    leadThroughLine();
  } catch {
    if (drawn) voice.textContent = drawn; // the table is right, and only words are missing
    else location.assign(address);
  }
}

// The play before a play and the one after it, of those that are written.
const before = (play) => (play - 1 > unwritten ? play - 1 : 0);
const after = (play) => Math.max(play, unwritten) + 1;

// One of the four steps, through the line while the table shows one, else through the game.
function go(step) {
  if (!inLine()) return show({ first: 0, previous: before(wanted), next: after(wanted), last }[step]);
  return shown()[step] ? follow(shown()[step]) : undefined;
}

function leadThroughLine() {
  for (const step of ["first", "previous", "next", "last"]) lead(step, shown()[step]);
}

function lead(step, address) {
  for (const button of document.querySelectorAll(`[data-step=${step}]`)) {
    if (address) button.href = address;
    else button.removeAttribute("href");
    if (address) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }
}

// Move the marks in the play list, on the axis and on the controls.
function mark(target) {
  plays.querySelector("[aria-current=step]")?.removeAttribute("aria-current");
  const at = Math.max(target, 1);
  const here = listOf(at);
  for (const deal of plays.querySelectorAll("section")) deal.hidden = deal !== here;
  for (const way of plays.querySelectorAll("[data-deal]")) {
    if (way.dataset.to <= at && at <= way.dataset.deal) way.setAttribute("aria-current", "true");
    else way.removeAttribute("aria-current");
  }
  // Read without spoilers, plays and sums show from their time on.
  for (const one of plays.querySelectorAll("[data-since]")) one.hidden = one.dataset.since > target;
  const link = here?.querySelector(`td a[data-to="${target}"], .flow a[data-to="${target}"]`);
  link?.setAttribute("aria-current", "step");
  handle.value = target;
  handle.setAttribute("aria-valuetext", shown().title);
  const later = document.getElementById("later");
  later.setAttribute("x", target);
  later.setAttribute("width", last - target);
  document.getElementById("at").setAttribute("d", `M${target} -4V108`);
  document.getElementById("done").setAttribute("x2", `${(100 * target) / (last || 1)}%`);
  const steps = { first: 0, previous: before(target), next: after(target), last };
  for (const [step, there] of Object.entries(steps)) {
    lead(step, there === target || there > last ? null : addressOf(there));
  }
  const next = findings.find((at) => at > target) ?? findings[0];
  if (find) {
    find.dataset.to = next;
    find.href = addressOf(next, sides.get(next));
  }
  // Last, for it asks where things lie: whatever changes afterwards is laid out a second time.
  intoView(link?.closest("tr, .line"), plays.querySelector(".scroll"));
  intoView(plays.querySelector("[data-deal][aria-current]"), plays.querySelector(".deals"));
}

// Scroll a list within itself, never the page.
function intoView(row, list) {
  if (!row) return;
  const head = list.querySelector("thead")?.offsetHeight ?? 0;
  const top = row.offsetTop - head;
  if (top < list.scrollTop) list.scrollTop = top;
  const bottom = row.offsetTop + row.offsetHeight;
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

function dealStep(direction) {
  if (direction > 0) return show(firsts.find((first) => first > wanted) ?? last);
  const before = firsts.filter((first) => first < wanted);
  return show(before.length ? before[before.length - 1] : 0);
}

// To the end of a line of the play list: a whole trick, or a turn of every player.
async function lineStep(direction) {
  const target = wanted + direction;
  if (target < 1 || target > last || beyond(target)) return show(target);
  if (!listOf(target)) await boards.get(target).catch(() => {});
  const deal = listOf(target);
  const lines = [...(deal?.querySelectorAll("tbody tr:not(.asides), .line") ?? [])];
  const ends = lines.map((line) => Math.max(...[...line.querySelectorAll("[data-to]")].map((one) => one.dataset.to)));
  if (direction > 0) return show(ends.find((end) => end > wanted) ?? target);
  return show(ends.findLast((end) => end < wanted) ?? (deal ? deal.dataset.first - 1 : target));
}

function findingStep(direction) {
  const target = direction > 0
    ? findings.find((at) => at > wanted)
    : findings.filter((at) => at < wanted).pop();
  if (target === undefined) voice.textContent = direction > 0 ? viewer.dataset.noneAfter : viewer.dataset.noneBefore;
  else showFinding(target);
}

function showFinding(target) {
  sitNearest(sides.get(target));
  show(target);
}

function turnSeats() {
  if (Number(own)) {
    location.assign(from("as", (Number(own) % seats) + 1));
    return;
  }
  sitNearest((near % seats) + 1);
  if (inLine()) follow(from("seat", near));
  else show(wanted);
}

// Turn the table so that one of its players sits nearest; who looks through one's eyes stays there.
function sitNearest(seat) {
  if (Number(own) || seat === near) return;
  near = seat;
  boards.forget();
  for (const link of viewer.querySelectorAll("a[data-to]")) link.href = addressOf(link.dataset.to);
  for (const line of viewer.querySelectorAll(".curve path.near")) line.classList.remove("near");
  viewer.querySelector(`.curve .line-${near}`)?.classList.add("near");
}

// The address of what is shown now, from another side or with another player's knowledge.
function from(side, seat) {
  const address = new URL(inLine() ? location.href : addressOf(ply), location.href);
  for (const other of ["as", "seat"]) address.searchParams.delete(other);
  if (seat) address.searchParams.set(side, seat);
  return address.href;
}

export const running = bindRun({
  over: () => (inLine() ? !shown().next : wanted >= last),
  step: () => go("next"),
  begin: () => (wanted >= last && !inLine() ? show(0) : undefined),
});

handle.hidden = false;
bindCourse(document.getElementById("course"), handle);
handle.addEventListener("input", () => show(Number(handle.value)));

seeing.addEventListener("change", () => {
  location.assign(from("as", seeing.value));
});

const asking = document.getElementById("goto-dialog");
const asked = document.getElementById("goto-ply");
const refused = document.getElementById("goto-refused");
asking.addEventListener("submit", (event) => {
  const there = /^\d+$/.test(asked.value) && Number(asked.value) <= last;
  if (event.submitter?.value !== "go" || there) return;
  event.preventDefault();
  refused.hidden = false;
  asked.select();
});
asking.addEventListener("close", () => {
  if (asking.returnValue === "go" && asked.value !== "") show(Number(asked.value));
});

bindKeys({
  ArrowLeft: () => go("previous"),
  ArrowRight: () => go("next"),
  Home: () => go("first"),
  End: () => go("last"),
  " ": () => document.getElementById("run").click(),
  ",": () => lineStep(-1),
  ".": () => lineStep(1),
  "[": () => dealStep(-1),
  "]": () => dealStep(1),
  n: () => findingStep(1),
  p: () => findingStep(-1),
  f: turnSeats,
  w: () => document.querySelector("#said .as-or-if a").click(),
  Escape: () => document.querySelector("#said [data-leave]")?.click(),
  g: () => {
    asked.value = ply;
    refused.hidden = true;
    asking.showModal();
    asked.select();
  },
});

bindSwipe(viewer, ".felt, .said", { left: () => go("next"), right: () => go("previous") });

bindCards(viewer, {
  open: () => !inLine(),
  deal: () => listOf(Math.max(ply, 1)),
  ply: () => ply,
  show: (target) => {
    running(false);
    show(target);
  },
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const card = event.target.closest("li.may[data-card]");
  const link = card ? offerOf(card.dataset.card) : event.target.closest("a[data-line], [data-leave], [data-to], [data-turn], [data-step]");
  if (!link) return;
  event.preventDefault();
  running(false);
  const { to, step } = link.dataset;
  if (link.dataset.line !== undefined) follow(link.href, playHere(link), !inLine());
  else if (link.dataset.leave !== undefined) leave(Number(new URL(link.href).pathname.split("/").pop()), show);
  else if (link.dataset.turn !== undefined) turnSeats();
  else if (step) go(step);
  else if (link === find) showFinding(Number(to));
  else if (link.dataset.mistakes) {
    const plies = numbers(link.dataset.mistakes);
    show(plies.find((at) => at > wanted) ?? plies[0]);
  }
  else show(Number(to));
});

viewer.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-line]")) return;
  event.preventDefault();
  follow(addressOfForm(event.target), "", !inLine());
});

bindHistory({
  show: (target) => {
    running(false);
    show(target);
  },
  follow: (address) => {
    running(false);
    follow(address);
  },
});

mark(ply);
answers();
if (inLine()) leadThroughLine();
point();
boards.ahead(ply);

viewer.dataset.ready = ""; // keys are heard from here on
