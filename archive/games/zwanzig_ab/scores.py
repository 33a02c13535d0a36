"""What a deal scores: section 7 of the page."""

from __future__ import annotations

from typing import NamedTuple

from archive.games.zwanzig_ab.clauses import (
    A_TRICK,
    ALL_OTHERS_OUT,
    DOWN_SWEEP,
    HEARTS,
    NO_TRICK,
    SWEEP,
)
from archive.games.zwanzig_ab.table import Options

PENALTY = 5
ALL_FIVE = 5


class Points(NamedTuple):
    """What is put on a score, less than nothing where it is taken off, and by which clause."""

    points: int
    clause: str


def for_tricks(won: int, tricks: int, options: Options) -> Points:
    """For a player who has stayed in and won so many of a deal's tricks (7.1 to 7.3)."""
    if won == 0:
        return Points(PENALTY, NO_TRICK)
    if won == tricks:
        return Points(-options.sweep, DOWN_SWEEP if options.down else SWEEP)
    return Points(-won, A_TRICK)


def without_a_contest() -> Points:
    """For a trump maker from whom all others have dropped out (7.5)."""
    return Points(-ALL_FIVE, ALL_OTHERS_OUT)


def in_hearts(one: Points) -> Points:
    """What comes on top if hearts are trumps: the same again (7.6)."""
    return Points(one.points, HEARTS)
