"""Marks on plays, from what they could be expected to give away.

A mark is given only where the loss less twice its standard error still comes to what the next
lighter mark asks for, or, for the lightest, is more than nothing; and never to a play that was the
only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

GLYPHS: Final = {1: "!", 2: "?", 4: "??", 6: "?!"}
"""Marks as they are printed, by their number in a record."""
GOOD: Final = 1
THRESHOLDS: Final = {
    "twenty": ((10, 4), (5, 2), (2, 6)),
    "zwanzig-ab": ((3, 4), (1, 2), (0.5, 6)),
    "twenty-two": ((4, 4), (2, 2), (1, 6)),
    "count-to-20": ((10, 4), (5, 2), (2.5, 6)),
}
"""By game the least loss in points of each mark, the gravest first."""
LUCK: Final = {"twenty": 5, "zwanzig-ab": 2, "twenty-two": 5, "count-to-20": 10}
"""By game the least loss in hindsight of a play without fault that is called unlucky."""
UNLUCKY, LUCKY = "unlucky", "lucky"
ERRORS: Final = 2
"""So many standard errors a loss must come to, to be told from none."""


def marked(game: str) -> tuple[float, ...]:
    """Return the least losses that have a mark in a game, the gravest first."""
    return tuple(least for least, _ in THRESHOLDS[game])


def reached(marks: Sequence[float], loss: float, error: float) -> int:
    """Return the place of the gravest mark that a loss has, by these least losses; their number
    where it has none."""
    lighter = (*marks[1:], 0.0)
    told = (
        at for at, (least, doubt) in enumerate(zip(marks, lighter, strict=True))
        if loss >= least and loss - ERRORS * error >= doubt
    )  # fmt: skip
    return next(told, len(marks))


def certain(loss: float, error: float) -> float:
    """Return a loss that can be told from none, else 0."""
    return loss if loss > 0 and loss >= ERRORS * error else 0.0


def mistake(game: str, loss: float, error: float) -> int:
    """Return the mark of a play that gave away so much, 0 for none."""
    at = reached(marked(game), loss, error)
    return THRESHOLDS[game][at][1] if at < len(THRESHOLDS[game]) else 0


def only_good(game: str, next_best: float, error: float, *, hard: bool) -> int:
    """Return the mark of a best play that was `hard` to find, where the next best gives away so
    much: only where that would have been a plain mistake."""
    least = THRESHOLDS[game][1][0]
    return GOOD if hard and certain(next_best, error) >= least else 0


def luck(game: str, mark: int, hindsight: float | None) -> str:
    """Return `unlucky` for a play without fault that the cards made a mistake, `lucky` for a
    mistake that cost nothing as the cards lay. Where that was not weighed there is no telling."""
    if hindsight is None:
        return ""
    if mark in (0, GOOD):
        return UNLUCKY if hindsight >= LUCK[game] else ""
    return "" if hindsight else LUCKY
