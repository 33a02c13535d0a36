"""Unreadable tags, table lines and hands, and the answers that depend on them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from archive.core.cards import UNKNOWN
from archive.core.events import (
    ACTIONS,
    ANNOTATIONS,
    Bonus,
    Cut,
    Deal,
    End,
    Event,
    Held,
    Keep,
    Out,
    Phase,
    Round,
    Score,
    Show,
    Trick,
    Trump,
    Unread,
    Up,
)
from archive.core.record import SEAT, Record, Tag
from archive.notation.surroundings import SPACE, Around
from archive.notation.table_lines import WORDS

LEGALITY, ARITHMETIC, RESULT = "legality", "arithmetic", "result"
ALL: Final = frozenset({LEGALITY, ARITHMETIC, RESULT})
NOTHING: Final[frozenset[str]] = frozenset()

BEARS: dict[type, frozenset[str]] = {
    Round: frozenset({LEGALITY}), Deal: frozenset({LEGALITY}), Trick: frozenset({LEGALITY}),
    Cut: frozenset({LEGALITY}), Trump: frozenset({LEGALITY}), Phase: frozenset({LEGALITY}),
    Up: frozenset({LEGALITY, ARITHMETIC}), Bonus: frozenset({ARITHMETIC}),
    Score: frozenset({ARITHMETIC}), Keep: frozenset({LEGALITY, ARITHMETIC}),
    Show: frozenset({LEGALITY, ARITHMETIC}), Out: frozenset({RESULT}), End: frozenset({RESULT}),
}  # fmt: skip
"""The answers that depend on an argument of a table line."""

TAGS: dict[str, frozenset[str]] = {
    "Rules": ALL, "Game": ALL, "Result": frozenset({RESULT}), "Deck": frozenset({LEGALITY}),
}  # fmt: skip
"""The answers that depend on a tag; none depend on the others."""
SAYING_NOTHING: Final = frozenset({"XXN", "Event", "Site", "Date", "View"})
SEATED = ACTIONS | {Held}

HAND = re.compile(r"p([1-9]\d?)[ \t]*:[ \t]*(\S*)", re.ASCII)
WORD = re.compile(r"@([a-z-]*)", re.ASCII)
TAG = re.compile(r"\[[ \t]*(?:([A-Za-z]\w*)(?=[\s:=\"]))?", re.ASCII)


class Unreadable(NamedTuple):
    """An unreadable piece of text: its beginning and end in the record's text, and which of the
    three answers depend on it."""

    start: int
    end: int
    bears: frozenset[str]


class UnreadLines:
    """A record searched for what it may have meant where it could not be read. `events` and `tags`
    are the readable rest, `pieces` the unreadable ones, `absorbed` the events that belong to an
    unread line though they can be read."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.events: list[Event] = list(record.events)
        self.tags = list(record.tags)
        self.pieces: list[Unreadable] = []
        self.rules_unread = False
        self.absorbed: set[int] = set()  # readable events that belong to an unread line
        self.around = Around(record.events)
        self._claimed = record.tag("Result") not in (None, "*", "?", "") or any(
            isinstance(event, End) for event in record.events
        )
        self._named = {tag.name for tag in record.tags}
        self._seated = False  # whether the players are in doubt already
        begun = (at for at, event in enumerate(self.events) if type(event) not in ANNOTATIONS)
        self.first = next(begun, len(self.events))

    def note(self, at: int, text: str, bears: frozenset[str]) -> None:
        """Note an unreadable event, with the answers that depend on it."""
        if at < len(self.record.offsets):
            start = self.record.offsets[at]
            self.pieces.append(Unreadable(start, start + max(1, len(text)), bears))

    def anything(self, at: int) -> frozenset[str]:
        """Return the answers that depend on words that may have been any line: the result only
        after the last play, where nothing else claims one."""
        return ALL - {RESULT} if self._claimed or at < self.around.last_action else ALL

    def of_line(self, at: int, word: str) -> frozenset[str]:
        """Return the answers that depend on a line, by its word."""
        known = WORDS.get(word)
        return BEARS[known.kind] if known else self.anything(at)

    def line_of(self, at: int, text: str) -> int | None:
        """Return the table line right before, of which this may be an argument."""
        line = self.around.line_before(at)
        if line is None or line < 0:
            return None
        if type(self.record.events[line]) not in BEARS or SPACE.search(text):
            return None
        if at < len(self.record.offsets) and self.record.line_of(at) != self.record.line_of(line):
            return None
        return line

    def absorb(self, at: int) -> None:
        """Let words that open a line take the hands after them, and the plays that the numbers have
        no room for, or that are several where all others have numbers."""
        record, offsets = self.record, self.record.offsets
        if at >= len(offsets) or (at and record.line_of(at - 1) == record.line_of(at)):
            return
        following = []
        for other in range(at + 1, len(offsets)):
            numbered = self.around.numbers[other] is not None
            if numbered or record.line_of(other) != record.line_of(at):
                break
            following.append(other)
        room = self.around.missing(at, len(self.absorbed))
        if room == 0 and self.around.only_unnumbered(at, following):
            room = None
        for other in following:
            if room != 0 or isinstance(self.record.events[other], Held | Unread):
                self.absorbed.add(other)

    def of_argument(self, line: int, text: str) -> frozenset[str]:
        """Return the answers that depend on an argument of a table line, which says less without
        it. Where cards are shown, kept or drawn, it is then unknown whose they all are."""
        event = self.record.events[line]
        bears = BEARS[type(event)]
        if text.startswith("n="):
            return NOTHING
        if isinstance(event, Show | Keep | Cut):
            self.events[line] = Unread("")
        elif isinstance(event, Up) and text.startswith("bonus"):
            return frozenset({ARITHMETIC})
        elif isinstance(event, Up) and not event.cards:
            self.events[line] = event._replace(cards=(UNKNOWN, UNKNOWN))
        return bears

    # -- tags

    def of_tag(self, at: int, text: str) -> frozenset[str]:
        """Return the answers that depend on a tag. One with an unknown name may be any that is
        missing."""
        found = TAG.match(text)
        name = found[1] if found else None
        seat = name and SEAT.fullmatch(name)
        if not name or not (seat or name in TAGS or name in SAYING_NOTHING):
            return self.of_any_tag()
        if name in self._named or at > self.first:
            return NOTHING
        if seat:
            self.tags.append(Tag(name, "?"))
        self.rules_unread |= name == "Rules"
        return TAGS.get(name, NOTHING)

    def of_any_tag(self) -> frozenset[str]:
        """Return the answers that depend on any missing tag; the players are then known by what
        they do."""
        if not self._seated:
            self._seated = True
            acting = (getattr(one, "seat", 0) for one in self.events if type(one) in SEATED)
            if (last := max(acting, default=0)) > len(self.record.players):
                self.tags.append(Tag(f"P{last}", "?"))
        self.rules_unread |= "Rules" not in self._named
        absent = [bears for name, bears in TAGS.items() if name not in self._named]
        return NOTHING.union(*absent)
