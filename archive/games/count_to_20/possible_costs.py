"""The possible costs of unwritten cards left, and the lines that leave no room for a claimed sum:
clause 8.8."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from archive.core.cards import WrittenHand
from archive.games.count_to_20.counting import OF_A_RANK, penalty
from archive.games.count_to_20.open_passes import left_in
from archive.rules.certain_cards import certainly_held
from archive.rules.hand_seen import CODES

LOW, TEN, KING = 5, 10, 20
IN_PACK = {
    cost: sum(cards for rank, cards in enumerate(OF_A_RANK) if penalty(rank) == cost)
    for cost in (LOW, TEN, KING)
}
"""The number of cards in the pack of each cost."""


class Costing(NamedTuple):
    """A number of cards of each cost."""

    low: int
    tens: int
    kings: int


class CostSeen(NamedTuple):
    """A card that was seen: its cost, the event, and the player left with it, 0 for none."""

    cost: int
    at: int
    left_with: int


class Conflict(NamedTuple):
    """Seats whose sums cannot all be right, and the events that show the cards that prove it;
    without any of these the sums would be possible."""

    seats: tuple[int, ...]
    shown: tuple[int, ...]


def sums_left(hand: WrittenHand, others: Iterable[WrittenHand] = ()) -> frozenset[int]:
    """Return the possible sums of the cards left in a hand: three cards cost 35 only as a low one,
    a ten and a king. Kings that were seen elsewhere are not among them, nor are tens or low
    cards."""
    seen = [*_own(hand, 1), *(one for other in others for one in _held(other))]
    known = [one.cost for one in seen if one.left_with]
    free = _free(seen)
    return frozenset(sum(known) + cost for cost in _made_of(len(hand) - len(known), *free))


def conflict(sums: Mapping[int, int], hands: Mapping[int, WrittenHand]) -> Conflict | None:
    """Return why no cards of the pack give these sums to these seats, None where some do. First
    each sum by itself is tried, then those that are possible alone are tried together; of these
    only hands whose cards left are known except for unseen ones."""
    for seat in sums:
        if found := _conflict({seat: sums[seat]}, hands):
            return found
    sure = {seat: total for seat, total in sums.items() if _certain(hands[seat]) is not None}
    return _conflict(sure, hands) if len(sure) > 1 else None


def _conflict(sums: Mapping[int, int], hands: Mapping[int, WrittenHand]) -> Conflict | None:
    seen = [one for seat, hand in hands.items()
            for one in (_own(hand, seat) if seat in sums else _held(hand))]  # fmt: skip
    cards = {seat: len(hands[seat]) for seat in sums}
    if _possible(sums, cards, seen):
        return None
    needed = dict(sums)
    for seat in sums if len(sums) > 1 else ():
        fewer = {other: total for other, total in needed.items() if other != seat}
        if fewer and not _possible(fewer, cards, seen):
            needed = fewer
    by_line = Counter(one.at for one in seen)
    for at in sorted(by_line, key=lambda at: (by_line[at], at)):  # what shows least goes first
        rest = [one for one in seen if one.at != at]
        if not _possible(needed, cards, rest):
            seen = rest
    return Conflict(tuple(sorted(needed)), tuple(sorted({one.at for one in seen})))


def _possible(sums: Mapping[int, int], cards: Mapping[int, int], seen: Sequence[CostSeen]) -> bool:
    """Return whether the pack has the cards for all of these sums, `cards` each."""
    free = _free(seen)
    used = {Costing(0, 0, 0)}
    for seat, total in sums.items():
        known = [one.cost for one in seen if one.left_with == seat]
        every = _made_of(cards[seat] - len(known), *free)
        if not every:
            return True  # more cards than there are: it is not the sum that is wrong
        used = {
            Costing(low, tens, kings)
            for one in used
            for more in every.get(total - sum(known), ())
            for low, tens, kings in [(one[0] + more[0], one[1] + more[1], one[2] + more[2])]
            if low <= free.low and tens <= free.tens and kings <= free.kings
        }
    return bool(used)


@lru_cache(maxsize=4096)
def _made_of(cards: int, low: int, tens: int, kings: int) -> Mapping[int, Sequence[Costing]]:
    """Return the possible sums of `cards` cards, each with the cards that cost it, where at most so
    many of each can be among them."""
    found: dict[int, list[Costing]] = {}
    for of_kings in range(min(cards, kings) + 1):
        for of_tens in range(min(cards - of_kings, tens) + 1):
            rest = cards - of_kings - of_tens
            if rest <= low:
                cost = rest * LOW + of_tens * TEN + of_kings * KING
                found.setdefault(cost, []).append(Costing(rest, of_tens, of_kings))
    return found


def _free(seen: Iterable[CostSeen]) -> Costing:
    gone = Counter(one.cost for one in seen)
    return Costing(*(cards - gone[cost] for cost, cards in IN_PACK.items()))


def _own(hand: WrittenHand, seat: int) -> Iterator[CostSeen]:
    """Yield the cards of a hand: those played and those certainly left."""
    for card, at in zip(hand.played, hand.played_at, strict=True):
        if card.rank != "?":
            yield CostSeen(penalty(CODES[card]), at, 0)
    left = _certain(hand) or []
    for rank in sorted(set(left), key=left.index):
        slots = [slot for slot, card in enumerate(hand.listed) if CODES[card] & 15 == rank]
        for slot in slots[len(slots) - left.count(rank) :]:
            yield CostSeen(penalty(rank), hand.source(slot), seat)


def _certain(hand: WrittenHand) -> list[int] | None:
    """Return the ranks that are certainly left in a hand; None where some card left it without a
    name, or against its listing."""
    left = left_in(hand)
    return left.ranks if left is not None and left.sure else None


def _held(hand: WrittenHand) -> Iterator[CostSeen]:
    """Yield the cards that a hand has certainly had."""
    for card, at in certainly_held(hand):
        if card.rank != "?":
            yield CostSeen(penalty(CODES[card]), at, 0)
