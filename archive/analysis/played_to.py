"""The number of points to which a game may have been played, by the totals that its record claims.

A game to 100 points is over after the deal in which a player reaches 100. Where a record ends its
game and the rules do not, its players may have played to another number. That number is above the
highest total before the last deal, and not above the highest at the end; the roundest is taken.
"""

from __future__ import annotations

from typing import Final

from archive.core.events import End, Score
from archive.core.record import Record

ROUND: Final = (100, 50, 25, 10, 5, 1)
"""Numbers to whose multiples games are played, the roundest first."""


def played_to(record: Record) -> int | None:
    """Return the roundest number of points that ends the game where the record does; None where it
    claims no end, or none that is higher than all before."""
    claimed = [one.totals for one in record.events if isinstance(one, Score | End) and one.totals]
    highest = [max(total for _, total in totals) for totals in claimed]
    if not highest or not any(isinstance(one, End) for one in record.events):
        return None
    last = highest[-1]
    before = max([0, *(one for one in highest if one != last)])
    for unit in ROUND:
        number = last // unit * unit
        if number > before:
            return number
    return None
