// Draw the arrows of people's notes over the table that is shown, from where its cards lie.

const SVG = "http://www.w3.org/2000/svg";
const SHORT = 14; // pixels before the middle of what it points at
const HEAD = 13;

// What one end of an arrow is at: the middle, a player, a card of a player's, or any such card.
function thing(felt, end) {
  if (end === "table") return felt.querySelector(".middle, .centre");
  const [, seat, named] = end.match(/^(?:p(\d+))?:?(.*)$/);
  const within = seat ? felt.querySelector(`[data-seat="${seat}"]`) : felt;
  if (!named) return within?.querySelector(".name");
  const fits = [...(within?.querySelectorAll("[data-card]") ?? [])].filter(({ dataset: { card } }) =>
    card === named || card[0] === named || card.slice(1) === named);
  return (seat ? null : fits.find((card) => !card.closest("[data-seat]"))) ?? fits[0];
}

// Its middle, of a card of what is seen beside the next.
function middle(felt, end) {
  const found = thing(felt, end);
  if (!found) return null;
  const box = (found.querySelector(":scope > .card") ?? found).getBoundingClientRect();
  const from = felt.getBoundingClientRect();
  const part = found.matches("[data-seat] [data-card]") ? 0.35 : 0.5;
  return [box.left - from.left + box.width * part, box.top - from.top + box.height / 2];
}

function arrow([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y);
  const [along, across] = [(toX - x) / length, (toY - y) / length];
  const [tipX, tipY] = [toX - along * SHORT, toY - across * SHORT];
  const wing = (side) => `${tipX - HEAD * (along + side * across * 0.6)} ${tipY - HEAD * (across - side * along * 0.6)}`;
  return `M${x} ${y}L${tipX} ${tipY}M${wing(1)}L${tipX} ${tipY}L${wing(-1)}`;
}

export function point() {
  const felt = document.getElementById("ply");
  felt.querySelector(".pointers")?.remove();
  if (!felt.dataset.arrows) return;
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("class", "pointers");
  drawing.setAttribute("aria-hidden", "true"); // the words beside the table say the same
  for (const one of felt.dataset.arrows.split(",")) {
    const [start, end] = one.split(" ").map((place) => middle(felt, place));
    if (!start || !end || Math.hypot(end[0] - start[0], end[1] - start[1]) < 2 * SHORT) continue;
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", arrow(start, end));
    drawing.append(path);
  }
  felt.append(drawing);
}

addEventListener("resize", point);
