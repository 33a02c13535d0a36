// Boards by ply: fetched once, kept, and asked for before they are needed.

const KEPT = 400;

export class Boards {
  #addressOf;
  #kept = new Map();

  constructor(addressOf, html, ply) {
    this.#addressOf = addressOf;
    this.#kept.set(ply, Promise.resolve(html));
  }

  get(ply) {
    const known = this.#kept.get(ply);
    if (known) return known;
    const coming = this.#fetch(ply);
    this.#kept.set(ply, coming);
    coming.catch(() => this.#kept.delete(ply)); // a failure is not worth keeping
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
    return coming;
  }

  prefetch(plies) {
    for (const ply of plies) this.get(ply).catch(() => {});
  }

  forget() {
    this.#kept.clear();
  }

  async #fetch(ply) {
    const address = new URL(this.#addressOf(ply), location.href);
    address.searchParams.set("fragment", "1");
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${answer.status} for ply ${ply}`);
    return answer.text();
  }
}
