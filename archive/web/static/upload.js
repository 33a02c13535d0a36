// Follow an upload: by events from the server; where there are none, by asking now and then.

const FIRST = 300;
const SLOWEST = 3000;
const UNFINISHED = ["queued", "working"];
const TABLE_EVERY = 4000;
// A stream ends now and then and is asked for again: only a longer silence is told.
const SILENCE = 5000;
const TITLE = document.title;

let seen = "";
let wait = FIRST;
let drawn = 0;
let silence = null;

const job = () => document.getElementById("job");
const LEADS = "leads" in job().dataset;

function write(id, text) {
  const place = document.getElementById(id);
  if (place && place.textContent !== text) place.textContent = text;
}

const figures = (number) => number.toLocaleString(document.documentElement.lang);

// How far it is, for a reader who looks at another page meanwhile, and said aloud once it is settled.
function tell(now) {
  const settled = !UNFINISHED.includes(now.state);
  const share = now.total ? `${Math.floor((100 * now.judged) / now.total)} % · ` : "";
  document.title = settled ? TITLE : share + TITLE;
  if (settled) write("job-said", document.getElementById("state-heading").textContent);
}

function heard() {
  clearTimeout(silence);
  silence = null;
  document.getElementById("job-away")?.setAttribute("hidden", "");
}

function unheard() {
  silence ??= setTimeout(() => document.getElementById("job-away")?.removeAttribute("hidden"), SILENCE);
}

// What is drawn again must not take the place of the keyboard away.
function redraw(html) {
  const held = job().contains(document.activeElement) ? document.activeElement : null;
  const same = held && (held.matches("a[href]")
    ? `a[href="${CSS.escape(held.getAttribute("href"))}"]`
    : held.form && `form[action="${CSS.escape(held.form.getAttribute("action"))}"] button`);
  job().outerHTML = html;
  if (same) (job().querySelector(same) || job().querySelector("form button"))?.focus();
}

// The numbers change in place; all of it is fetched when its shape does, and now and then. Where
// an only game is waited for, the server knows the way as soon as it knows how many there are.
async function show(now, whole) {
  if (LEADS && (now.total !== null || !UNFINISHED.includes(now.state))) {
    return location.reload();
  }
  const bar = document.getElementById("job-bar");
  const counted = document.getElementById("job-judged");
  if (whole || !bar || !counted || now.total !== (bar.max > 1 ? bar.max : null)
      || Date.now() - drawn > TABLE_EVERY) {
    drawn = Date.now();
    const fragment = await fetch(`${location.pathname}?fragment=1`);
    if (!fragment.ok) throw new Error(fragment.statusText);
    redraw(await fragment.text());
    heard();
    tell(now);
    return;
  }
  heard();
  bar.value = now.judged;
  write("job-judged", figures(now.judged));
  write("job-findings", figures(now.findings));
  for (const place of job().querySelectorAll("[data-standing]")) {
    place.textContent = figures(now.standings?.[place.dataset.standing] || 0);
  }
  tell(now);
  write("job-left", now.left_words);
  write("job-analyses", now.analyses_words);
  document.getElementById("job-analyses").hidden = !now.analyses;
  write("job-notice", now.notice);
  document.getElementById("job-notice").hidden = !now.notice;
}

function listen() {
  const events = new EventSource(job().dataset.events);
  events.addEventListener("open", heard);
  events.addEventListener("progress", (event) => show(JSON.parse(event.data), false).catch(unheard));
  let settled = !UNFINISHED.includes(job().dataset.state);
  events.addEventListener("settled", (event) => {
    const now = JSON.parse(event.data);
    if (settled) {
      heard();
      write("job-analyses", now.analyses_words);
      return;
    }
    settled = true;
    show(now, true).catch(unheard);
  });
  events.addEventListener("over", (event) => {
    events.close();
    show(JSON.parse(event.data), true).catch(look);
  });
  events.addEventListener("error", () => {
    unheard();
    if (events.readyState === EventSource.CLOSED) look(); // refused: too many are watching
  });
}

async function look() {
  if (!("open" in job().dataset)) return;
  try {
    const answer = await fetch(job().dataset.json);
    if (answer.status === 404) return location.reload(); // deleted meanwhile: the page says so
    if (!answer.ok) throw new Error(answer.statusText);
    heard();
    const state = await answer.json();
    const now = `${state.state} ${state.total} ${state.judged} ${state.tally.analyses.waiting}`;
    if (now !== seen) {
      wait = FIRST;
      await show(state, true);
      seen = now;
    }
  } catch {
    unheard(); // the server may be starting again; it is asked once more, less often
  }
  wait = Math.min(wait * 1.4, SLOWEST);
  setTimeout(look, wait);
}

if ("open" in job().dataset) {
  if (window.EventSource) listen();
  else look();
}
