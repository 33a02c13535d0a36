// Fill in what is still being worked out, as soon as it is there: a verdict, or what comes after it.

const FIRST = 500;
const SLOWEST = 8000;

const judging = () => document.querySelector("[data-judging]");
const waits = () => document.querySelector("#analysis[data-waiting]");
let wait = FIRST;

async function look() {
  try {
    const answer = await fetch(location.href);
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (judging() && !page.querySelector("[data-judging]")) return location.reload();
      const found = page.getElementById("analysis");
      if (waits() && found && !("waiting" in found.dataset)) {
        waits().replaceWith(found);
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

if (judging() || waits()) setTimeout(look, wait);
