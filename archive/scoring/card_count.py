"""The card count: the cards of every dealing counted against the pack.

Five jacks in a pack of 52 prove that something was written down wrong, though no single play was
against the rules. If a hand's own plays contradict its listing, and the plays fit the pack where
the listing does not, then it is the listing that is wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from archive.core.cards import CARDS, SUITS, Card, Pack, text_of
from archive.core.phrase import Phrase
from archive.core.record import Record
from archive.notation.text_offsets import card_offset, card_offsets, offset_of
from archive.rules.faults_and_claims import (
    CardSeen,
    CardsSeen,
    CardTimes,
    Count,
    Dealing,
    every_card,
)
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Spot

BY_HAND = frozenset({"card-not-held", "not-lowest", "led-not-met", "not-followed", "not-trumped"})
"""Findings from comparing plays with a listed hand: void if the listing is what is wrong."""

WRONG_CARDS = frozenset(
    {
        "card-not-held", "wrong-number-of-cards", "uneven-exchange", "dealt-early", "dealt-in",
        "not-followed", "not-trumped", "not-lowest", "led-not-met", "wrong-tally", "count-not-made",
    }
)  # fmt: skip
"""Faults of cards that were hardly those written: these may be the ones that occur too often."""


About: TypeAlias = Mapping[int | None, Sequence[tuple[int, Draft]]]
"""Findings by the event they are about, each with its number in the order they were found."""
Written: TypeAlias = dict[int, Mapping[str, Sequence[int]]]
"""The places of each card in an event, by the event's number."""


def count(dealing: Dealing) -> Count:
    """Count the cards as listed against the pack."""
    surplus = surplus_in(dealing.listed, dealing.pack)
    return Count(dealing, surplus, missing_from(dealing.listed, dealing.pack) if surplus else [])


def surplus_in(seen: Iterable[CardSeen], pack: Pack) -> list[CardTimes]:
    """Return the cards seen more often than the pack has them: of a rank, of a suit, or single
    cards."""
    seen = seen if isinstance(seen, CardsSeen) else list(seen)
    cards = seen.cards if isinstance(seen, CardsSeen) else [one.card for one in seen]
    return [] if _fits(cards, pack) else surplus_card_by_card(seen, pack)


def surplus_card_by_card(seen: Iterable[CardSeen], pack: Pack) -> list[CardTimes]:
    """Return the same, the long way: with every place at which a card of the surplus was seen."""
    by_card: defaultdict[Card, list[CardSeen]] = defaultdict(list)
    for one in seen:
        by_card[one.card].append(one)
    by_kind: defaultdict[Card, list[CardSeen]] = defaultdict(list)
    for card, ones in by_card.items():
        for kind in _kinds_of(card):
            by_kind[kind] += ones
    found: list[CardTimes] = []
    explained: Counter[Card] = Counter()
    for card in _kinds(by_card):
        same, most = by_kind[card], pack.holds(card)
        if len(same) - explained[card] > most:
            found.append(CardTimes(card, same, most))
            for kind in _kinds_of(card):
                explained[kind] += len(same) - most
    return found


def _fits(seen: list[Card], pack: Pack) -> bool:
    """Return whether no card, rank or suit was seen too often: the quick answer for a sound
    record."""
    different = set(seen)
    if len(different) == len(seen) and every_card(pack).issuperset(different):
        return True  # every one another card of the pack
    ranks: dict[str, int] = {}
    suits: dict[str, int] = {}
    for card, times in Counter(seen).items():
        if times > pack.copies and card.suit and times > pack.holds(card):
            return False
        ranks[card.rank] = ranks.get(card.rank, 0) + times
        suits[card.suit] = suits.get(card.suit, 0) + times
    ranks["?"] = suits[""] = 0
    return (
        ranks.keys() <= {*pack.ranks, "?"}
        and max(ranks.values()) <= len(SUITS) * pack.copies
        and max(suits.values()) <= len(pack.ranks) * pack.copies
    )


def _kinds(by_card: Iterable[Card]) -> list[Card]:
    """Return what to count: single cards first, then ranks, then suits, so that what a card seen
    twice explains is not reported again for its rank and suit."""
    named = list(by_card)
    exact = [card for card in named if card.suit and card.rank != "?"]
    ranks = [CARDS[rank] for rank in dict.fromkeys(card.rank for card in named) if rank != "?"]
    suits = [CARDS[f"?{suit}"] for suit in dict.fromkeys(card.suit for card in named) if suit]
    return exact + ranks + suits


def _kinds_of(card: Card) -> set[Card]:
    """Return what a card certainly is: a nine of hearts is that, a nine and a heart, a nine only a
    nine."""
    return {card, CARDS[card.rank], CARDS[f"?{card.suit}"]}


def missing_from(seen: Sequence[CardSeen], pack: Pack) -> list[CardTimes]:
    """Return ranks seen less often than the pack has them, once as many cards were seen as it
    has."""
    if len(seen) < pack.size or any(one.card.rank == "?" for one in seen):
        return []
    found = [(CARDS[rank], [one for one in seen if one.card.rank == rank]) for rank in pack.ranks]
    return [CardTimes(card, s, pack.holds(card)) for card, s in found if len(s) < pack.holds(card)]


