"""The surroundings of a place in a record: the numbers before and after it, the hands beside it,
the line it may belong to. They are asked for at thousands of places, so all events are gone through
once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from archive.core.events import ACTIONS, ANNOTATIONS, Deal, Event, Gap, Held, Round, Trick, Unread
from archive.notation import reading_faults

NUMBER = re.compile(r"(\d{1,6})\.(?!\d)", re.ASCII)
SPACE = re.compile(r"\s")
ONWARD = ACTIONS | {Deal, Trick, Round}


class _Before(NamedTuple):
    """The last number before a place, 0 where there is none, -1 where a gap is nearer; how many
    actions without one there are since, and whether they are counted from a number."""

    last: int
    unnumbered: int
    numbered: bool


class _After(NamedTuple):
    """The next number after a place, None where there is none or a gap is nearer; and how many
    actions without one there are before it."""

    number: int | None
    unnumbered: int


class Around:
    """The surroundings of all places in a record's events."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.numbers = [number_of(event) for event in events]
        self._before = self._all_before()
        self._after = self._all_after()
        self._rows: list[frozenset[int]] | None = None
        self._lines: list[int | None] | None = None
        self._near: tuple[list[Event | None], list[Event | None]] | None = None
        self._onward: list[Event | None] | None = None
        acted = (at for at in range(len(events) - 1, -1, -1) if type(events[at]) in ACTIONS)
        self.last_action = next(acted, -1)

    def missing(self, at: int, absorbed: int) -> int | None:
        """Return how many plays are missing or unread by the numbers around an event, `absorbed` of
        which are taken by a line; negative where more can be read than there is room for; None
        where no numbers show it."""
        before, after = self._before[at], self._after[at]
        if before.last < 0 or after.number is None:
            return None
        unnumbered = before.unnumbered - (0 if before.numbered else absorbed)
        return after.number - before.last - 1 - unnumbered - after.unnumbered

    def only_unnumbered(self, at: int, following: Sequence[int]) -> bool:
        """Return whether several plays that follow an event are all between the numbers around it
        that have none."""
        plays = sum(type(self.events[other]) in ACTIONS for other in following)
        return plays > 1 and (self._before[at].unnumbered, self._after[at].unnumbered) == (0, plays)

    def sizes_beside(self, at: int) -> frozenset[int]:
        """Return the sizes of the hands that are listed in a row with this one; where there are
        none, of all others."""
        if self._rows is None:
            self._rows = self._all_rows()
        return self._rows[at]

    def line_before(self, at: int) -> int | None:
        """Return the nearest readable event before, all between being single words; -1 where there
        is none, None where an unreadable event has several words."""
        if self._lines is None:
            self._lines = self._all_lines()
        return self._lines[at]

    def played_around(self, at: int) -> tuple[Event | None, Event | None]:
        """Return the nearest events before and after it that are no annotations."""
        if self._near is None:
            told = [None if type(one) in ANNOTATIONS else one for one in self.events]
            self._near = _nearest(told), _nearest(told[::-1])[::-1]
        return self._near[0][at], self._near[1][at]

    def goes_on_with(self, at: int) -> Event | None:
        """Return the next action after it, or line that begins a trick, a deal or a round."""
        if self._onward is None:
            told = [one if type(one) in ONWARD else None for one in self.events]
            self._onward = _nearest(told[::-1])[::-1]
        return self._onward[at]

    def _all_before(self) -> list[_Before]:
        found, now = [], _Before(0, 0, numbered=False)
        for event, number in zip(self.events, self.numbers, strict=True):
            found.append(now)
            if number is not None:
                now = _Before(number, 0, numbered=True)
            elif isinstance(event, Gap):
                now = now._replace(last=-1)
            elif type(event) in ACTIONS:
                now = now._replace(unnumbered=now.unnumbered + 1)
        return found

    def _all_after(self) -> list[_After]:
        found, now = [], _After(None, 0)
        for event, number in zip(reversed(self.events), reversed(self.numbers), strict=True):
            found.append(now)
            if number is not None:
                now = _After(number, 0)
            elif isinstance(event, Gap):
                now = _After(None, 0)
            elif type(event) in ACTIONS:
                now = now._replace(unnumbered=now.unnumbered + 1)
        return found[::-1]

    def _all_rows(self) -> list[frozenset[int]]:
        every = frozenset(len(one.cards) for one in self.events if isinstance(one, Held))
        found: list[frozenset[int]] = []
        while (first := len(found)) < len(self.events):
            end, sizes = first, set()
            while end < len(self.events) and isinstance(one := self.events[end], Held | Unread):
                end += 1
                if isinstance(one, Held):
                    sizes.add(len(one.cards))
            found += [frozenset(sizes) or every] * max(1, end - first)
        return found

    def _all_lines(self) -> list[int | None]:
        found: list[int | None] = []
        now: int | None = -1
        for at, event in enumerate(self.events):
            found.append(now)
            if not isinstance(event, Unread):
                now = at
            elif SPACE.search(event.text):
                now = None
        return found


def number_of(event: Event) -> int | None:
    """Return the number of an action, also of an unreadable one with a readable number; None where
    it has none."""
    if isinstance(event, Unread):
        found = NUMBER.match(reading_faults.plain(event.text).strip())
        return int(found[1]) if found else None
    return getattr(event, "number", None) if type(event) in ACTIONS else None


def _nearest(told: Sequence[Event | None]) -> list[Event | None]:
    """Return by place the nearest known event before it."""
    found: list[Event | None] = []
    now: Event | None = None
    for one in told:
        found.append(now)
        now = now if one is None else one
    return found
