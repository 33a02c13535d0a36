"""Which hands the other player may hold: each that the cards not seen allow, and how likely.

A hand counts for as many deals as give it, and more or less by the plays already made from it: a
card is the more likely to be chosen the better it looks beside the others of the hand. How good a
card looks is what it scores at once less what the place it leaves is worth to the next player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from random import Random
from typing import Final, NamedTuple

from archive.analyst.twenty.boundaries import SCALE
from archive.analyst.twenty.states import AFTER, HAND_OF, HANDS, POINTS, VALUES

EVERY: Final = 3
"""Hands of so many cards and fewer are all gone through; of larger ones a sample is drawn."""
DOUBT: Final = 3 * SCALE
"""A card that looks so much worse than the best is half as likely to be chosen."""


class Seen(NamedTuple):
    """A play that the other player made from the present hand."""

    place: int
    value: int
    since: tuple[int, ...]
    """What that player has laid from then on, this card first."""


def likely_hands(
    unseen: Sequence[int], size: int, seen: Sequence[Seen], worth: Sequence[int],
    samples: int, rng: Random,
) -> list[tuple[int, float]]:  # fmt: skip
    """Return hands of so many cards with their weights; `unseen` are by value how many cards are
    where the player cannot see them, `worth` what a place is worth to the player on turn."""
    if size <= EVERY:
        counted = [(hand, _deals(HANDS[hand], unseen)) for hand in OF_SIZE[size]]
        found = [(hand, float(deals)) for hand, deals in counted if deals]
    else:
        pack = [value for value in VALUES for _ in range(unseen[value])]
        found = [(_drawn(pack, size, rng), 1.0) for _ in range(samples)]
    if not seen:
        return found
    known: dict[int, float] = {}
    for hand, _ in found:
        if hand not in known:
            known[hand] = _likelihood(HANDS[hand], seen, worth)
    return [(hand, weight * known[hand]) for hand, weight in found]


OF_SIZE: Final = [[at for at, hand in enumerate(HANDS) if len(hand) == size] for size in range(6)]
"""By number of cards the hands."""


def _deals(hand: Iterable[int], unseen: Sequence[int]) -> int:
    cards, ways = list(hand), 1
    for value in set(cards):
        ways *= comb(unseen[value], cards.count(value))
    return ways


def _drawn(pack: list[int], size: int, rng: Random) -> int:
    """Return a hand drawn from the pack, by nothing but `random`, which gives the same numbers on
    every machine."""
    for at in range(size):
        other = at + int(rng.random() * (len(pack) - at))
        pack[at], pack[other] = pack[other], pack[at]
    return HAND_OF[tuple(sorted(pack[:size]))]


def _likelihood(left: Sequence[int], seen: Sequence[Seen], worth: Sequence[int]) -> float:
    found = 1.0
    for play in seen:
        looks = {
            value: POINTS[value][play.place] * SCALE - worth[AFTER[value][play.place]]
            for value in {*left, *play.since}
        }
        best = max(looks.values())
        chances = {value: 1 / (1 + ((best - one) / DOUBT) ** 2) for value, one in looks.items()}
        found *= chances[play.value] / sum(chances[value] for value in sorted(chances))
    return found
