"""How high cards rank, what they score, and whether some equal or beat others.

A card of which the rank was not written down may be any: every comparison here answers None where
it depends on that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from operator import ge
from typing import NamedTuple

from archive.core.cards import CARDS, SUITS, Card, Pack

RANKING = "23456789TJQKA"
HEIGHTS: dict[Card, int | None] = {
    card: RANKING.index(card.rank) + 2 if card.rank in RANKING else None for card in CARDS.values()
}
"""Clause 1.3: from 2, the lowest, to 14, the ace. None where the rank is not known."""

RANKED = frozenset(card for card in CARDS.values() if card.rank != "?")

LIMIT = 22
FIRST_HAND = 7
MOST = 11


def worth(card: Card) -> int | None:
    """Clause 1.4: what a losing card scores."""
    height = HEIGHTS[card]
    return None if height is None else MOST if height == 14 else min(height, 10)


class Span(NamedTuple):
    """The heights that a card may have."""

    low: int
    high: int


ANY = Span(2, 14)


class Ranks(NamedTuple):
    """The heights of several cards, each from the highest down: at the least, at the most."""

    least: tuple[int, ...]
    most: tuple[int, ...]

    @property
    def known(self) -> bool:
        return self.least == self.most


@lru_cache(maxsize=4096)
def ranks_of(run: tuple[Card, ...], unknown: Span = ANY) -> Ranks:
    """The heights of a play. `unknown` is what a card not named may be."""
    known = [HEIGHTS[card] for card in run]
    least = sorted((unknown.low if height is None else height for height in known), reverse=True)
    if None not in known:
        same = tuple(least)
        return Ranks(same, same)
    most = sorted((unknown.high if height is None else height for height in known), reverse=True)
    return Ranks(tuple(least), tuple(most))


def equals_or_beats(one: Ranks, other: Ranks) -> bool | None:
    """Clause 4.5: whether no card of one is lower than the other's of the same place."""
    if all(map(ge, one.least, other.most)):
        return True
    if one.known and other.known:
        return False
    return None if all(map(ge, one.most, other.least)) else False


def either(one: Ranks, other: Ranks) -> Ranks:
    """One of two plays, it is not known which."""
    return Ranks(tuple(map(min, one.least, other.least)), tuple(map(max, one.most, other.most)))


def one_rank(run: Sequence[Card]) -> bool | None:
    """Whether all the cards are of one rank; None where that depends on a card not named."""
    if len(run) < 2:
        return True
    ranks = {card.rank for card in run}
    if len(ranks - {"?"}) > 1:
        return False
    return None if "?" in ranks and len(run) > 1 else True


def most_cards_for(points: int, pack: Pack) -> int:
    """How many cards of a pack are worth no more than so many points together."""
    cheapest = sorted(worth(CARDS[rank]) or 0 for rank in pack.ranks for _ in SUITS * pack.copies)
    sums = accumulate(cheapest)
    return sum(1 for total in sums if total <= points)
