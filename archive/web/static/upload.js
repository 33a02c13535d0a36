// Follow an upload: ask how far it is, and show it when that has changed.

const FIRST = 300;
const SLOWEST = 3000;

let seen = "";
let wait = FIRST;

async function look() {
  const job = document.getElementById("job");
  if (["done", "failed"].includes(job.dataset.state)) return;
  try {
    const state = await (await fetch(job.dataset.json)).json();
    const now = `${state.state} ${state.total} ${state.judged}`;
    if (now !== seen) {
      seen = now;
      wait = FIRST;
      const fragment = await fetch(`${location.pathname}?fragment=1`);
      if (fragment.ok) job.outerHTML = await fragment.text();
    }
  } catch {
    // The server may be starting again; it is asked once more, less often.
  }
  wait = Math.min(wait * 1.4, SLOWEST);
  setTimeout(look, wait);
}

look();
