"""The totals of a standing in which two sheets differ, player by player."""

from __future__ import annotations

from typing import NamedTuple

from archive.analysis.comparison.adjudicate import Difference
from archive.analysis.entry_statements import Seats
from archive.core.events import Score
from archive.core.record import Record


class TotalApart(NamedTuple):
    """A player's total on both sheets; the seat is that on sheet A."""

    seat: int
    a: int
    b: int


def totals_apart(a: Record, b: Record, seats: Seats, one: Difference) -> list[TotalApart]:
    """Return the totals that differ where a standing differs from another; nothing where something
    else does. `seats` are the seats of B by those of A."""
    if not (len(one.a) == len(one.b) == 1):
        return []
    on_a, on_b = a.events[one.a[0].at], b.events[one.b[0].at]
    if not isinstance(on_a, Score) or not isinstance(on_b, Score):
        return []
    other = dict(on_b.totals)
    both = ((seat, total, other.get(seats.get(seat, seat))) for seat, total in on_a.totals)
    return [TotalApart(seat, total, its) for seat, total, its in both
            if its is not None and its != total]  # fmt: skip
