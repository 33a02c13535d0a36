"""A record: what somebody wrote down about one game, claims and all, before anybody judges it.

Events are plain values without a place, so that two records that say the same are equal; where each
stood in the text is kept beside them (`Record.offsets`), and becomes line and column only when
somebody asks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from archive.cards import Card
from archive.diagnostics import Diagnostic

LINE_END = re.compile(r"\r*\n|\r")
RESULT = re.compile(r"p([1-9]\d?):(-?\d+)")

Totals: TypeAlias = "tuple[tuple[int, int], ...]"
"""Points by seat, in the order written: `((1, 82), (2, 110))`."""


class Place(NamedTuple):
    """Where something stands in a record's text; both count from 1, columns in characters."""

    line: int
    column: int


class Tag(NamedTuple):
    name: str
    value: str


class Round(NamedTuple):
    """`@round n=2 first=p2`: a round begins."""

    number: int | None
    first: int | None


class Up(NamedTuple):
    """`@up 39 bonus=6`: the cards turned up, and the bonus they are said to give."""

    cards: tuple[Card, ...]
    bonus: int | None


class Deal(NamedTuple):
    """`@deal n=3`: cards are dealt. The hands follow, one `Held` each."""

    number: int | None


class Held(NamedTuple):
    """`p1: QJJ43`: a hand as listed, in packets where it was dealt in several."""

    seat: int
    packets: tuple[tuple[Card, ...], ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for packet in self.packets for card in packet)


class Play(NamedTuple):
    """`12. p2 9=20/10`: cards played, with the tally and the points claimed for it.

    `mark` is the writer's own sign that something is wrong here: `^`, `^R`, `^L`.
    """

    number: int | None
    seat: int
    cards: tuple[Card, ...]
    tally: int | None
    points: int | None
    mark: str


class Bonus(NamedTuple):
    """`@bonus p2 /6`: a bonus is said to go to a seat."""

    seat: int
    points: int | None


class Score(NamedTuple):
    """`@score p1:21 p2:16`: the standing as the record has it."""

    totals: Totals


class Gap(NamedTuple):
    """`@gap`: a stretch of the game was not written down."""

    text: str


class End(NamedTuple):
    """`@end p1:82 p2:110 win=p2`: how the game is said to have ended. `winners` is empty where
    nothing is said and holds every seat of a draw."""

    totals: Totals
    winners: tuple[int, ...]


class Stop(NamedTuple):
    """`*` (no more is known) or `+` (to be continued)."""

    sign: str


class Comment(NamedTuple):
    text: str


class Nag(NamedTuple):
    """`$1` to `$255`: a numbered annotation glyph, `!` being `$1`."""

    value: int


class Variation(NamedTuple):
    """`( … )`: another line of play in place of the play before it."""

    events: tuple[Event, ...]


class TableLine(NamedTuple):
    """A table line of another game, kept word for word."""

    word: str
    text: str


class Unread(NamedTuple):
    """Text that could not be used. It is reported, and kept. `seat` is whose play it was meant to
    be, 0 when it is no play: that somebody played is known even where the card is not."""

    text: str
    seat: int = 0


Event: TypeAlias = (
    Round | Up | Deal | Held | Play | Bonus | Score | Gap | End | Stop
    | Comment | Nag | Variation | TableLine | Unread
)  # fmt: skip

ANNOTATIONS = frozenset({Comment, Nag, Variation, Stop, Unread})
"""What is written about the game and does not happen in it."""


class Record:
    """One game as written down: tags, events in order, and what the reader had to say."""

    __slots__ = ("__dict__", "diagnostics", "events", "number", "offsets", "raw", "tags", "text")

    def __init__(
        self,
        tags: Iterable[Tag] = (),
        events: Iterable[Event] = (),
        *,
        text: str = "",
        raw: bytes = b"",
        number: int = 1,
        offsets: list[int] | None = None,
        diagnostics: Iterable[Diagnostic] = (),
    ) -> None:
        self.tags = list(tags)
        self.events = list(events)
        self.text = text
        self.raw = raw
        self.number = number
        self.offsets = offsets if offsets is not None else []
        self.diagnostics = list(diagnostics)

    def __eq__(self, other: object) -> bool:
        """Equal when both say the same, wherever it stands and in whatever order the tags do. Two
        kinds of event never compare equal although both are tuples."""
        if not isinstance(other, Record):
            return NotImplemented
        tags, others = (sorted(one.tags, key=itemgetter(0)) for one in (self, other))
        return tags == others and _typed(self.events) == _typed(other.events)

    __hash__ = None  # type: ignore[assignment]  # a record can be edited

    def tag(self, name: str) -> str | None:
        """The first tag of that name; a second one is a fault and does not count."""
        return next((tag.value for tag in self.tags if tag.name == name), None)

    @property
    def game(self) -> str | None:
        """The game's name: the Game tag, else the first part of the Rules tag."""
        return self.tag("Game") or (self.tag("Rules") or "").partition("/")[0] or None

    @property
    def rules(self) -> str | None:
        return self.tag("Rules")

    @property
    def players(self) -> list[str]:
        """Names in the order of the seats; `p3` where a name was not written down."""
        named = {
            int(tag.name[1:]): tag.value
            for tag in self.tags
            if re.fullmatch(r"P[1-9]\d?", tag.name)
        }
        last = max(named, default=0)
        return [
            name if (name := named.get(seat, "?")) not in ("", "?") else f"p{seat}"
            for seat in range(1, last + 1)
        ]

    @property
    def result(self) -> Totals | None:
        """The claimed result, from the Result tag; None where none is claimed."""
        text = self.tag("Result") or "*"
        return totals_of(text) if text not in ("*", "?", "") else None

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in LINE_END.finditer(self.text))]

    def place(self, offset: int) -> Place:
        """Line and column of a character, counted from its offset in `text`."""
        line = bisect_right(self._line_starts, offset)
        return Place(line, offset - self._line_starts[line - 1] + 1)

    def offset(self, line: int, column: int) -> int:
        """The character at a place, the other way round."""
        return self._line_starts[line - 1] + column - 1

    @cached_property
    def lines(self) -> list[str]:
        """The text by lines, without their ends, numbered as `place` numbers them."""
        return LINE_END.split(self.text)


def totals_of(text: str) -> Totals | None:
    """`p1:82 p2:110` as totals; None when that is not what it says."""
    words = text.split()
    found = [RESULT.fullmatch(word) for word in words]
    if not words or None in found:
        return None
    return tuple((int(match[1]), int(match[2])) for match in found if match)


def _typed(events: Iterable[Event]) -> list[object]:
    return [
        (type(event), _typed(event.events) if isinstance(event, Variation) else event)
        for event in events
    ]
