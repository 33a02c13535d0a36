// What if, answered on this device: what each play on offer would score, whether the cards ticked may
// be played at all, and the table after a play. The page is whole without it.

import { Rules } from "./rules.js";
import { draw } from "./played.js";

const loaded = new Map(); // rules by the address of their files

// Say what the plays of a box come to. What is given back plays an offer of that box and says what was
// played; nothing where it could not be drawn, or the offer is of another box.
export async function answerHere(box) {
  const { rules: files, python, position, names } = box.dataset;
  if (!loaded.has(files)) loaded.set(files, Rules.load(files, python));
  const rules = await loaded.get(files);
  if (!box.isConnected) return null; // the reader is elsewhere already
  rules.open(position);
  const scored = (answer, seat) => inWords(answer.scored, seat, JSON.parse(names));
  const weigh = () => {
    for (const offer of box.querySelectorAll("[data-action]")) {
      const action = JSON.parse(offer.dataset.action);
      const [text, clauses] = scored(rules.tried(action), action[1]);
      if (text) offer.append(comes(text, clauses));
    }
  };
  weigh();
  const form = box.querySelector("form[data-ticked]");
  form?.addEventListener("change", () => {
    const cards = [...form.querySelectorAll(":checked")].map((one) => Number(one.dataset.number));
    const [name, seat] = JSON.parse(form.dataset.ticked);
    const answer = cards.length ? rules.tried([name, seat, cards]) : { scored: [], broken: [] };
    const [text, clauses] = answer.broken.length
      ? [form.dataset.broken, answer.broken.map(([, clause]) => clause)]
      : scored(answer, seat);
    form.querySelector("[role=status]").replaceChildren(...(text ? [comes(text, clauses)] : []));
  });
  box.dataset.here = ""; // plays are drawn on this device from here on
  return (offer) => {
    if (!box.contains(offer) || !offer.dataset.action) return "";
    try {
      const action = JSON.parse(offer.dataset.action);
      const answer = rules.tried(action);
      rules.play(action);
      const said = draw(offer, action, answer.scored, rules.standing());
      weigh();
      return said;
    } catch {
      return ""; // the server's table is on its way
    }
  };
}

// Points as a card player says them, "+10" for the one who plays, "Tom +5" for another; and their clauses.
function inWords(lines, seat, names) {
  const sums = new Map();
  for (const [whose, points] of lines) sums.set(whose, (sums.get(whose) ?? 0) + points);
  const said = [...sums].map(([whose, points]) => {
    const sum = points < 0 ? `\u2212${-points}` : `+${points}`;
    return whose === seat ? sum : `${names[whose - 1]} ${sum}`;
  });
  return [said.join(", "), lines.map(([, , clause]) => clause)];
}

function comes(text, clauses) {
  const made = document.createElement("span");
  made.className = "comes";
  made.textContent = text;
  made.title = [...new Set(clauses)].join(", ");
  return made;
}
