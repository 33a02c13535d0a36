// Tables by play: fetched many at a time, ahead of the reader, and kept.

export const PARTS = ["where", "ply", "said"];
const AT_ONCE = 20;
const AHEAD = 8; // plays before the end of what is here when more is asked for

// Make a table another one, and leave alone what is the same in both: a card that stays is neither
// styled nor drawn again, and most stay. An entry of a list is changed as a whole, as its signs belong together.
export function become(here, there) {
  for (const { name } of [...here.attributes]) if (!there.hasAttribute(name)) here.removeAttribute(name);
  for (const { name, value } of there.attributes) if (here.getAttribute(name) !== value) here.setAttribute(name, value);
  const old = [...here.childNodes];
  const next = [...there.childNodes];
  while (old.length && next.length && old[0].isEqualNode(next[0])) {
    old.shift();
    next.shift();
  }
  let behind = null; // what stands after all that differs
  while (old.length && next.length && old.at(-1).isEqualNode(next.at(-1))) {
    behind = old.pop();
    next.pop();
  }
  next.forEach((one, at) => {
    if (!old[at]) here.insertBefore(one.cloneNode(true), behind);
    else if (old[at].localName === one.localName && !/^(li|svg)$/.test(one.localName ?? "li")) become(old[at], one);
    else old[at].replaceWith(one.cloneNode(true));
  });
  for (const gone of old.slice(next.length)) gone.remove();
}

export class Boards {
  #addressOf;
  #last;
  #listed;
  #kept = new Map(); // by play its parts
  #coming = new Map(); // by the first play of a piece the promise of it

  // `listed` is given the play lists that come with a piece, and the first and last play of it.
  constructor(addressOf, last, listed) {
    this.#addressOf = addressOf;
    this.#last = last;
    this.#listed = listed;
  }

  // The parts of a table, where they are here already.
  here(ply) {
    return this.#kept.get(ply);
  }

  async get(ply) {
    await this.#fetch(ply - (ply % AT_ONCE));
    const parts = this.#kept.get(ply);
    if (!parts) throw new Error(`no table for play ${ply}`);
    return parts;
  }

  // Ask for what a reader will want soon, on either side.
  ahead(ply) {
    for (const near of [ply, ply + AHEAD, ply - AHEAD]) {
      if (near >= 0 && near <= this.#last && !this.#kept.has(near)) this.get(near).catch(() => {});
    }
  }

  forget() {
    this.#kept.clear();
    this.#coming.clear();
  }

  #fetch(first) {
    const known = this.#coming.get(first);
    if (known) return known;
    const coming = this.#fetchPiece(first);
    this.#coming.set(first, coming);
    coming.catch(() => this.#coming.delete(first)); // a failure is not worth keeping
    return coming;
  }

  async #fetchPiece(first) {
    const address = this.#asked(first);
    const kept = this.#kept;
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${answer.status} for play ${first}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (address !== this.#asked(first)) return; // the table was turned meanwhile
    const tables = page.querySelectorAll("#ply");
    tables.forEach((felt, at) => {
      const parts = PARTS.map((id) => [id, document.adoptNode(page.querySelectorAll(`[id="${id}"]`)[0])]);
      kept.set(first + at, Object.fromEntries(parts));
    });
    this.#listed(page.querySelectorAll("section[data-first]"), first, first + tables.length - 1);
  }

  #asked(first) {
    const address = new URL(this.#addressOf(first), location.href);
    address.searchParams.set("fragment", AT_ONCE);
    return address.href;
  }
}
