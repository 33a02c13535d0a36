"""Choices compared over deals drawn by chance.

The best of several averages owes its place to chance as well, so a loss against it would come out
too great. Therefore the deals are halved: the best choice of each half is held against the one made
on the other half alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final, Generic, NamedTuple, TypeVar

C = TypeVar("C")
Worth = tuple[float, float]
"""What a choice came to in a deal: what is weighed, and the points that the player scored."""
Trial = Callable[[Sequence[C]], list[Worth]]
"""Draws a deal and returns what each choice comes to in it."""
FEW: Final = 8
"""So many choices are compared; of more the most promising."""
FIRST: Final = 4
"""Deals in which each choice is tried when there are many; the better half then in as many again,
and so on."""


class Loss(NamedTuple):
    """The choice that is best on the whole, by its number, and what another gave away against it,
    with its standard error."""

    best: int
    loss: float
    error: float


class Compared(NamedTuple, Generic[C]):
    """Choices with what they came to on average, and what the one that was made gave away."""

    choices: list[C]
    worth: list[float]
    points: list[float]
    found: Loss


def compared(choices: Sequence[C], made: C, trial: Trial[C], deals: int) -> Compared[C]:
    """Return choices compared over so many deals; one that was made is among them."""
    left = _promising(choices, made, trial)
    rows = [trial(left) for _ in range(deals)]
    found = loss([[worth for worth, _ in row] for row in rows], left.index(made))
    worth, points = (
        [sum(row[at][part] for row in rows) / deals for at in range(len(left))] for part in (0, 1)
    )
    return Compared(left, worth, points, found)


def _promising(choices: Sequence[C], made: C, trial: Trial[C]) -> list[C]:
    """Return the choice made and the most promising of the others, in their order. The deals that
    say so are not those in which they are then compared."""
    left = list(choices)
    sums = [0.0] * len(left)
    while len(left) > FEW:
        for _ in range(FIRST):
            sums = [one + worth for one, (worth, _) in zip(sums, trial(left), strict=True)]
        number = max(FEW, (len(left) + 1) // 2)
        ranked = sorted(range(len(left)), key=lambda at: (left[at] != made, -sums[at], at))
        kept = sorted(ranked[:number])
        left, sums = [left[at] for at in kept], [sums[at] for at in kept]
    return left


def loss(
    rows: Sequence[Sequence[float]], made: int, weights: Sequence[float] | None = None
) -> Loss:
    """Return what the choice `made` gives away, by what each choice came to in every deal, deals
    counting for their weights."""
    weighed = list(zip(rows, weights or [1.0] * len(rows), strict=True))
    best = _best(weighed, made)
    if best == made or len(rows) < 4:
        return Loss(best, 0.0, 0.0)
    halves = weighed[::2], weighed[1::2]
    found, squares = 0.0, 0.0
    for mine, other in (halves, halves[::-1]):
        apart, error = _apart(mine, _best(other, made), made)
        found += apart / 2
        squares += error * error / 4
    return Loss(best, max(0.0, found), sqrt(squares))


def value_of_best(rows: Sequence[Sequence[float]], weights: Sequence[float]) -> float:
    """Return what the best choice is worth: the one that is best in each half of the deals, by what
    it came to in the other."""
    weighed = list(zip(rows, weights, strict=True))
    halves = weighed[::2], weighed[1::2]
    found = 0.0
    for mine, other in (halves, halves[::-1]):
        best = _best(other, 0)
        total = sum(weight for _, weight in mine)
        found += sum(weight * row[best] for row, weight in mine) / total / 2
    return found


Weighed = Sequence[tuple[Sequence[float], float]]


def _best(rows: Weighed, made: int) -> int:
    """Return the number of the best choice, the one made among equals."""
    sums = [sum(row[at] * weight for row, weight in rows) for at in range(len(rows[0][0]))]
    return max(range(len(sums)), key=lambda at: (sums[at], at == made, -at))


def _apart(rows: Weighed, best: int, made: int) -> tuple[float, float]:
    """Return by how much one choice is better than another, with its standard error."""
    total = sum(weight for _, weight in rows)
    apart = sum(weight * (row[best] - row[made]) for row, weight in rows) / total
    squares = sum((weight * (row[best] - row[made] - apart)) ** 2 for row, weight in rows)
    return apart, sqrt(squares) / total
