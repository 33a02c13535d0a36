"""Choices compared over deals drawn by chance.

The best of several averages is partly the best by chance, so a loss measured against it would come
out too great. Therefore the deals are halved: the choice made is compared in each half with the
choice that is best in the other half. Where a mark depends on it, the best choices are compared
once more, in more deals, and where it is still in doubt, the two best a third time: the last deals
alone then say what was given away.

Of a long game as many of the first moments are weighed as the budget is enough for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from operator import sub
from statistics import fmean
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from archive.analyst.glyphs import ERRORS, plain_mistake, reached

C = TypeVar("C")
Worth = tuple[float, float]
"""The result of a choice in a deal: the value weighed, and the points that the player scored."""
Trial = Callable[[Sequence[C]], list[Worth]]
"""A function that draws a deal and returns the result of each choice in it."""
FEW: Final = 8
"""The most choices that are compared; of more, the most promising ones are."""
FIRST: Final = 4
"""The number of deals in which each choice is tried when there are many; then the better half is
tried in as many again, and so on."""
FEWEST: Final = 4
"""The fewest deals that tell what one choice gives away against another."""
LOOKS: Final = ((3, 4), (2, 16))
"""The further looks: how many of the best choices are compared, with the one that was made, and in
how many times as many deals."""


class Loss(NamedTuple):
    """The number of the choice that is best on the whole, and what another gave away against it,
    with its standard error."""

    best: int
    loss: float
    error: float


class Compared(NamedTuple, Generic[C]):
    """Choices with their average results, and what the one that was made gave away."""

    choices: list[C]
    worth: list[float]
    points: list[float]
    found: Loss
    only: bool = False
    """Whether the choice made was hard to find, and any other would have been a plain mistake."""


def compared(
    choices: Sequence[C], made: C, trial: Trial[C], deals: int, marks: Sequence[float],
    first: int = FIRST, *, hard: bool = False, looks: Sequence[tuple[int, int]] = LOOKS,
) -> Compared[C]:  # fmt: skip
    """Return the choices compared over `deals` deals, and over more where a mark of the choice
    made, which is one of them, depends on it. `marks` are the least losses that have a mark, the
    gravest first; `first` is the number of deals in which each choice is tried where there are
    many; `hard` says whether the choice made was hard to find, `looks` are the further looks.

    There is a second look where a choice looks better by the least of these, and it is not beyond
    doubt, or not well known, that it is better by the most; and a third where the loss would have a
    graver mark without its error. Both follow as long as the loss is vague. The second is taken as
    well where the choice made was hard to find and looks like the only good one.
    """
    left = _promising(choices, made, trial, first)
    own = left.index(made)
    rows = [trial(left) for _ in range(deals)]
    worth, points = _means(rows)
    found = loss([_worths(row) for row in rows], own)
    # A few equal deals show no error, but that is no certainty.
    clear = 0 < found.error <= marks[-1] and found.loss - ERRORS * found.error >= marks[0]
    small = max(worth) - worth[own] < marks[-1] and not _vague(found, marks)
    behind = all_behind(rows, own) if hard else {}
    if (clear or small) and not only_good(behind.values(), marks):
        return Compared(left, worth, points, found)
    for best, times in looks:
        ranked = sorted(range(len(left)), key=lambda at: (at != own, -worth[at], at))
        again = sorted(ranked[: best + 1])
        rows = [trial([left[at] for at in again]) for _ in range(times * deals)]
        found = loss([_worths(row) for row in rows], again.index(own))
        if hard:
            then = all_behind(rows, again.index(own))
            behind |= {again[at]: one for at, one in then.items()}
        worth, points = (
            _moved(first, then, own, again)
            for first, then in zip((worth, points), _means(rows), strict=True)
        )
        found = found._replace(best=again[found.best])
        told = reached(marks, found.loss, found.error) == reached(marks, found.loss, 0.0)
        if told and not _vague(found, marks):
            break
    return Compared(left, worth, points, found, only_good(behind.values(), marks))


def all_behind(rows: Sequence[Sequence[Worth]], made: int) -> dict[int, Loss]:
    """Return by how much each other choice is behind the one made, by its number."""
    columns = [*zip(*map(_worths, rows), strict=True)]
    found = {}
    for at, column in enumerate(columns):
        if at != made and len(rows) >= FEWEST:
            apart = [*map(sub, columns[made], column)]
            found[at] = Loss(made, fmean(apart), error_of_drawn(apart))
    return found


def only_good(behind: Iterable[Loss], marks: Sequence[float]) -> bool:
    """Return whether every other choice would have been a plain mistake; there is at least one."""
    told = [plain_mistake(marks, one.loss, one.error) for one in behind]
    return bool(told) and all(told)


def _vague(found: Loss, marks: Sequence[float]) -> bool:
    """Return whether a loss is so little known that it could have the gravest mark or none."""
    return ERRORS * found.error >= marks[0]


def _worths(row: Sequence[Worth]) -> list[float]:
    return [worth for worth, _ in row]


def _means(rows: Sequence[Sequence[Worth]]) -> tuple[list[float], list[float]]:
    """Return by choice the averages of the values and of the points."""
    worth, points = (
        [sum(row[at][part] for row in rows) / len(rows) for at in range(len(rows[0]))]
        for part in (0, 1)
    )
    return worth, points


def _moved(
    first: Sequence[float], then: Sequence[float], own: int, again: Sequence[int]
) -> list[float]:
    """Return averages of all choices: for those compared once more as they were `then`; for each
    other as far below the best of these, taken together, as it was at `first`."""
    now = dict(zip(again, then, strict=True))
    best = [at for at in again if at != own]
    change = fmean(now[at] - first[at] for at in best)
    return [now.get(at, one + change) for at, one in enumerate(first)]


def _promising(choices: Sequence[C], made: C, trial: Trial[C], first: int) -> list[C]:
    """Return the choice made and the most promising of the others, in their order. The deals that
    show which these are differ from those in which they are then compared."""
    left = list(choices)
    sums = [0.0] * len(left)
    while len(left) > FEW:
        for _ in range(first):
            sums = [one + worth for one, (worth, _) in zip(sums, trial(left), strict=True)]
        number = max(FEW, (len(left) + 1) // 2)
        ranked = sorted(range(len(left)), key=lambda at: (left[at] != made, -sums[at], at))
        kept = sorted(ranked[:number])
        left, sums = [left[at] for at in kept], [sums[at] for at in kept]
    return left


def error_of_drawn(apart: Sequence[float]) -> float:
    """Return the standard error of an average over deals drawn independently."""
    mean = fmean(apart)
    return sqrt(sum((one - mean) ** 2 for one in apart)) / len(apart)


def loss(rows: Sequence[Sequence[float]], made: int) -> Loss:
    """Return what the choice `made` gives away, by the result of each choice in every deal."""
    columns = [*zip(*rows, strict=True)]
    best = _best(columns, made)
    if best == made or len(rows) < FEWEST:
        return Loss(best, 0.0, 0.0)
    found, squares = 0.0, 0.0
    for mine, other in _halves(columns):
        better = _best(other, made)
        apart = [*map(sub, mine[better], mine[made])]
        found += fmean(apart) / 2
        squares += error_of_drawn(apart) ** 2 / 4
    return Loss(best, max(0.0, found), sqrt(squares))


Columns = Sequence[Sequence[float]]


def _halves(columns: Columns) -> list[tuple[Columns, Columns]]:
    """Return each half of the deals, with the other one."""
    one, other = ([column[at::2] for column in columns] for at in (0, 1))
    return [(one, other), (other, one)]


def _best(columns: Columns, made: int) -> int:
    """Return the number of the best choice, the one made among equals."""
    sums = [sum(column) for column in columns]
    return max(range(len(sums)), key=lambda at: (sums[at], at == made, -at))


class HasChoices(Protocol):
    """A moment at which a player could choose."""

    @property
    def choices(self) -> dict[int, str]:
        """Return the choices, and how each is written."""


M = TypeVar("M", bound=HasChoices)


def first_within(moments: Iterable[M], cost: Callable[[M], int], most: int) -> tuple[list[M], int]:
    """Return the first moments that cost no more than `most` together, those with one choice
    nothing; and the number of choices, at least one, that share the rest of the budget."""
    found, spent, choices = [], 0, 0
    for one in moments:
        if len(one.choices) > 1:
            spent += cost(one)
            choices += 1
        if spent > most:
            break
        found.append(one)
    return found, max(1, choices)


def tries(choices: int, least: int, first: int = FIRST) -> int:
    """Return how many choices are played out in each deal when `least` deals are drawn: of many
    choices, all in the first deals and the best of them in the others."""
    return min(choices, FEW) + (2 * first * choices // least if choices > FEW else 0)
