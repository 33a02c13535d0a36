"""Hands that the others may hold, drawn by chance: any deal that nothing shown contradicts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from archive.analyst.chance import shuffled
from archive.analyst.zwanzig_ab.solver import SUIT

TRIES: Final = 60
"""Deals drawn one after the other until one fits; after that one is dealt suit by suit."""


def drawn(
    unseen: Sequence[int], sizes: Sequence[int], barred: Sequence[int], rng: Random
) -> list[int] | None:
    """Return a hand for each of the others: of so many of the unseen cards, none of the suits that
    this one has shown to be without (`barred`, as cards). None where no deal was found."""
    for _ in range(TRIES):
        pack = shuffled(unseen, rng)
        hands, at = [], 0
        for size in sizes:
            hands.append(sum(pack[at : at + size]))
            at += size
        if all(not hand & no for hand, no in zip(hands, barred, strict=True)):
            return hands
    return _fitted(unseen, sizes, barred, rng)


def _fitted(
    unseen: Sequence[int], sizes: Sequence[int], barred: Sequence[int], rng: Random
) -> list[int] | None:
    """Return hands of which those come first that fewest cards fit."""
    left = shuffled(unseen, rng)
    hands = [0] * len(sizes)

    def fitting(one: int) -> int:
        return sum(not card & barred[one] for card in left) - sizes[one]

    for one in sorted(range(len(sizes)), key=fitting):
        fits = [card for card in left if not card & barred[one]][: sizes[one]]
        if len(fits) < sizes[one]:
            return None
        hands[one] = sum(fits)
        left = [card for card in left if card not in fits]
    return hands


def of_suit(suit: int) -> int:
    """Return all cards of a suit, counted from 0."""
    return SUIT << 8 * suit
