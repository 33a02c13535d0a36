"""The census: the cards of every dealing counted against the pack.

Five jacks in a pack of 52 prove that something was written down wrong, though no single play was
against the rules. If a hand's own plays contradict its listing, and the plays fit the pack where
the listing does not, then it is the listing that is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from archive.cards import CARDS, Card, Pack, text_of
from archive.notation.places import card_offset
from archive.record import Play, Record, Unread
from archive.rules.kernel import Dealing, Seen
from archive.verdict.findings import Finding, Spot


class Tally(NamedTuple):
    """How often a card was seen, where, and how many of it the pack has."""

    card: Card
    seen: list[Seen]
    pack: int


class Count(NamedTuple):
    """The census of one dealing. `missing` is what stands against a surplus, where as many cards
    were seen as the pack has."""

    dealing: Dealing
    surplus: list[Tally]
    missing: list[Tally]


def count(dealing: Dealing) -> Count:
    """Count the cards as listed against the pack."""
    surplus = surplus_in(dealing.listed, dealing.pack)
    return Count(dealing, surplus, missing_from(dealing.listed, dealing.pack) if surplus else [])


def surplus_in(seen: Iterable[Seen], pack: Pack) -> list[Tally]:
    """What was seen more often than the pack has it: of a rank, a suit, or one very card."""
    ranks: defaultdict[str, list[Seen]] = defaultdict(list)
    suits: defaultdict[str, list[Seen]] = defaultdict(list)
    exact: defaultdict[Card, list[Seen]] = defaultdict(list)
    for one in seen:
        card = one.card
        ranks[card.rank].append(one)
        if card.suit:
            suits[card.suit].append(one)
            if card.rank != "?":
                exact[card].append(one)
    ranks.pop("?", None)
    kinds = (
        [(CARDS[rank], found) for rank, found in ranks.items()]
        + [(CARDS[f"?{suit}"], found) for suit, found in suits.items()]
        + list(exact.items())
    )
    return [Tally(card, found, pack.holds(card)) for card, found in kinds if len(found) > pack.holds(card)]


def missing_from(seen: list[Seen], pack: Pack) -> list[Tally]:
    """Ranks seen less often than the pack has them, once as many cards were seen as it holds."""
    if len(seen) < pack.size or any(one.card.rank == "?" for one in seen):
        return []
    found = [(CARDS[rank], [one for one in seen if one.card.rank == rank]) for rank in pack.ranks]
    return [Tally(card, s, pack.holds(card)) for card, s in found if len(s) < pack.holds(card)]


def findings(counts: Iterable[Count], record: Record, earlier: list[Finding]) -> list[Finding]:
    """What the census proves. A play of a card not held, if its hand is the one listed wrongly,
    only follows from that."""
    found = []
    for counted in counts:
        if not counted.surplus:
            continue
        dealing = counted.dealing
        contradicted = {
            (seen.seat or 0, seen.hand or 0) for seen in set(dealing.played) - set(dealing.listed)
        }
        if contradicted and not surplus_in(dealing.played, dealing.pack):
            for seat, hand in sorted(contradicted):
                found.append(_impossible_hand(counted, seat, hand, record, earlier))
        else:
            found.extend(_too_many(tally, counted, record) for tally in counted.surplus)
    return found


def _impossible_hand(
    counted: Count, seat: int, hand: int, record: Record, earlier: list[Finding]
) -> Finding:
    dealing = counted.dealing
    listed = [one for one in dealing.listed if (one.seat, one.hand) == (seat, hand)]
    played = [one for one in dealing.played if (one.seat, one.hand) == (seat, hand)]
    at = listed[0].at
    offset = record.offsets[at]
    for tally in counted.surplus:
        if any(one.card == tally.card for one in listed):
            offset = card_offset(record.text, offset, tally.card.text, 0)
            break
    plays = {one.at for one in played}
    proofs = [
        finding for finding in earlier if finding.code == "card-not-held" and finding.at in plays
    ]
    finding = Finding(
        "impossible-hand", "error", at, offset, proofs[0].ply if proofs else None, dealing.clause, seat,
        text_of(one.card for one in played), text_of(one.card for one in listed),
        places=spots(counted.surplus, record),
    )  # fmt: skip
    for proof in proofs:
        proof.follows = finding
    return finding


def _too_many(tally: Tally, counted: Count, record: Record) -> Finding:
    places = spots([tally], record)
    last = max(tally.seen, key=lambda seen: seen.at)
    return Finding(
        "too-many-of-a-card", "error", last.at, record.offsets[last.at], places[-1].ply,
        counted.dealing.clause, last.seat, f"{tally.pack} of {tally.card} in {counted.dealing.name}",
        f"{len(tally.seen)}", places=places,
    )  # fmt: skip


def spots(surplus: Iterable[Tally], record: Record) -> list[Spot]:
    """Where every card of a surplus stands."""
    found = []
    for tally in surplus:
        nth: defaultdict[tuple[int, str], int] = defaultdict(int)
        for one in sorted(tally.seen, key=lambda seen: seen.at):
            offset = card_offset(record.text, record.offsets[one.at], one.card.text, nth[one.at, one.card.text])
            nth[one.at, one.card.text] += 1
            found.append(Spot(*record.place(offset), ply_of(record, one.at)))
    return found


def ply_of(record: Record, at: int) -> int:
    """How many plays there were up to and including an event."""
    return sum(
        isinstance(event, Play) or (isinstance(event, Unread) and event.seat > 0)
        for event in record.events[: at + 1]
    )
