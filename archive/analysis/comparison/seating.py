"""Which player is which on two sheets of one game: players are known by their names."""

from __future__ import annotations

import re

from archive.analysis.entry_statements import Seats
from archive.core.record import Record

SEAT = re.compile(r"\bp([1-9]\d?)\b")


def seats_by_name(a: Record, b: Record) -> dict[int, int]:
    """Return the seats of sheet B by those of sheet A, for players of the same name. The others get
    the seats that are left, each their own if that is free."""
    names = [
        {seat: name for seat, name in enumerate(map(_name, one.players), 1)
         if name != f"p{seat}"} for one in (a, b)
    ]  # fmt: skip
    sits = {
        name: seat for seat, name in names[0].items() if list(names[0].values()).count(name) == 1
    }
    seats = {
        seat: sits[name] for seat, name in names[1].items()
        if name in sits and list(names[1].values()).count(name) == 1
    }  # fmt: skip
    free = [seat for seat in range(1, 1 + max(len(a.players), len(b.players)))
            if seat not in seats.values()]  # fmt: skip
    for seat in range(1, len(free) + len(seats) + 1):
        if seat not in seats:
            seats[seat] = seat if seat in free else free[0]
            free.remove(seats[seat])
    return seats


def _name(text: str) -> str:
    return " ".join(text.split()).casefold()


def with_seats(text: str, seats: Seats) -> str:
    """Return an entry's text with the seats of the other sheet."""
    return SEAT.sub(lambda seat: f"p{seats.get(int(seat[1]), int(seat[1]))}", text)
