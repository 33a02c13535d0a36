"""Averages of the results of plays, over hands of which some are sure to be drawn and some are not.

The drawn hands are halved, too: the best card of each half is compared with the card played in the
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from archive.analyst.twenty.belief import Likely


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
