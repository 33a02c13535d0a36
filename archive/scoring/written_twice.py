"""Actions and pages that are written twice: a record as it would be if they stood there once."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from archive.core.events import Action, Comment, Event
from archive.core.record import Record
from archive.notation.unreadable_text import Legible
from archive.rules.omissions import LEAST_OF_A_PAGE

MOST_OF_A_LINE = 10
"""The most actions of a line that may stand there twice."""
LOOKED_AT = 4
"""How often, at the most, an event is compared with those of a page before it."""
NOTHING: Final = Comment("")
"""What stands in place of an event that is written twice."""


def pages_twice(events: Sequence[Event]) -> frozenset[int]:
    """Return the events of pages that stand there once more right behind themselves, the numbers of
    their plays included; of each but the first action, which tells of it."""
    found: set[int] = set()
    numbered: dict[int, int] = {}
    steps, until = LOOKED_AT * len(events), 0
    for at, event in enumerate(events):
        if at < until or not (isinstance(event, Action) and event.number):
            continue
        before = numbered.setdefault(event.number, at)
        if before < at and events[before] == event and steps > 0:
            copy = _copy_of_page(events, before, at)
            steps -= len(copy)
            if len(copy) == at - before and _acts(events, copy) >= LEAST_OF_A_PAGE:
                found.update(now for now in copy if now != at)
                until = copy.stop
    return frozenset(found)


def _copy_of_page(events: Sequence[Event], before: int, at: int) -> range:
    """Return the events that are the same as those of a page right in front of them; `before` is
    the first action of the page, `at` that of the copy. Lines in front of both belong to them."""
    page, start = at - before, at
    while start - 1 > max(before, page - 1) and events[start - 1] == events[start - 1 - page]:
        start -= 1
    stop = start
    while stop < min(start + page, len(events)) and events[stop] == events[stop - page]:
        stop += 1
    return range(start, stop)


def _acts(events: Sequence[Event], page: range) -> int:
    return sum(isinstance(events[now], Action) for now in page)


def with_pages_once(readable: Legible) -> Legible:
    """Return a record that was read with every page once."""
    twice = dict.fromkeys(pages_twice(readable.record.events), NOTHING)
    if not twice:
        return readable
    record, other = readable.record, readable.with_gaps
    return readable._replace(
        record=record.with_events(with_others(record, twice)),
        with_gaps=other and other.with_events(with_others(other, twice)),
    )


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
