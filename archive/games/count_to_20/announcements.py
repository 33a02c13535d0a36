"""What was said of kings and pairs, held against what the set must count: clause 4.4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from archive.core.cards import Card
from archive.core.events import Part
from archive.games.count_to_20.values import Counts, count_of, only, plus


class Announcement(NamedTuple):
    """What was said that some cards count, and what they can count within the set; nothing where
    the record does not say enough, or what else was said leaves nothing."""

    cards: tuple[Card, ...]
    value: int
    possible: Counts

    @property
    def right(self) -> bool:
        return self.value < self.possible.bit_length() and bool(self.possible >> self.value & 1)

    @property
    def of_kings(self) -> bool:
        return any(card.rank == "K" for card in self.cards)


def announced(parts: Iterable[Part], count: int | None) -> Iterator[Announcement]:
    """Each value that was announced, in order. Of values that do not go together the earlier ones
    are believed. `count` is what the set makes, None where that is not known."""
    said = [(part.cards, part.value) for part in parts if part.value is not None]
    if count is None or len(said) > count:  # whatever is played counts something
        yield from (Announcement(cards, value, 0) for cards, value in said)
        return
    silent = [card for part in parts if part.value is None for card in part.cards]
    counts = [count_of(cards) for cards, _ in said]
    rest: list[Counts] = [count_of(silent)]  # what all that comes later can count
    for one in reversed(counts[1:]):
        rest.append(plus(rest[-1], one))
    before = 0  # what those that are believed count
    for (cards, value), own in zip(said, counts, strict=True):
        later = rest.pop()
        possible = own & _left_by(later, count - before)
        found = Announcement(cards, value, possible)
        yield found
        settled = value if found.right else only(possible)
        if settled is None:
            return
        before += settled


def _left_by(later: Counts, count: int) -> Counts:
    """What remains of a count for some cards when the later ones can count these."""
    return sum(1 << (count - number) for number in range(count + 1) if later >> number & 1)
