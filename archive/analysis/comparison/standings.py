"""The standings after each hand on two sheets, beside those that the rules count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple, TypeAlias

from archive.analysis.comparison.compare import Comparison, Difference
from archive.analysis.comparison.sheet_entries import SheetEntry, Sort
from archive.analysis.entry_statements import Seats
from archive.core.errors import UnknownRules
from archive.core.events import Bonus, End, Keep, Out, Score, Trick
from archive.scoring import Verdict
from archive.scoring.card_count import ply_of
from archive.scoring.prepared import playable
from archive.scoring.scoresheet import scoresheet
from archive.scoring.totals.sheet_steps import of_totals_alone

Standing: TypeAlias = dict[int, int | None]
"""Totals by the seats of sheet A; None for an unknown one."""

AFTER: Final = (Score, End, Bonus, Keep, Out, Trick)
"""Lines that stand after the plays they are about; others stand before them."""


class SheetLine(NamedTuple):
    """A line of a score sheet: its round and the number of its hand, or that of a standing, in
    round 0, where a sheet has totals alone."""

    round: int
    deal: int


END: Final = SheetLine(1 << 30, 0)
"""The line of the result, after all others."""


class Mark(Enum):
    """A standing by the rules: correct, a slip of its own, or what follows from an earlier one."""

    NONE = auto()
    SLIP = auto()
    FOLLOWS = auto()


class Entered(NamedTuple):
    """A standing after a hand; `written` is False where a sheet has none and plays are counted."""

    totals: Standing
    written: bool
    mark: Mark = Mark.NONE


class StandingRow(NamedTuple):
    """A line of both sheets, None where one has nothing there. `counted` is what the rules count
    there once each difference is decided: one standing, two where they allow both, or none. `parts`
    marks the line in which the sheets part."""

    place: SheetLine
    a: Entered | None
    b: Entered | None
    counted: Sequence[Standing]
    parts: bool = False


class _Line(NamedTuple):
    """A line of one sheet: its text, what its plays count, and its last play."""

    written: Mapping[int, int] | None
    counted: Mapping[int, int | None]
    last_ply: int


def standings(found: Comparison) -> list[StandingRow]:
    """Return the lines of both sheets in the order of the game."""
    if found.not_one_game:
        return []
    own: Seats = {}
    stops = found.stops == "a", found.stops == "b"
    lines = _lines(found.a, stops=stops[0]), _lines(found.b, stops=stops[1])
    a = _entered(found.a, lines[0], own)
    b = _entered(found.b, lines[1], found.seats)
    settled = [
        _counted(verdict, seats, stops=ends)
        for verdict, seats, ends in zip(found.settled, (own, found.seats), stops, strict=True)
    ]
    counted = {place: _distinct(settled, place) for place in sorted({*a, *b})}
    a, b = _marked(a, counted), _marked(b, counted)
    rows = [StandingRow(place, a.get(place), b.get(place), counted[place]) for place in counted]
    return _parted(rows, found, lines)


def _lines(verdict: Verdict, *, stops: bool) -> dict[SheetLine, _Line]:
    """Return the lines of a sheet; a round's bonus belongs to its last hand. A sheet that `stops`
    in the middle of a hand has none for it."""
    record = verdict.record
    if of_totals_alone(record):
        given = (event for event in record.events if isinstance(event, Score))
        return {
            SheetLine(0, number): _Line(dict(event.totals), {}, 0)
            for number, event in enumerate(given, 1)
        }
    lines: dict[SheetLine, _Line] = {}
    try:
        rows = scoresheet(playable(record, verdict.asked))
    except UnknownRules:
        return lines
    for row in rows:
        place = SheetLine(row.round, row.deal)
        before = lines[place].written if place in lines else None
        lines[place] = _Line(row.claimed or before, row.total, row.last_ply)
    if stops and lines and lines[max(lines)].written is None:
        del lines[max(lines)]
    return lines


def _entered(
    verdict: Verdict, lines: Mapping[SheetLine, _Line], seats: Seats
) -> dict[SheetLine, Entered]:
    """Return a sheet's standings by line; a result that differs from the last stands alone."""
    written = {place: line.written for place, line in lines.items() if line.written is not None}
    if verdict.claimed:
        last = max(lines, default=END)
        same = written.get(last) in (None, verdict.claimed)
        written[last if same else END] = verdict.claimed
    counted = {place: line.counted for place, line in lines.items()} if not written else {}
    return {
        place: Entered(_seated(totals, seats), written=place in written)
        for place, totals in {**counted, **written}.items()
    }


