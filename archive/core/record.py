"""A record: one game as it was written down, claims and all, before it is judged.

Where each event stands in the text (`Record.offsets`), and at which line and column, is computed
only when asked for: a sound record never needs it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from archive.core.diagnostics import Diagnostic
from archive.core.events import (
    ACTIONS,
    Deal,
    Event,
    Held,
    Round,
    Score,
    Totals,
    Unread,
    Variation,
)

LINE_END = re.compile(r"\r{0,2}\n|\r")  # `\r*\n` would look at a run of CRs over and over
SEAT = re.compile(r"P[1-9]\d?")
LEADING_TAGS = ("XXN", "Game", "Rules", "Event", "Site", "Date")
CLOSING_TAGS = ("Deck", "View", "Result")
RESULT = re.compile(r"p([1-9]\d?):(-?\d+)")
TAG_VALUE = re.compile(r'\[([A-Za-z]\w*)[ \t]+"', re.ASCII)


class Place(NamedTuple):
    """Where something stands in a record's text; both count from 1, columns in characters."""

    line: int
    column: int


class Tag(NamedTuple):
    """A tag of a record: `[Game "twenty"]`."""

    name: str
    value: str


def hash_of(purpose: bytes, data: bytes) -> str:
    """Return 64 hexadecimal digits that name `data` (SHA-256). Each purpose has a prefix, so that
    a hash for one never equals one for another."""
    return sha256(b"twenties/1/" + purpose + b"\0" + data).hexdigest()


def tag_order(tag: Tag) -> tuple[int, int, str]:
    """Return a sort key: XXN, Game, Rules, Event, Site, Date, the players, Deck, View, Result, then
    by name."""
    if tag.name in LEADING_TAGS:
        return 0, LEADING_TAGS.index(tag.name), ""
    if SEAT.fullmatch(tag.name):
        return 1, int(tag.name[1:]), ""
    if tag.name in CLOSING_TAGS:
        return 2, CLOSING_TAGS.index(tag.name), ""
    return 3, 0, tag.name


