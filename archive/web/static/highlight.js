// Colours for XXN: behind the text of the paste box, and in the lines of a source page. Colours
// alone, no weight or slant: in the paste box every letter must stand where the textarea has it.
// And a tick or a cross in the margin of each line that was read, as soon as the answer is there.

import { lines, looksLikeXxn } from "./xxn.js";

const LONGEST = 50_000; // characters; a longer text keeps its plain colour, and typing stays quick
const LONGEST_SHOWN = 400_000; // in a text that is only shown

function span([kind, said]) {
  if (!kind) return document.createTextNode(said);
  const made = document.createElement("span");
  made.className = `x-${kind}`;
  made.textContent = said;
  return made;
}

function colourSource(source) {
  const codes = [...source.querySelectorAll("code")];
  const text = codes.map((code) => code.textContent).join("\n");
  if (text.length > LONGEST_SHOWN || !looksLikeXxn(text)) return;
  lines(text).forEach((line, index) => {
    const code = codes[index];
    if (code.firstElementChild === null) code.replaceChildren(...line.map(span));
  });
}

// A layer behind a textarea, of the same size and place. The textarea stays what it is, with its
// caret, its selection and its undo; its letters turn transparent while the layer shows them.
class Layer {
  constructor(textarea) {
    this.textarea = textarea;
    this.shown = [];
    this.ruled = false; // prose has a layer once something stands in its margin
    this.due = 0;
    this.box = document.createElement("div");
    this.box.className = "ink";
    this.back = document.createElement("div");
    this.back.className = "ink-lines";
    this.back.setAttribute("aria-hidden", "true");
    const frame = document.createElement("div");
    frame.className = "ink-frame";
    frame.append(this.back);
    const focused = document.activeElement === textarea;
    textarea.replaceWith(this.box);
    this.box.append(frame, textarea);
    if (focused) textarea.focus();
    textarea.addEventListener("input", () => this.soon());
    textarea.addEventListener("answered", (event) => this.sign(event.detail));
    textarea.addEventListener("scroll", () => this.follow(), { passive: true });
    new ResizeObserver(() => this.follow()).observe(textarea);
    textarea.form?.addEventListener("reset", () => setTimeout(() => this.draw()));
    window.addEventListener("pageshow", () => this.soon()); // a browser may restore what was typed
    this.draw();
  }

  soon() {
    cancelAnimationFrame(this.due);
    this.due = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const text = this.textarea.value;
    const short = text !== "" && text.length <= LONGEST;
    const on = short && looksLikeXxn(text);
    this.box.classList.toggle("on", on);
    const ruled = short && !on && this.ruled;
    this.box.classList.toggle("ruled", ruled);
    if (on) this.replace(lines(text));
    else this.replace(ruled ? text.split("\n").map((line) => (line ? [["", line]] : [])) : []);
    this.follow();
  }

  // `1:right 3:wrong`: the marks in the margin, by line. A changed line has none until the next
  // answer.
  sign(margin) {
    this.ruled = margin !== "";
    this.draw();
    const signs = new Map(margin.split(" ").map((one) => one.split(":")));
    [...this.back.children].forEach((row, index) => {
      row.dataset.sign = signs.get(String(index + 1)) ?? "";
    });
  }

  // Put in only the lines that changed: what stands before and behind them stays.
  replace(now) {
    const keys = now.map((line) => JSON.stringify(line));
    const before = this.shown;
    let start = 0;
    while (start < keys.length && start < before.length && keys[start] === before[start]) start++;
    let same = 0;
    while (
      same < Math.min(keys.length, before.length) - start &&
      keys[keys.length - 1 - same] === before[before.length - 1 - same]
    ) same++;
    const made = now.slice(start, now.length - same).map((line) => {
      const row = document.createElement("div");
      row.append(...(line.length ? line.map(span) : ["\u200b"])); // an empty line has a height, too
      return row;
    });
    const rows = [...this.back.children];
    for (const row of rows.slice(start, before.length - same)) row.remove();
    const next = this.back.children[start] ?? null;
    for (const row of made) this.back.insertBefore(row, next);
    this.shown = keys;
  }

  follow() {
    const { clientWidth, scrollTop, scrollLeft } = this.textarea;
    this.back.style.width = `${clientWidth}px`; // a scroll bar takes room from the lines
    this.back.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  }
}

for (const textarea of document.querySelectorAll("textarea#text, textarea.of-xxn")) new Layer(textarea);
for (const source of document.querySelectorAll(".source:not(.words)")) colourSource(source);
