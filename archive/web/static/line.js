// What if: a table of a line of play, fetched alone, the choices that lie on the table, and the way back.

import { PARTS } from "./boards.js";

// The parts of a line's table, and the address it has in the end.
export async function lineAt(address) {
  const asked = new URL(address, location.href);
  asked.searchParams.set("fragment", "1");
  const answer = await fetch(asked);
  if (!answer.ok && answer.status !== 400) throw new Error(`${answer.status} for ${asked}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = PARTS.map((id) => [id, document.adoptNode(page.getElementById(id))]);
  const found = new URL(answer.url);
  found.searchParams.delete("fragment");
  return { parts: Object.fromEntries(parts), address: found.pathname + found.search };
}

// The offer that a card on the table stands for; in games without suits its rank is enough.
export function offerOf(card) {
  const offers = [...document.querySelectorAll("#said a[data-choice]")];
  const has = (text) => offers.find((offer) => offer.dataset.choice === text);
  return has(card) ?? offers.find((offer) => offer.dataset.choice[0] === card[0]
    && offer.closest(".viewer").querySelector(".is-twenty"));
}

// Where a form that chooses cards leads.
export function addressOfForm(form) {
  return `${form.action}?${new URLSearchParams(new FormData(form))}`;
}

// The browser's history: entering a line is an entry of its own, so that Back leads to the game as it
// was played; all other steps take the place of the entry that is there.
const here = () => location.pathname + location.search;
let at = here();
let leaving = null; // the play that is wanted once a line is left

export function putAddress(address, enters = false) {
  if (enters) history.pushState({ entered: true }, "", address);
  else history.replaceState(history.state, "", address);
  at = here();
  dispatchEvent(new Event("moved")); // what is shared is what is shown
}

export function leave(target, show) {
  if (!history.state?.entered) return show(target);
  leaving = target;
  history.back();
}

export function bindHistory({ show, follow }) {
  addEventListener("popstate", () => {
    const target = leaving;
    leaving = null;
    if (here() === at) return; // to a part of the same page
    const asked = new URL(location.href);
    if (target === null && asked.searchParams.has("line")) follow(asked.href);
    else show(target ?? Number(asked.pathname.split("/").pop()));
  });
}
