"""The hands that the other player may hold: each that the cards not seen allow, and how likely it
is; and the average results of plays over them.

A hand counts for as many deals as give it, and more or less by the plays already made from it: a
card is the more likely to be chosen the better it looks beside the others of the hand. How good a
card looks is what it scores at once less the value of the place it leaves for the next player.

The drawn hands are halved: the best card of each half is compared with the card played in the
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from typing import Final, NamedTuple

from archive.analyst.number_types import i64, vec
from archive.analyst.twenty.rest_of_round import SCALE
from archive.analyst.twenty.states import AFTER, HANDS, PLAYABLE, POINTS, VALUES

EVERY: Final = 3
"""Hands of this many cards and fewer are all gone through; of larger ones a sample is drawn."""
DOUBT: Final = 3 * SCALE
"""A card that looks worse than the best by this much is half as likely to be chosen."""


class Seen(NamedTuple):
    """A play that the other player made from the present hand."""

    place: int
    value: int
    since: tuple[int, ...]
    """What that player has laid from then on, this card first."""


OF_SIZE: Final = [
    sorted((at for at, hand in enumerate(HANDS) if len(hand) == size),
           key=lambda at: HANDS[at][::-1])
    for size in range(6)
]  # fmt: skip
"""The hands by their number of cards, those with equal highest cards beside each other."""
MANY: Final = 6
"""A number greater than the cards of one value in a hand."""
KINDS: Final = [
    vec[i64]([value * MANY + hand.count(value) for value in values])
    for hand, values in zip(HANDS, PLAYABLE, strict=True)
]
"""By hand its values, each with how many cards of it the hand has."""
MASKS: Final = [sum(1 << value for value in values) for values in PLAYABLE]
"""By hand its values, one bit each."""
WAYS: Final = [[comb(many, few) for few in range(MANY)] for many in range(17)]
"""The number of ways in which a few of many cards can be dealt."""


class Likely(NamedTuple):
    """Hands that may be held: how much each counts, and its chance of being drawn, 1 if sure."""

    hands: list[int]
    weights: list[float]
    chances: list[float]


class _Judged:
    """A play that was seen, compared with the other cards of the hand: `looks` says by value how
    good a card looked, `worth` the value of a place for the player on turn."""

    __slots__ = ("looks", "since", "value")

    def __init__(self, play: Seen, worth: Sequence[int]) -> None:
        self.value: i64 = play.value
        self.since: i64 = 0
        for value in play.since:
            self.since |= 1 << value
        self.looks: vec[i64] = vec[i64]([0] * (max(VALUES) + 1))
        for value in VALUES:
            left = worth[AFTER[value][play.place]]
            self.looks[value] = POINTS[value][play.place] * SCALE - left

    def chance(self, left: i64) -> float:
        """Return how likely the play is from the hand of which these values are now left."""
        values: i64 = left | self.since
        best: i64 = self.looks[self.value]
        for value in range(1, len(self.looks)):
            if values >> value & 1 and self.looks[value] > best:
                best = self.looks[value]
        chances = 0.0
        for value in range(1, len(self.looks)):
            if values >> value & 1:
                chances += self._weight(value, best)
        return self._weight(self.value, best) / chances

    def _weight(self, value: i64, best: i64) -> float:
        doubt = (best - self.looks[value]) / DOUBT
        return 1.0 / (1.0 + doubt * doubt)


def likely_hands(
    unseen: Sequence[int], size: int, seen: Sequence[Seen], worth: Sequence[int],
    samples: int, due: float,
) -> Likely:  # fmt: skip
    """Return hands of `size` cards with their weights; `unseen` says by value how many cards are
    where the player cannot see them, `worth` is the value of a place for the player on turn. Of
    many hands about `samples` are drawn, evenly among those like them; `due` is a chance, below
    1."""
    judged = [_Judged(play, worth) for play in seen]
    ways: vec[i64] = vec[i64]([number for many in unseen for number in WAYS[many]])
    likely = [0.0] * (2 << max(VALUES))
    found = Likely([], [], [])
    for hand in OF_SIZE[size]:
        deals: i64 = 1
        for kind in KINDS[hand]:
            deals *= ways[kind]
        if deals:
            mask = MASKS[hand]
            chance = likely[mask]
            if chance == 0.0:
                chance = 1.0
                for play in judged:
                    chance *= play.chance(mask)
                likely[mask] = chance
            found.hands.append(hand)
            found.weights.append(float(deals) * chance)
    if size > EVERY:
        return _spread(found, samples, due)
    found.chances.extend([1.0] * len(found.hands))
    return found


def _spread(weighed: Likely, samples: int, due: float) -> Likely:
    """Return about `samples` of the hands. One that is due once or oftener is sure to be among them
    and counts as often as it is due; others are drawn at even steps through all of them, so that
    hands that are alike are drawn in the right number, and little is left to chance."""
    whole = 0.0
    for weight in weighed.weights:
        whole += weight
    step, reached = whole / samples, 0.0
    found = Likely([], [], [])
    for at, weight in enumerate(weighed.weights):
        often = weight / step
        if often < 1.0:
            reached += often
            if due >= reached:
                continue
            due += 1.0
        found.hands.append(weighed.hands[at])
        found.weights.append(max(often, 1.0))
        found.chances.append(min(often, 1.0))
    return found


class Averages(NamedTuple):
    """The average result of each card over all hands; the standard `errors` of its distance from
    the best; and the averages of either half of the hands drawn, with their number."""

    whole: list[float]
    errors: list[float]
    one: list[float]
    other: list[float]
    drawn: int


def averages(rows: Sequence[Sequence[int]], hands: Likely) -> Averages:
    """Return the averages of the results of each card, given by hand."""
    cards = len(rows[0])
    always, one, other = [0.0] * cards, [0.0] * cards, [0.0] * cards
    total, drawn = 0.0, 0
    for row, weight, chance in zip(rows, hands.weights, hands.chances, strict=True):
        total += weight
        part = always if chance == 1 else other if drawn & 1 else one
        drawn += chance < 1
        for at, worth in enumerate(row):
            part[at] += weight * worth
    whole = [always[at] + one[at] + other[at] for at in range(cards)]
    best = max(range(cards), key=lambda at: (whole[at], -at))
    errors = [_error(rows, hands.chances, best, at) / total for at in range(cards)]
    for part, number in ((one, (drawn + 1) // 2), (other, drawn // 2)):
        for at in range(cards):
            part[at] = (always[at] + part[at] * drawn / max(1, number)) / total
    return Averages([each / total for each in whole], errors, one, other, drawn)


def _error(rows: Sequence[Sequence[int]], chances: Sequence[float], best: int, at: int) -> float:
    """Return the standard error of the distance of a card from the best, added up."""
    apart, drawn = [], []
    for row, chance in zip(rows, chances, strict=True):
        if chance < 1:
            apart.append(float(row[best] - row[at]))
            drawn.append(chance)
    return error_in_order(apart, drawn)


def error_in_order(apart: Sequence[float], chances: Sequence[float]) -> float:
    """Return the standard error of a sum over hands drawn at even steps, each by its chance:
    differences between neighbours are chance, a trend from one to the next is not."""
    number = len(apart)
    if number < 2:
        return 0.0
    squares = 0.0
    for at in range(number - 1):
        step = apart[at] - apart[at + 1]
        squares += step * step * (1 - chances[at])
    return sqrt(squares / 2 * number / (number - 1))