def _counted(verdict: Verdict, seats: Seats, *, stops: bool) -> dict[SheetLine, Standing]:
    """Return the standings that the rules count on a corrected sheet; of totals the right ones. One
    that `stops` earlier has no result."""
    lines = _lines(verdict, stops=stops)
    if of_totals_alone(verdict.record):
        wrong = {one.at for one in verdict.findings if one.severity == "error"}
        given = [at for at, one in enumerate(verdict.record.events) if isinstance(one, Score)]
        rows = {
            place: _seated(line.written or {}, seats)
            for at, (place, line) in zip(given, lines.items(), strict=True)
            if at not in wrong
        }
    else:
        rows = {place: _seated(line.counted, seats) for place, line in lines.items()}
    return rows if stops else {**rows, END: _seated(verdict.score, seats)}


def _seated(totals: Mapping[int, int | None], seats: Seats) -> Standing:
    return dict(sorted((seats.get(seat, seat), total) for seat, total in totals.items()))


def _distinct(settled: Sequence[Mapping[SheetLine, Standing]], place: SheetLine) -> list[Standing]:
    """Return the distinct standings of corrected sheets; those that are known before others."""
    found: list[Standing] = []
    for totals in (one[place] for one in settled if one.get(place)):
        if totals not in found:
            found.append(totals)
    return [one for one in found if None not in one.values()] or found[:1]


def _marked(
    entered: Mapping[SheetLine, Entered], counted: Mapping[SheetLine, Sequence[Standing]]
) -> dict[SheetLine, Entered]:
    """Return a sheet's lines with their marks: one that is off by as much as before only follows,
    and so is every later count of plays."""
    marked = dict(entered)
    before: Standing = {}
    for place in sorted(entered):
        if len(counted[place]) != 1:
            continue
        one = entered[place]
        off = _off(one.totals, counted[place][0])
        if off:
            again = before and (off == before or not one.written)
            marked[place] = one._replace(mark=Mark.FOLLOWS if again else Mark.SLIP)
        before = off
    return marked


def _off(totals: Standing, counted: Standing) -> Standing:
    """Return by how much totals are off, by seat."""
    return {
        seat: total - right
        for seat, total in totals.items()
        if total is not None and (right := counted.get(seat)) is not None and total != right
    }


def _parted(
    rows: Sequence[StandingRow], found: Comparison, lines: tuple[dict[SheetLine, _Line], ...]
) -> list[StandingRow]:
    """Return the lines with the one marked in which the sheets part: the first in which their
    totals differ, else the one with their first difference."""
    apart = (row.place for row in rows if row.a and row.b and _off(row.a.totals, row.b.totals))
    first = next(apart, None)
    if first is None and found.differences:
        first = _place_of(found.differences[0], found, lines)
    return [row._replace(parts=row.place == first) for row in rows]


def _place_of(
    one: Difference, found: Comparison, lines: tuple[dict[SheetLine, _Line], ...]
) -> SheetLine | None:
    """Return the line in whose hand a difference stands."""
    sheet, entry = (0, one.a[0]) if one.a else (1, one.b[0])
    ply = play_at(entry, (found.a, found.b)[sheet])
    return next((place for place, line in lines[sheet].items() if ply <= line.last_ply), None)


def play_at(entry: SheetEntry, verdict: Verdict) -> int:
    """Return the play that an entry is, is about, or stands before."""
    before = entry.sort is not Sort.DEED and not isinstance(entry.event, AFTER)
    return ply_of(verdict.record, entry.at) + before
