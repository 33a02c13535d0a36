// What if: a play drawn on this device at once, from what the rules say of it. Cards move, points are
// counted, the next plays are on offer. The server's table, which has all the words, comes after.

import { putAddress } from "./line.js";

const RANKS = " A23456789TJQK";
const SUITS = ["", "c", "d", "h", "s"];
const SIGNS = ["", "♣", "♦", "♥", "♠"];
const UNKNOWN = -(1 << 19); // totals below it are not known
const MOST_OFFERED = 16;

const named = (card) => RANKS[card & 15] + SUITS[card >> 4];
const cardsOf = ([name, , said]) => (name === "lay" || name === "make" ? [said].flat() : []);

// An action as a line has it; undefined for one that no player chooses.
function textOf(action) {
  const [name, , said] = action;
  if (name === "stay") return said ? "in" : "out";
  if (name === "name_trump") return `trump-${SUITS[said]}`;
  return { draw: "d", pass_turn: "pass" }[name] ?? (cardsOf(action).map(named).join("") || undefined);
}

// Draw the play that an offer stands for: the action, what it scored, and how the game stands after it.
export function draw(offer, action, scored, now) {
  const felt = document.getElementById("ply");
  const seat = felt.querySelector(`[data-seat="${action[1]}"]`);
  const moved = lay(felt, seat, action, now);
  stand(felt, scored, now);
  felt.dataset.ply = Number(felt.dataset.ply) + 1;
  return tell(felt, offer, now, seat, moved);
}

function made(kind, classes, ...inside) {
  const one = document.createElement(kind);
  if (classes) one.className = classes;
  one.append(...inside);
  return one;
}

// Take the cards from the hand to the middle of the table, where nothing is new but them; whether there
// were any.
function lay(felt, seat, action, now) {
  for (const one of felt.querySelectorAll(".lying li.just[data-card]")) one.classList.add("played");
  for (const one of felt.querySelectorAll(".just")) one.classList.remove("just");
  for (const one of felt.querySelectorAll(".flag, .would")) one.remove();
  for (const one of felt.querySelectorAll("li.new")) one.classList.replace("new", "held");
  const twenty = felt.matches(".is-twenty");
  const cards = cardsOf(action).map((card) => {
    const found = seat.querySelector(`.held li[data-card="${named(card)}"]:not(.played)`);
    if (!twenty) found.before(outline(found));
    found.className = "just";
    return found;
  });
  if (!cards.length) return false;
  if (!twenty) closeUp(felt, now);
  if (twenty) onPile(felt, seat, cards[0], now);
  else if (felt.matches(".is-count-to-20")) asSet(felt, seat, cards, now);
  else toTrick(felt, seat, cards, now);
  return true;
}

// The place that a card leaves free in the hand while it lies on the table.
function outline(card) {
  const left = card.cloneNode(true);
  left.className = "played just";
  return left;
}

// A hand closes up once its cards lie on the table no longer: when the next trick or set begins.
function closeUp(felt, now) {
  if (felt.matches(".is-count-to-20") || now.laid === 1) {
    for (const one of felt.querySelectorAll(".held li.played:not(.just)")) one.remove();
  }
}

// Twenty: a card stays in its place in the hand, and lies on the pile too.
function onPile(felt, seat, card, now) {
  const pile = felt.querySelector(".pile");
  if (pile.matches(".swept") || !pile.querySelector("ol")) {
    pile.querySelector("ol, .empty").replaceWith(made("ol", "cards"));
  }
  const laid = card.cloneNode(true);
  laid.className = `${seat.matches(".near") ? "from-near" : "from-far"} just`;
  pile.querySelector("ol").append(laid);
  card.className = "played just";
  pile.classList.toggle("swept", now.laid === 0);
  const tally = pile.querySelector(".tally");
  const label = tally.querySelector("b") ? [tally.querySelector("span"), " "] : [];
  tally.replaceChildren(...label, made("b", "", String(now.made)));
}

// Count to 20: the set takes the place of the one before it.
function asSet(felt, seat, cards, now) {
  const set = felt.querySelector(".set");
  set.classList.add("just");
  const by = made("p", "by", made("b", "", seat.querySelector("bdi").cloneNode(true)));
  set.replaceChildren(made("ul", "cards", ...cards), by);
  const count = Math.log2(now.made);
  if (!Number.isInteger(count)) return; // one of several counts
  const [here, next] = felt.querySelectorAll(".count b");
  here.textContent = count;
  if (next) next.textContent = count + 1;
  felt.querySelectorAll(".ladder li").forEach((step, at) => step.classList.toggle("made", at < count));
}

// Games of tricks: the cards lie before their player, and a trick that is over is taken away.
function toTrick(felt, seat, cards, now) {
  const around = [...felt.querySelector(".around").classList].find((one) => one.startsWith("of-"));
  const lying = felt.querySelector(".lying");
  let trick = lying.querySelector("ol.laid");
  if (!trick || now.laid === 1) {
    trick = made("ol", `laid ${around}`);
    lying.replaceChildren(trick);
  }
  const place = [...seat.classList].find((one) => one.startsWith("place-"));
  const name = made("b", "", seat.querySelector("bdi").cloneNode(true));
  trick.append(made("li", `${place} just`, made("div", "lay", made("ul", "cards", ...cards)), made("span", "by", name)));
}