class Record:
    """One game as written down: tags, events in order, and the reader's diagnostics."""

    __slots__ = (
        "__dict__", "diagnostics", "events", "find_offsets", "number", "raw", "tags", "text",
    )  # fmt: skip

    def __init__(
        self,
        tags: Iterable[Tag] = (),
        events: Iterable[Event] = (),
        *,
        text: str = "",
        raw: bytes = b"",
        number: int = 1,
        find_offsets: Callable[[], Sequence[int]] = list,
        diagnostics: Iterable[Diagnostic] = (),
    ) -> None:
        self.tags = list(tags)
        self.events = list(events)
        self.text = text
        self.raw = raw
        self.number = number
        self.find_offsets = find_offsets
        self.diagnostics = list(diagnostics)

    def __eq__(self, other: object) -> bool:
        """Return whether both say the same, wherever it stands and in whatever order the tags are.
        Two kinds of event never compare equal although both are tuples."""
        if not isinstance(other, Record):
            return NotImplemented
        tags, others = (sorted(one.tags, key=itemgetter(0)) for one in (self, other))
        return tags == others and _typed(self.events) == _typed(other.events)

    __hash__ = None  # type: ignore[assignment]  # a record can be edited

    def with_events(self, events: Iterable[Event], tags: Iterable[Tag] | None = None) -> Record:
        """Return the record with others in place of its events, each where the one was; and with
        other tags where they are given. Its text is that of this one."""
        return Record(
            self.tags if tags is None else tags, events,
            text=self.text, raw=self.raw, number=self.number,
            find_offsets=lambda: self.offsets, diagnostics=self.diagnostics,
        )  # fmt: skip

    def tag(self, name: str) -> str | None:
        """Return the first tag of that name; a second one is a fault and does not count."""
        for tag, value in self.tags:  # asked many times a record: quicker than an expression
            if tag == name:
                return value
        return None

    @property
    def game(self) -> str | None:
        """Return the game's name: the Game tag, else the first part of the Rules tag."""
        return self.tag("Game") or (self.tag("Rules") or "").partition("/")[0] or None

    @property
    def rules(self) -> str | None:
        """Return the rules that the record names; None where it names none."""
        return self.tag("Rules")

    @property
    def players(self) -> list[str]:
        """Return names in the order of the seats; `p3` where a name was not written down."""
        named = {
            int(tag.name[1:]): tag.value
            for tag in reversed(self.tags)  # the first of two is the name
            if tag.name[0] == "P" and SEAT.fullmatch(tag.name)
        }
        last = max(named, default=0)
        return [
            name if (name := named.get(seat, "?")) not in ("", "?") else f"p{seat}"
            for seat in range(1, last + 1)
        ]

    @property
    def result(self) -> Totals | None:
        """Return the claimed result, from the Result tag; None where none is claimed."""
        text = self.tag("Result") or "*"
        return totals_of(text) if text not in ("*", "?", "") else None

    @cached_property
    def offsets(self) -> Sequence[int]:
        """Return where each event begins in `text`; empty for a record that was not read from
        one."""
        return self.find_offsets()

    def event_offset(self, at: int) -> int:
        """Return where an event begins in `text`; 0 in a record that was not read from one."""
        return self.offsets[at] if at < len(self.offsets) else 0

    def tag_offset(self, name: str) -> int:
        """Return where the value of the first tag of that name begins in `text`; 0 without one."""
        return self._tag_offsets.get(name, 0)

    @cached_property
    def _tag_offsets(self) -> dict[str, int]:
        tags = reversed([*TAG_VALUE.finditer(self.text)])
        return {tag[1]: tag.end() for tag in tags}

    @cached_property
    def openings(self) -> list[int]:
        """Return the indices of the events that begin a deal or a round: its line, or in a record
        without lines of deals the first hand of a seat that was listed before, else what stands
        behind a standing."""
        kinds = {type(event) for event in self.events}
        found, listed, scored = list[int](), set[int](), False
        for at, event in enumerate(self.events):
            opens = isinstance(event, Deal | Round)
            if Deal not in kinds:
                again = isinstance(event, Held) and event.seat in listed
                opens = opens or again or (scored and Held not in kinds)
            if opens:
                found.append(at)
                listed.clear()
            if isinstance(event, Held):
                listed.add(event.seat)
            scored = isinstance(event, Score)
        return found

    def deal_around(self, at: int) -> range:
        """Return the events of the deal, or of the round, in which an event stands."""
        openings = self.openings
        behind = bisect_right(openings, at)
        start = openings[behind - 1] if behind else 0
        return range(start, openings[behind] if behind < len(openings) else len(self.events))

    @cached_property
    def acted(self) -> list[int]:
        """Return the indices of the events that are players' actions."""
        return [at for at, event in enumerate(self.events) if type(event) in ACTIONS]

    @cached_property
    def plies(self) -> list[int]:
        """Return the number of plays before each event, and in all, unread ones too."""
        acted = (
            type(event) in ACTIONS or (isinstance(event, Unread) and event.seat > 0)
            for event in self.events
        )
        return list(accumulate(acted, initial=0))

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in LINE_END.finditer(self.text))]

    def place(self, offset: int) -> Place:
        """Return the line and column of a character, counted from its offset in `text`."""
        line = bisect_right(self._line_starts, offset)
        return Place(line, offset - self._line_starts[line - 1] + 1)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of the character at a line and column: the inverse of `place`."""
        return self._line_starts[line - 1] + column - 1

    def line_of(self, at: int) -> int:
        """Return the line on which event `at` begins. A line that our writer begins with a blank,
        or that could not be read, belongs to the one above it."""
        line = self.place(self.offsets[at]).line
        return self._continued.get(line, line)

    @cached_property
    def _continued(self) -> dict[int, int]:
        """Return the lines that continue one above them, each with that line."""
        found: dict[int, int] = {}
        for line, text in enumerate(self.lines[1:], start=2):
            if text.startswith(" `"):
                found[line] = found.get(line - 1, line - 1)
        return found

    @cached_property
    def lines(self) -> list[str]:
        """Return the text by lines, without their ends, numbered as `place` numbers them."""
        return LINE_END.split(self.text)

    @property
    def lines_written(self) -> list[str]:
        """Return the same without the empty rest after the last line end, which is no line."""
        return self.lines[:-1] if len(self.lines) > 1 and not self.lines[-1] else self.lines


def totals_of(text: str) -> Totals | None:
    """Return `p1:82 p2:110` as totals; None for any other text."""
    words = text.split()
    found = [RESULT.fullmatch(word) for word in words]
    if not words or None in found:
        return None
    return tuple((int(match[1]), int(match[2])) for match in found if match)


def _typed(events: Iterable[Event]) -> list[object]:
    return [
        (type(event), event.closed, _typed(event.events))
        if isinstance(event, Variation)
        else (type(event), event)
        for event in events
    ]
