"""Random numbers that are the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

DOUBT: Final = 1 / 4
"""How likely a layout is compared with another, for each further doubt."""
MIDDLING: Final = [0.4]
"""The chances of players who do what they do most often: all just below the middle."""


def shuffled(cards: Sequence[int], rng: Random) -> list[int]:
    """Return the cards in another order, by `random` alone, which is the same everywhere."""
    pack = list(cards)
    for at in range(len(pack) - 1):
        other = at + int(rng.random() * (len(pack) - at))
        pack[at], pack[other] = pack[other], pack[at]
    return pack


def chances(rng: Random, number: int) -> list[float]:
    """Return the chances of a deal that is played out several times: players meet the same ones
    each time, so that they do not decide which choice is better."""
    return [rng.random() for _ in range(number)]


def stays(more: int, rng: Random) -> bool:
    """Return whether a layout stays, by chance, with this many doubts more than before."""
    return more <= 0 or rng.random() < DOUBT**more
