// Stepping through a game without leaving the page. Everything here has an ordinary link beside it:
// when a step cannot be fetched, the link is followed instead.

import { bindKeys } from "./keys.js";
import { Boards, PARTS } from "./boards.js";
import { bindSwipe } from "./swipe.js";

const viewer = document.getElementById("viewer");
const plays = document.getElementById("plays");
const voice = document.getElementById("announce");
const handle = document.getElementById("scrub");
const runButton = document.getElementById("run");
const speed = document.getElementById("speed");
const seeing = document.getElementById("see-as");
const find = document.getElementById("find");

const numbers = (text) => (text ? text.split(" ").map(Number) : []);
const last = Number(viewer.dataset.last);
const seats = Number(viewer.dataset.seats);
const firsts = numbers(viewer.dataset.firsts);
const findings = numbers(viewer.dataset.findings);
const own = viewer.dataset.own; // whose cards alone are seen
const [firstListed = 0, lastListed = 0] = numbers(viewer.dataset.listed);

const shown = () => document.getElementById("ply").dataset;
let near = Number(shown().near); // the seat whose side the table is seen from
let ply = Number(shown().ply);
let wanted = ply;

const boards = new Boards(addressOf, last);

function addressOf(target) {
  const side = own ? `?as=${own}` : near > 1 ? `?seat=${near}` : "";
  return `${viewer.dataset.base}/${target}${side}`;
}

// A long game's page lists the plays round the one it was asked for; further on it takes another.
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
  let parts = boards.here(going);
  if (!parts) {
    try {
      parts = await boards.get(going);
    } catch {
      location.assign(addressOf(going));
      return;
    }
    if (going !== wanted) return; // the reader is already further on
  }
  for (const id of PARTS) document.getElementById(id).replaceWith(parts[id].cloneNode(true));
  ply = going;
  mark(ply);
  history.replaceState(null, "", addressOf(ply));
  voice.textContent = shown().announce;
  document.title = document.title.replace(/^.*?(?= – )/, () => shown().title);
  boards.ahead(ply);
}

// Move the marks in the play list, on the axis and on the controls.
function mark(target) {
  plays.querySelector("[aria-current=step]")?.removeAttribute("aria-current");
  const at = Math.max(target, 1);
  plays.querySelectorAll("section").forEach((deal, index) => {
    const here = at >= Number(deal.dataset.first) && at <= Number(deal.dataset.last);
    deal.hidden = !here;
    const tab = plays.querySelector(`[data-deal="${index}"]`);
    if (here) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  });
  const link = plays.querySelector(`td a[data-to="${target}"], .flow a[data-to="${target}"]`);
  link?.setAttribute("aria-current", "step");
  intoView(link?.closest("tr, .line"), plays.querySelector(".scroll"));
  handle.value = target;
  handle.setAttribute("aria-valuetext", shown().title);
  const later = document.getElementById("later");
  later.setAttribute("x", target);
  later.setAttribute("width", last - target);
  document.getElementById("at").setAttribute("d", `M${target} -4V108`);
  const steps = { first: 0, previous: target - 1, next: target + 1, last };
  for (const [step, there] of Object.entries(steps)) {
    const button = viewer.querySelector(`[data-step=${step}]`);
    if (there === target || there < 0 || there > last) {
      button.removeAttribute("href");
      button.setAttribute("aria-disabled", "true");
    } else {
      button.href = addressOf(there);
      button.removeAttribute("aria-disabled");
    }
  }
  const next = findings.find((at) => at > target) ?? findings[0];
  if (find) {
    find.dataset.to = next;
    find.href = addressOf(next);
  }
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

function findingStep(direction) {
  const target = direction > 0
    ? findings.find((at) => at > wanted)
    : findings.filter((at) => at < wanted).pop();
  if (target === undefined) voice.textContent = direction > 0 ? "Nothing more is remarked on." : "Nothing before is remarked on.";
  else show(target);
}

function turnSeats() {
  if (own) {
    location.assign(`${viewer.dataset.base}/${ply}?as=${(Number(own) % seats) + 1}`);
    return;
  }
  near = (near % seats) + 1;
  boards.forget();
  for (const link of viewer.querySelectorAll("a[data-to]")) link.href = addressOf(link.dataset.to);
  for (const line of viewer.querySelectorAll(".curve path.near")) line.classList.remove("near");
  viewer.querySelector(`.curve .line-${near}`)?.classList.add("near");
  show(wanted);
}

// Playing on by itself: one step after the other, at the speed chosen, until the end or a pause.
let timer = 0;
function running(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => (wanted >= last ? running(false) : show(wanted + 1)), Number(speed.value)) : 0;
  runButton.setAttribute("aria-pressed", String(on));
  runButton.querySelector(".text").textContent = on ? "Pause" : "Play";
  const sign = runButton.querySelector("use");
  sign.setAttribute("href", sign.getAttribute("href").replace(/#.*/, on ? "#pause" : "#next"));
}
runButton.parentElement.hidden = false;
runButton.addEventListener("click", () => {
  if (!timer && wanted >= last) show(0);
  running(!timer);
});
speed.addEventListener("change", () => {
  localStorage.setItem("speed", speed.value);
  if (timer) running(true);
});
const remembered = localStorage.getItem("speed");
if ([...speed.options].some((option) => option.value === remembered)) speed.value = remembered;

handle.hidden = false;
handle.addEventListener("input", () => show(Number(handle.value)));

seeing.addEventListener("change", () => {
  location.assign(`${viewer.dataset.base}/${ply}${seeing.value ? `?as=${seeing.value}` : ""}`);
});

const asking = document.getElementById("goto-dialog");
const asked = document.getElementById("goto-ply");
const refused = document.getElementById("goto-refused");
asking.addEventListener("submit", (event) => {
  const there = /^\d+$/.test(asked.value) && Number(asked.value) <= last;
  if (event.submitter?.value !== "go" || there) return;
  event.preventDefault();
  refused.textContent = `There is no such play: this game has ${last}, and 0 is before the first.`;
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
  " ": () => runButton.click(),
  "[": () => dealStep(-1),
  "]": () => dealStep(1),
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

bindSwipe(viewer, ".felt, .said", { left: () => show(wanted + 1), right: () => show(wanted - 1) });

viewer.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const link = event.target.closest("[data-to], [data-turn], [data-step]");
  if (!link) return;
  event.preventDefault();
  running(false);
  const { to, step } = link.dataset;
  if (link.dataset.turn !== undefined) turnSeats();
  else if (step) show({ first: 0, previous: wanted - 1, next: wanted + 1, last }[step]);
  else show(Number(to));
});

mark(ply);
boards.ahead(ply);

viewer.dataset.ready = ""; // keys are heard from here on
