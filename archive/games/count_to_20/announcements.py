"""Announced values of kings and pairs, compared with what the set must count: clause 4.4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from archive.core.cards import Card
from archive.core.events import Part
from archive.games.count_to_20.counting import (
    AIM,
    OF_A_RANK,
    UP_TO_AIM,
    counts_of,
    counts_with,
    only,
)
from archive.rules.hand_seen import CODES


class Announcement(NamedTuple):
    """An announced value of some cards, and what they can count within the set; nothing where the
    record does not say enough, or what else was announced leaves nothing."""

    cards: tuple[Card, ...]
    value: int
    possible: int

    @property
    def right(self) -> bool:
        """Return whether the announced value is possible."""
        return self.value < self.possible.bit_length() and bool(self.possible >> self.value & 1)

    @property
    def of_kings(self) -> bool:
        """Return whether it is about a king."""
        return any(card.rank == "K" for card in self.cards)


def announced(parts: Iterable[Part], count: int | None) -> Iterator[Announcement]:
    """Yield each value that was announced, in order. Of values that contradict each other the
    earlier ones are trusted. `count` is the count of the set, None where that is unknown."""
    said = [(part.cards, part.value) for part in parts if part.value is not None]
    if count is None or len(said) > count:  # whatever is played counts something
        yield from (Announcement(cards, value, 0) for cards, value in said)
        return
    silent = [card for part in parts if part.value is None for card in part.cards]
    counts = [_counts(cards) for cards, _ in said]
    rest: list[int] = [_counts(silent)]  # what all later cards can count
    for one in reversed(counts[1:]):
        rest.append(_plus(rest[-1], one))
    before = 0  # what the trusted ones count
    for (cards, value), own in zip(said, counts, strict=True):
        later = rest.pop()
        possible = own & _left_by(later, count - before)
        found = Announcement(cards, value, possible)
        yield found
        settled = value if found.right else only(possible)
        if settled is None:
            return
        before += settled


def _left_by(later: int, count: int) -> int:
    """Return what remains of a count for some cards when the later ones can count these."""
    return sum(1 << (count - number) for number in range(count + 1) if later >> number & 1)


def _counts(cards: Iterable[Card]) -> int:
    """Return what cards can count, unnamed ones being any."""
    codes = [CODES[card] for card in cards]
    counts = counts_of(codes)
    return counts if counts >= 0 else counts_with(codes, OF_A_RANK)


def _plus(one: int, other: int) -> int:
    """Return what two sets together can count, when neither pairs with the other."""
    total = 0
    for number in range(AIM + 1):
        if one >> number & 1:
            total |= other << number
    return total & UP_TO_AIM