// Everyone's points, whose turn it is, and the cards that may be played now.
function stand(felt, scored, now) {
  const turn = felt.querySelector(".so .turn");
  for (const seat of felt.querySelectorAll("[data-seat]")) {
    const number = Number(seat.dataset.seat);
    const awaited = number === now.turn && !now.over;
    if (seat.matches(".seat")) seat.classList.toggle("awaited", awaited);
    if (awaited && turn) seat.querySelector(".so").prepend(turn);
    const sum = scored.reduce((all, [whose, points]) => all + (whose === number ? points : 0), 0);
    const gain = sum ? [" ", made("span", "gain", sum < 0 ? `−${-sum}` : `+${sum}`)] : [];
    const total = seat.querySelector(".total");
    const points = now.totals[number];
    const said = points < UNKNOWN ? "?" : String(points).replace("-", "−");
    total.replaceChildren(total.querySelector(".unseen"), said, ...gain);
  }
  if (now.over || !now.turn) turn?.remove();
  for (const one of felt.querySelectorAll("li.may")) one.classList.replace("may", "held");
  for (const card of new Set(now.legal.flatMap(cardsOf))) {
    const same = felt.matches(".is-twenty") ? `^="${RANKS[card & 15]}"` : `="${named(card)}"`;
    const seat = felt.querySelector(`[data-seat="${now.turn}"]`);
    for (const one of seat.querySelectorAll(`li.held[data-card${same}]`)) {
      one.classList.replace("held", "may");
      one.dataset.may = felt.dataset.allowed;
    }
  }
}

// What was played, in place of what is said of the play before, and what may come next.
function tell(felt, offer, now, seat, moved) {
  const said = document.getElementById("said");
  const box = offer.closest(".what-if");
  const played = offer.cloneNode(true);
  for (const one of played.querySelectorAll(".small, .worth")) one.remove(); // "as played", "wins by 3"
  const cards = [...played.cloneNode(true).childNodes].filter((one) => !one.matches?.(".comes"));
  if (said.contains(document.activeElement)) said.focus();
  for (const one of [...said.children]) if (!one.matches(".as-or-if, .what-if, noscript")) one.remove();
  const name = seat.querySelector("bdi").cloneNode(true);
  const sentence = made("p", "play", made("b", "", name), moved ? " " : ": ", ...played.childNodes);
  said.querySelector(".as-or-if").after(sentence);
  for (const one of box.querySelectorAll(".standing, .row, .notice, form, :scope > .soft")) one.remove();
  const address = new URL(offer.href);
  const alone = address.searchParams.has("go"); // the others play as they did in the game
  const next = felt.querySelector(`[data-seat="${now.turn}"] bdi`);
  const choices = now.legal.filter((one) => now.turn && one[1] === now.turn && textOf(one));
  const few = !alone && next && choices.length <= MOST_OFFERED ? choices : [];
  box.querySelector(".play bdi")?.replaceWith((next ?? name).cloneNode(true));
  if (!few.length) box.querySelector(".play")?.remove();
  box.querySelector(".offers")?.replaceChildren(...few.map((one) => offered(felt, offer, one)));
  if (!alone) {
    putAddress(address);
    lead(felt, address);
  }
  const move = made("a", "", made("span", "no", felt.dataset.ply), " ", ...cards);
  move.href = address;
  move.dataset.line = "";
  move.setAttribute("aria-current", "step");
  if (!box.querySelector(".line-moves")) box.append(made("ol", "line-moves"));
  const line = box.querySelector(".line-moves");
  const before = line.querySelector("[aria-current]");
  before?.removeAttribute("aria-current");
  line.replaceChildren(...[...line.children].slice(0, [...line.children].indexOf(before?.closest("li")) + 1));
  line.append(made("li", "", move));
  const heard = sentence.cloneNode(true);
  for (const one of heard.querySelectorAll("[aria-hidden]")) one.remove();
  return heard.textContent;
}

// The ways back through the line; there is none on.
function lead(felt, address) {
  const plays = address.searchParams.get("line").split(".").length;
  for (const [step, at] of [["first", 0], ["previous", plays - 1]]) {
    const there = new URL(address);
    there.searchParams.set("at", at);
    felt.dataset[step] = there.pathname + there.search;
  }
  delete felt.dataset.next;
  delete felt.dataset.last;
}

function offered(felt, offer, action) {
  const link = offer.cloneNode(false);
  const text = textOf(action);
  const address = new URL(offer.href);
  address.searchParams.set("line", `${address.searchParams.get("line")}.${text}`);
  link.href = address;
  link.className = "";
  link.dataset.choice = text;
  link.dataset.action = JSON.stringify(action);
  const words = JSON.parse(offer.closest(".what-if").dataset.offered)[text];
  link.append(...(words ? [words] : cardsOf(action).map((card) => written(felt, card))));
  return made("li", "", link);
}

// A card in running text; a listener hears the name that it has in the hand.
function written(felt, card) {
  const sign = `${RANKS[card & 15].replace("T", "10")}${SIGNS[card >> 4]}`;
  const shown = made("span", "", sign);
  shown.setAttribute("aria-hidden", "true");
  const heard = felt.querySelector(`.held [data-card="${named(card)}"] .unseen`)?.textContent ?? sign;
  return made("span", `word-${SUITS[card >> 4] || "plain"}`, shown, made("span", "unseen", heard.split(",")[0]));
}
