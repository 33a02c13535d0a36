"""Actions that are written twice: a record as it would be if they stood there once."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from archive.core.events import Action, Comment, Event
from archive.core.record import Record

MOST_OF_A_LINE = 10
"""The most actions of a line that may stand there twice."""


def without_twin(at: int, event: Action, record: Record) -> Iterator[list[Event]]:
    """Yield the events without an action that stands there twice and not more often, the later ones
    numbered as if it did not. The same number twice would show that."""
    acted, place = record.acted, bisect_left(record.acted, at)
    before = [record.events[now] for now in acted[max(0, place - 2) : place]]
    if [one[1:] for one in before].count(event[1:]) != 1 or before[-1][1:] != event[1:]:
        return
    number, twin = event.number, before[-1]
    if number is None:
        yield with_others(record, {at: Comment("")})
    elif isinstance(twin, Action) and twin.number == number - 1:
        renumbered = {
            now: one._replace(number=one.number - 1)
            for now in acted[place + 1 :]
            if isinstance(one := record.events[now], Action) and one.number
        }
        yield with_others(record, {at: Comment(""), **renumbered})


def without_line_twice(at: int, record: Record) -> Iterator[list[Event]]:
    """Yield the events without several actions in a row, one of them at `at`, that stand there
    twice and not more often, and have no numbers: most likely their line."""
    place = bisect_left(record.acted, at)
    for many in range(2, MOST_OF_A_LINE + 1):
        for start in range(place - many + 1, place + 1):
            again = _in_a_row(record, start, many)
            if not again or again != _in_a_row(record, start - many, many):
                continue
            if _in_a_row(record, start - 2 * many, many) != again:
                twice = record.acted[start : start + many]
                yield with_others(record, dict.fromkeys(twice, Comment("")))
            return


def _in_a_row(record: Record, start: int, many: int) -> list[Event]:
    """Return so many actions from one on, by its place among them; none where other lines stand
    between them, or one has a number."""
    at = record.acted[start : start + many] if start >= 0 else []
    if len(at) < many or at[-1] - at[0] >= many:
        return []
    row = [record.events[now] for now in at]
    return row if all(isinstance(one, Action) and one.number is None for one in row) else []


def with_others(record: Record, meant: Mapping[int, Event]) -> list[Event]:
    """Return the events of a record with others in place of some."""
    return [meant.get(at, event) for at, event in enumerate(record.events)]
