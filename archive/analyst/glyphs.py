"""Marks on plays, by what they could be expected to give away.

A play gets a mark only if its loss less twice the standard error is at least the least loss of the
next lighter mark, or, for the lightest, more than nothing. A play that was the only possible one
gets none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

GLYPHS: Final = {1: "!", 2: "?", 4: "??", 6: "?!"}
"""The marks in print, by their number in a record."""
GOOD: Final = 1
THRESHOLDS: Final = {
    "twenty": ((10, 4), (5, 2), (2, 6)),
    "zwanzig-ab": ((3, 4), (1, 2), (0.5, 6)),
    "twenty-two": ((4, 4), (2, 2), (1, 6)),
    "count-to-20": ((10, 4), (5, 2), (2.5, 6)),
}
"""By game the least loss in points of each mark, the gravest first."""
LUCK: Final = {"twenty": 5, "zwanzig-ab": 2, "twenty-two": 5, "count-to-20": 10}
"""By game the least loss in hindsight for which a faultless play is called unlucky."""
UNLUCKY, LUCKY = "unlucky", "lucky"
ERRORS: Final = 2
"""How many standard errors a loss must be to be distinct from none."""


def marked(game: str) -> tuple[float, ...]:
    """Return the least losses that have a mark in a game, the gravest first."""
    return tuple(least for least, _ in THRESHOLDS[game])


def reached(marks: Sequence[float], loss: float, error: float) -> int:
    """Return the place of the gravest mark that a loss reaches; their number for none."""
    lighter = (*marks[1:], 0.0)
    told = (
        at for at, (least, doubt) in enumerate(zip(marks, lighter, strict=True))
        if loss >= least and loss - ERRORS * error >= doubt
    )  # fmt: skip
    return next(told, len(marks))


def certain(loss: float, error: float) -> float:
    """Return a loss that is distinct from none, otherwise 0."""
    return loss if loss > 0 and loss >= ERRORS * error else 0.0


def mistake(game: str, loss: float, error: float) -> int:
    """Return the mark of a play that gave away this much, 0 for none."""
    at = reached(marked(game), loss, error)
    return THRESHOLDS[game][at][1] if at < len(THRESHOLDS[game]) else 0


def plain_mistake(marks: Sequence[float], loss: float, error: float) -> bool:
    """Return whether a loss reaches any mark but the lightest of these."""
    return reached(marks, loss, error) < len(marks) - 1


def only_good(game: str, next_best: float, error: float, *, hard: bool) -> int:
    """Return the mark of a best play that was `hard` to find and whose next best gives away
    `next_best`; it has one only if the next best would have been a plain mistake."""
    return GOOD if hard and plain_mistake(marked(game), next_best, error) else 0


def luck(game: str, mark: int, hindsight: float | None) -> str:
    """Return `unlucky` for a faultless play that the cards made a mistake, `lucky` for a mistake
    that cost nothing as the cards lay; neither where hindsight was not weighed."""
    if hindsight is None:
        return ""
    if mark in (0, GOOD):
        return UNLUCKY if hindsight >= LUCK[game] else ""
    return "" if hindsight else LUCKY
