// Fill in what is still being worked out of a flawed record, as soon as it is there.

const FIRST = 500;
const SLOWEST = 8000;

const waits = () => document.querySelector("#analysis[data-waiting]");
let wait = FIRST;

async function look() {
  try {
    const answer = await fetch(location.href);
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.getElementById("analysis");
      if (found && !("waiting" in found.dataset)) {
        waits()?.replaceWith(found);
        const said = document.getElementById("analysis-said");
        if (said) said.textContent = said.dataset.done;
        return;
      }
    }
  } catch {
    // the server may be starting again; it is asked once more, less often
  }
  wait = Math.min(wait * 1.4, SLOWEST);
  setTimeout(look, wait);
}

if (waits()) setTimeout(look, wait);
