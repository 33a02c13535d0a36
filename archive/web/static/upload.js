// Follow an upload: by events from the server; where there are none, by asking now and then.

const FIRST = 300;
const SLOWEST = 3000;
const UNFINISHED = ["queued", "working"];
const TABLE_EVERY = 4000;
const TITLE = document.title;

let seen = "";
let wait = FIRST;
let drawn = 0;

const job = () => document.getElementById("job");

function write(id, text) {
  const place = document.getElementById(id);
  if (place && place.textContent !== text) place.textContent = text;
}

const figures = (number) => number.toLocaleString("en");

// How far it is, for whoever looks at another page meanwhile, and said aloud once it is settled.
function tell(now) {
  const settled = !UNFINISHED.includes(now.state);
  const share = now.total ? `${Math.floor((100 * now.judged) / now.total)} % · ` : "";
  document.title = settled ? TITLE : share + TITLE;
  if (settled) write("job-said", document.getElementById("state-heading").textContent);
}

// What is drawn anew must not take the place of the keyboard away.
function redraw(html) {
  const held = job().contains(document.activeElement) ? document.activeElement : null;
  const same = held && (held.matches("a[href]")
    ? `a[href="${CSS.escape(held.getAttribute("href"))}"]`
    : held.form && `form[action="${CSS.escape(held.form.getAttribute("action"))}"] button`);
  job().outerHTML = html;
  if (same) (job().querySelector(same) || job().querySelector("form button"))?.focus();
}

// The numbers change in place; all of it is fetched when its shape does, and now and then.
async function show(now, whole) {
  const bar = document.getElementById("job-bar");
  const counted = document.getElementById("job-judged");
  if (whole || !bar || !counted || now.total !== (bar.max > 1 ? bar.max : null)
      || Date.now() - drawn > TABLE_EVERY) {
    drawn = Date.now();
    const fragment = await fetch(`${location.pathname}?fragment=1`);
    if (fragment.ok) redraw(await fragment.text());
    tell(now);
    return;
  }
  bar.value = now.judged;
  write("job-judged", figures(now.judged));
  write("job-findings", figures(now.findings));
  for (const place of job().querySelectorAll("[data-standing]")) {
    place.textContent = figures(now.standings?.[place.dataset.standing] || 0);
  }
  tell(now);
  write("job-left", now.left_words ? `: ${now.left_words}` : "");
  write("job-notice", now.notice);
  document.getElementById("job-notice").hidden = !now.notice;
}

function listen() {
  const events = new EventSource(job().dataset.events);
  events.addEventListener("progress", (event) => show(JSON.parse(event.data), false));
  events.addEventListener("settled", (event) => {
    events.close();
    show(JSON.parse(event.data), true);
  });
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) look(); // refused: too many are watching
  });
}

async function look() {
  if (!UNFINISHED.includes(job().dataset.state)) return;
  try {
    const state = await (await fetch(job().dataset.json)).json();
    const now = `${state.state} ${state.total} ${state.judged}`;
    if (now !== seen) {
      seen = now;
      wait = FIRST;
      await show(state, true);
    }
  } catch {
    // The server may be starting again; it is asked once more, less often.
  }
  wait = Math.min(wait * 1.4, SLOWEST);
  setTimeout(look, wait);
}

if (UNFINISHED.includes(job().dataset.state)) {
  if (window.EventSource) listen();
  else look();
}