def findings(counts: Iterable[Count], record: Record, earlier: list[Draft]) -> list[Draft]:
    """Return what the card count proves. A play of a card not held only follows from that, if its
    hand is the one that is listed wrongly."""
    found = []
    written: Written = {}
    about: dict[int | None, list[tuple[int, Draft]]] = {}
    for number, finding in enumerate(earlier):
        about.setdefault(finding.at, []).append((number, finding))
    for counted in counts:
        if not counted.surplus:
            continue
        dealing = counted.dealing
        contradicted = {
            (seen.seat or 0, seen.hand or 0) for seen in set(dealing.played) - set(dealing.listed)
        }
        contradicted &= {(seen.seat or 0, seen.hand or 0) for seen in dealing.listed}
        if contradicted and not surplus_in(dealing.played, dealing.pack):
            for seat, hand in sorted(contradicted):
                found.append(_impossible_hand(counted, seat, hand, record, about))
        else:
            for tally in counted.surplus:
                places = spots([tally], record, written)
                found.append(_too_many(tally, counted, record, about, places))
    return found


def _impossible_hand(counted: Count, seat: int, hand: int, record: Record, about: About) -> Draft:
    dealing = counted.dealing
    listed = [one for one in dealing.listed if (one.seat, one.hand) == (seat, hand)]
    played = [one for one in dealing.played if (one.seat, one.hand) == (seat, hand)]
    at = _wrongly_listed(listed, played).at
    offset = record.offsets[at]
    for tally in counted.surplus:
        if any(one.card == tally.card for one in listed):
            offset = card_offset(record.text, offset, tally.card.text)
            break
    proofs = [
        finding
        for finding in _in_order(about, {one.at for one in played})
        if finding.code in BY_HAND and finding.seat == seat
    ]
    finding = Draft(
        "impossible-hand", "error", at, offset, proofs[0].ply if proofs else None,
        dealing.clause, seat,
        text_of(one.card for one in played), text_of(one.card for one in listed),
        places=tuple(spots(counted.surplus, record)),
    )  # fmt: skip
    for proof in proofs:
        proof.follows = finding
    finding.follows = next(
        (f for f in _in_order(about, {at}) if f.severity == "error" and f.root is not finding), None
    )
    return finding


def _in_order(about: About, events: Iterable[int]) -> list[Draft]:
    """Return the findings about these events, in the order in which they were found."""
    numbered = sorted((one for at in events for one in about.get(at, ())), key=lambda one: one[0])
    return [finding for _, finding in numbered]


def _wrongly_listed(listed: list[CardSeen], played: list[CardSeen]) -> CardSeen:
    """Return the first listed card that the plays leave no room for."""
    fitting = Counter(one.card for one in played)
    for one in listed:
        if not fitting[one.card]:
            return one
        fitting[one.card] -= 1
    return listed[0]


def _too_many(
    tally: CardTimes, counted: Count, record: Record, about: About, places: list[Spot]
) -> Draft:
    last, spot = max(tally.seen, key=lambda seen: seen.at), places[-1]
    near = _in_order(about, {one.at for one in tally.seen})
    follows = next((f.root for f in near if f.code in WRONG_CARDS), None)
    dealing = counted.dealing
    out = sorted({one.seat for one in set(dealing.out) & set(tally.seen) if one.seat})
    due = Phrase("{n} of {card} in {where}", n=tally.pack, card=tally.card.text, where=dealing.name)
    if out:
        due = Phrase(
            "{n} of {card} in {where}, out with {seat}",
            **due.values,
            seat=",".join(f"p{seat}" for seat in out),
        )
    return Draft(
        "too-many-of-a-card", "error", last.at, record.offset(spot.line, spot.column), spot.ply,
        dealing.out_clause if out else dealing.clause, last.seat,
        due, f"{len(tally.seen)}", follows=follows, places=tuple(places),
    )  # fmt: skip


def spots(
    surplus: Iterable[CardTimes], record: Record, written: Written | None = None
) -> list[Spot]:
    """Return the places of all cards of a surplus. `written` remembers the places of an event's
    cards."""
    found: list[Spot] = []
    written = {} if written is None else written
    for tally in surplus:
        nth: defaultdict[tuple[int, str], int] = defaultdict(int)
        for one in sorted(tally.seen, key=lambda seen: seen.at):
            start, card = record.offsets[one.at], one.card.text
            if one.at not in written:
                written[one.at] = card_offsets(record.text, start)
            places, number = written[one.at].get(card, ()), nth[one.at, card]
            nth[one.at, card] += 1
            offset = places[number] if number < len(places) else None
            if offset is None:
                offset = offset_of(record.text, start, "cards")
            found.append(Spot(*record.place(offset), ply_of(record, one.at)))
    return found


def ply_of(record: Record, at: int) -> int:
    """Return the number of plays up to and including an event."""
    return record.plies[at + 1]
