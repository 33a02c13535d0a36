"""Chance that falls the same way on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

MIDDLE: Final = 0.4


def shuffled(cards: Sequence[int], rng: Random) -> list[int]:
    """Return the cards in another order, by nothing but `random`, which gives the same numbers on
    every machine."""
    pack = list(cards)
    for at in range(len(pack) - 1):
        other = at + int(rng.random() * (len(pack) - at))
        pack[at], pack[other] = pack[other], pack[at]
    return pack


class Middling(Random):
    """Chance that always falls alike, just below the middle: plain players then do what they do
    most often."""

    def random(self) -> float:
        return MIDDLE
