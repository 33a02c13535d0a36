"""The day on which each game of a sheet was played, from the lines above it: the only date in them.
One above the heading of the first of several games is that of all."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from archive.core.events import ANNOTATIONS
from archive.core.record import Record, Tag
from archive.importers import which_game
from archive.importers.dates import date_in
from archive.importers.imported import Imported
from archive.importers.source import Spot

MOST_LINES = 20
"""The most lines above a game that are looked at."""


def with_days(found: Imported) -> Imported:
    """Return what was imported with the day of each game that has none, as far as the sheet tells
    it."""
    if found.line_of is None or not found.last_line:
        return found
    above = [_lines_above(found, number) for number in range(len(found.records))]
    days = list(map(_only_day, above))
    if len(days) > 1 and not any(days[1:]) and _heads_all(above[0]):
        days = [days[0]] * len(days)
    records = [
        _dated(record, day) if day and record.tag("Date") is None else record
        for record, day in zip(found.records, days, strict=True)
    ]
    return replace(found, records=records)


def _lines_above(found: Imported, number: int) -> list[str]:
    """Return the lines of a game above its first event, the nearest first."""
    assert found.line_of is not None
    events, spots = found.records[number].events, found.places[number].spots
    told = (spot.line for one, spot in zip(events, spots, strict=False)
            if type(one) not in ANNOTATIONS)  # fmt: skip
    lines = found.lines_of_record(number)
    above = range(lines.start, min(next(told, lines.start), lines.stop))
    return [found.line_of(Spot(at, 1)) for at in above[::-1][:MOST_LINES]]


def _only_day(lines: list[str]) -> str | None:
    days = set(filter(None, map(date_in, lines)))
    return days.pop() if len(days) == 1 else None


def _heads_all(above: list[str]) -> bool:
    """Return whether the day of the first game stands above a line that names the game, and not in
    it or below."""
    below = list(takewhile(lambda line: date_in(line) is None, above))
    return len(below) < len(above) and any(map(which_game.in_title, below))


def _dated(record: Record, day: str) -> Record:
    return record.with_events(record.events, [*record.tags, Tag("Date", day)])
