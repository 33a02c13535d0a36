"""The totals of a standing in which two sheets differ, player by player."""

from __future__ import annotations

from typing import NamedTuple

from archive.analysis.comparison.adjudicate import Difference
from archive.analysis.entry_statements import Seats
from archive.core.events import Score


class TotalApart(NamedTuple):
    """A player's total on both sheets; the seat is that on sheet A."""

    seat: int
    a: int
    b: int


def totals_apart(one: Difference, seats: Seats) -> list[TotalApart]:
    """Return the totals that differ where a standing differs from another; nothing where something
    else does. `seats` are the seats of B by those of A."""
    match [entry.event for entry in one.a], [entry.event for entry in one.b]:
        case [Score(ours)], [Score(theirs)]:
            other = dict(theirs)
            both = ((seat, total, other.get(seats.get(seat, seat))) for seat, total in ours)
            return [TotalApart(seat, total, its) for seat, total, its in both
                    if its is not None and its != total]  # fmt: skip
    return []
