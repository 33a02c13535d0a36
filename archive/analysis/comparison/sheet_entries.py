"""The entries of a sheet, for the comparison with another sheet of the same game: which player is
which on the two, and what the rules object to in each entry."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from itertools import accumulate
from typing import NamedTuple

from archive.analysis.entry_statements import Seats, is_deed
from archive.analysis.event_spans import token_span
from archive.core.events import Comment, Event, Gap, Nag, Stop, Variation
from archive.core.record import Record
from archive.notation.edits import Edit
from archive.scoring import Finding, Verdict

UNCOMPARED = frozenset({Comment, Nag, Variation, Stop})
SEAT = re.compile(r"\bp([1-9]\d?)\b")


class Sort(Enum):
    """The role of an entry in the game: an action in turn, a stretch that was not written down, or
    an optional line beside them."""

    DEED = auto()
    GAP = auto()
    LINE = auto()


class SheetEntry(NamedTuple):
    """An event of a sheet, its index, the place of its text, and the text without its number."""

    at: int
    event: Event
    offset: int
    end: int
    text: str
    number: str
    """Its number in the sheet; empty where it has none."""
    sort: Sort


def entries_of(record: Record) -> list[SheetEntry]:
    """Return the entries of a record, without comments and whatever else is not compared."""
    return [
        _entry(record, at, event)
        for at, event in enumerate(record.events)
        if type(event) not in UNCOMPARED
    ]


def _entry(record: Record, at: int, event: Event) -> SheetEntry:
    start, whole = token_span(record, at)
    words = " ".join(whole.split())
    number, dot, rest = words.partition(". ")
    if not (dot and number.isdigit()):
        number, rest = "", words
    sort = Sort.DEED if is_deed(event) else Sort.GAP if isinstance(event, Gap) else Sort.LINE
    return SheetEntry(at, event, start, start + len(whole), rest, number, sort)


# -- players are known by their names


def seats_by_name(a: Record, b: Record) -> dict[int, int]:
    """Return the seats of sheet B by those of sheet A, for players of the same name. The others get
    the seats that are left, each their own if that is free."""
    sits = _seats_of(a)
    seats = {seat: sits[name] for name, seat in _seats_of(b).items() if name in sits}
    every = range(1, 1 + max(len(a.players), len(b.players)))
    free = [seat for seat in every if seat not in seats.values()]
    for seat in range(1, len(free) + len(seats) + 1):
        if seat not in seats:
            seats[seat] = seat if seat in free else free[0]
            free.remove(seats[seat])
    return seats


def _seats_of(record: Record) -> dict[str, int]:
    """Return the seats of the players who have a name, and one that no other has."""
    names = [" ".join(one.split()).casefold() for one in record.players]
    named = {seat: name for seat, name in enumerate(names, 1) if name != f"p{seat}"}
    return {name: seat for seat, name in named.items() if [*named.values()].count(name) == 1}


def with_seats(text: str, seats: Seats) -> str:
    """Return an entry's text with the seats of the other sheet."""
    return SEAT.sub(lambda seat: f"p{seats.get(int(seat[1]), int(seat[1]))}", text)


# -- what the rules object to


class Objections:
    """The errors of a verdict, by the entries that the sheet had before edits of its text."""

    def __init__(self, verdict: Verdict, edits: Iterable[Edit] = ()) -> None:
        errors = [one for one in verdict.findings if one.severity == "error"]
        self._ordered = sorted(enumerate(errors), key=lambda one: one[1].offset)
        self._offsets = [one.offset for _, one in self._ordered]
        in_order = sorted(edits)
        self._edited = [edit.offset for edit in in_order]
        grown = (len(edit.new) - len(edit.old) for edit in in_order)
        self._moved = list(accumulate(grown, initial=0))

    def at(self, entry: SheetEntry) -> Sequence[Finding]:
        """Return the errors in an entry, in the order in which they were found."""
        moved = self._moved[bisect_right(self._edited, entry.offset)]
        start = bisect_left(self._offsets, entry.offset + moved)
        end = bisect_left(self._offsets, entry.end + moved)
        return [one for _, one in sorted(self._ordered[start:end], key=lambda one: one[0])]

    def first(self, entries: Iterable[SheetEntry]) -> Finding | None:
        """Return the first error in any of these entries."""
        return next((one for entry in entries for one in self.at(entry)), None)
