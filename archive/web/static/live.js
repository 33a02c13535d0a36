// Check while someone writes, and take files that are dropped. The button does the same without it.

const WAIT = 600; // milliseconds without a key before the server is asked
const LONGEST = 200_000; // characters that are checked while someone writes

function follow(form) {
  const text = form.querySelector("textarea");
  const files = form.querySelector("input[type=file]"); // an exercise takes none
  const panel = form.querySelector(".live");
  let timer = 0;
  let asking = null; // what stops the question on its way

  function soon(wait = WAIT) {
    clearTimeout(timer);
    timer = setTimeout(ask, wait);
  }

  function show(html) {
    panel.hidden = html === "";
    panel.innerHTML = html;
  }

  function say(sentence) {
    const told = document.createElement("p");
    told.textContent = sentence;
    panel.replaceChildren(told);
    panel.hidden = false;
  }

  const tooLarge = () => [...files?.files ?? []].reduce((sum, one) => sum + one.size, 0) > form.dataset.most;
  form.addEventListener("submit", (event) => { // before all of it is sent
    if (!tooLarge()) return;
    event.preventDefault();
    say(form.dataset.tooLarge);
  });

  async function ask() {
    asking?.abort();
    const chosen = files?.files ?? [];
    if (tooLarge()) return say(form.dataset.tooLarge);
    const file = chosen.length === 1 ? chosen[0] : null;
    if (chosen.length > 1) return say(form.dataset.several);
    if (!file && text.value.trim() === "") return show("");
    if ((file?.size ?? text.value.length) > LONGEST) return say(form.dataset.long);
    const mine = new AbortController();
    asking = mine;
    panel.setAttribute("aria-busy", "true");
    const asked = new FormData(form);
    asked.set("fragment", "1");
    const written = file ? null : text.value;
    try {
      const answer = await fetch(form.dataset.live, {
        method: "POST", body: asked, signal: mine.signal, headers: { Accept: "application/json" },
      });
      const said = await answer.text();
      if (mine.signal.aborted) return;
      if (answer.ok) {
        show(said);
        const margin = text.value === written ? panel.querySelector("[data-margin]")?.dataset.margin : "";
        text.dispatchEvent(new CustomEvent("answered", { detail: margin ?? "" }));
      } else if (answer.status === 429) soon(1000 * Number(answer.headers.get("Retry-After") ?? 10));
      else say(JSON.parse(said).detail);
    } catch (error) {
      if (error.name !== "AbortError") say(form.dataset.lost);
    } finally {
      if (asking === mine) panel.removeAttribute("aria-busy");
    }
  }

  text.addEventListener("input", () => {
    if (files?.value && text.value.trim()) putAway(); // what came last is meant
    soon();
  });
  const ranks = form.querySelector("#ranks"); // an exercise has its own
  ranks?.addEventListener("change", () => soon(0));
  panel.addEventListener("click", (event) => {
    const letters = event.target.closest("[data-ranks]");
    if (!letters || !ranks) return;
    ranks.value = letters.dataset.ranks;
    soon(0);
  });
  // The text that stands in the pad is not what is answered while a file is there.
  const about = form.querySelector("[data-about]");
  function name() {
    about.querySelector("bdi").textContent = [...files.files].map((one) => one.name).join(", ");
    about.hidden = files.files.length === 0;
  }
  function putAway() {
    files.value = "";
    name();
  }
  about?.querySelector("button").addEventListener("click", () => {
    putAway();
    text.focus();
    soon(0);
  });
  if (files) {
    takeDropped(form, files, () => {
      name();
      soon(0);
    });
    addEventListener("pageshow", () => { // a browser may have kept what was chosen or written
      name();
      if (files.files.length || text.value !== text.defaultValue) soon(0);
    });
  }
  if ("example" in text.dataset) return showExample(text, panel);
  const answered = "waits" in form.dataset || document.querySelector(".checked");
  if (text.value.trim() && !answered) soon(0);
}

// An example came with its answer. Who goes into it to write has all of it chosen: the first key, or
// what is pasted, takes its place.
function showExample(text, panel) {
  const { margin } = panel.querySelector("[data-margin]").dataset;
  const said = text.value;
  addEventListener("DOMContentLoaded", () => {
    text.dispatchEvent(new CustomEvent("answered", { detail: margin }));
  });
  text.addEventListener("focus", () => { if (text.value === said) text.select(); }, { once: true });
}

// Wherever on the page it is dropped: elsewhere the browser would leave the page for the file.
function takeDropped(form, files, ask) {
  files.addEventListener("change", ask);
  document.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    form.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) form.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    form.classList.remove("dropping");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    files.files = event.dataTransfer.files;
    ask();
  });
}

for (const form of document.querySelectorAll("form[data-live]")) follow(form);
