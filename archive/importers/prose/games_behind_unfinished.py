"""Games that begin in the midst of a text behind one that came to no result.

Another game begins where a line says so, where plays are numbered from one again with no deal
between them, and where points are counted from nothing again. Totals that go on over such a place
show that it is one game all the same.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from archive.core import events as said
from archive.core.events import Event
from archive.importers.record_draft import RecordDraft

DEEDS: Final = (said.Play, said.Exchange, said.Draw, said.Stay, said.Pass)
DEALT: Final = (said.Round, said.Deal, said.Trick, said.Held, said.Up)
"""Lines that begin a deal or a trick. The plays behind such a line may be numbered from one."""
FEWEST: Final = 2
"""The fewest plays of each player that make a game."""
SAID: Final = re.compile(
    r"^[#*_ \t]*+(?:(?:a[ \t]+|the[ \t]+)?(?:new|next|another|second|third|fourth|fifth)[ \t]+game"
    r"|(?:ein[ \t]+|das[ \t]+)?(?:neues|nächstes|weiteres|zweites|drittes|viertes|fünftes)[ \t]+"
    r"spiel|(?:game|spiel)[ \t]+(?:[2-9]|[1-9]\d))[ \t]*+[.:!]?[#*_ \t]*+$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line of its own that says that another game begins."""
BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")


def later_games(sheet: RecordDraft, text: str, start: int, cuts: Sequence[int]) -> Iterator[int]:
    """Yield the places at which another game begins in a text that was read as one game. `cuts` are
    the places already known."""
    stretches = _stretches(sheet, text, start, cuts)
    titles = [start + match.start() for match in SAID.finditer(text)]
    edges = [start, *cuts, start + len(text) + 1]
    for one, (begins, ends) in zip(stretches, pairwise(edges), strict=True):
        found = [at for at in titles[bisect_right(titles, begins) : bisect_left(titles, ends)]
                 if one.parted_by(at)]  # fmt: skip
        found += [*one.renumbered(), *one.from_nothing()]
        yield from one.apart(at for at in found if begins < at < ends)


def unproved(sheet: RecordDraft, text: str, start: int) -> Iterator[int]:
    """Yield the place at which another game may begin in a text, where nothing proves that it holds
    two."""
    (stretch,) = _stretches(sheet, text, start, ())
    yield from stretch.unproved()


def _stretches(sheet: RecordDraft, text: str, start: int, cuts: Sequence[int]) -> list[_Stretch]:
    """Return the events of a text between the places at which a game begins."""
    stretches = [_Stretch(text, start) for _ in range(len(cuts) + 1)]
    for place, event in zip(sheet.places, sheet.events, strict=True):
        stretches[bisect_right(cuts, place)].add(place, event)
    return stretches


class _Stretch:
    """The events of a text between two places at which a game begins."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.places: list[int] = []
        self.events: list[Event] = []
        self.deeds: list[int] = []
        self.told: list[int] = []
        self.points: dict[int, tuple[list[int], list[int]]] = {}

    def add(self, place: int, event: Event) -> None:
        """Add the next event with its plays, points and totals."""
        at = len(self.events)
        self.places.append(place)
        self.events.append(event)
        if isinstance(event, DEEDS):
            self.deeds.append(at)
        if isinstance(event, said.Score | said.End) and event.totals:
            self.told.append(at)
        if isinstance(event, said.Play | said.Bonus) and event.points:
            where, sums = self.points.setdefault(event.seat, ([], [0]))
            where.append(at)
            sums.append(sums[-1] + event.points)

    def parted_by(self, place: int) -> bool:
        """Return whether the line at a place parts two games: it stands between plays, no totals go
        on over it, and it is not the heading of a deal, which players of some games call a game."""
        at = bisect_left(self.places, place)
        if at < len(self.events) and isinstance(self.events[at], DEALT):
            return False
        return 0 < bisect_left(self.deeds, at) < len(self.deeds) and not self._goes_on(at)

    def apart(self, found: Iterable[int]) -> Iterable[int]:
        """Return the first of each group of places between the same two plays: no game is without a
        play."""
        first: dict[int, int] = {}
        for place in sorted(found):
            first.setdefault(bisect_left(self.deeds, bisect_left(self.places, place)), place)
        return first.values()

    def renumbered(self) -> Iterator[int]:
        """Yield the places at which the numbers of plays begin again at one. Every player must have
        several plays in each part, otherwise the numbers are those of tricks."""
        restarts = [
            (one, other) for one, other in pairwise(self.deeds)
            if self._begins_again(one, other) and not self._dealt(one, other)
        ]  # fmt: skip
        edges = [0, *(other for _, other in restarts), len(self.events)]
        seats = {self._seat(at) for at in self.deeds}
        for one, other in pairwise(edges) if restarts else ():
            near = self.deeds[bisect_left(self.deeds, one) : bisect_left(self.deeds, other)]
            plays = Counter(map(self._seat, near))
            if any(plays[seat] < FEWEST for seat in seats):
                return
        for one, other in restarts:
            if not self._goes_on(other):
                yield self._head(one, other)

    def from_nothing(self) -> Iterator[int]:
        """Yield the places where totals have only the points since the totals before them, or since
        a blank line if they are the first, unless a deal begins there: they may be its own."""
        for before, at in pairwise([None, *self.told]):
            assert at is not None
            totals = self._totals(at)
            if before is None:
                yield from self._behind_blank_line(totals, at)
                continue
            known, last = self._totals(before), bisect_right(self.deeds, before)
            if {*totals} != {*known} or not any(known.values()) or self._dealt(before, at):
                continue
            gained = {seat: self._gained(seat, before, at) for seat in totals}
            runs = all(known[seat] + gained[seat] == totals[seat] for seat in totals)
            if totals == gained and not runs:
                first = self.deeds[last] if last < len(self.deeds) else at
                yield self._head(before, min(first, at))

    def _behind_blank_line(self, totals: dict[int, int], end: int) -> Iterator[int]:
        deeds = self.deeds[: bisect_left(self.deeds, end)]
        if {*totals} != {self._seat(at) for at in deeds} or all(
            self._gained(seat, 0, end) == totals[seat] for seat in totals
        ):
            return
        apart = [
            (one, other) for one, other in pairwise(deeds)
            if all(self._gained(seat, other, end) == totals[seat] for seat in totals)
            and not self._dealt(one, other)
            and self._apart(one, other)
        ]  # fmt: skip
        if len(apart) == 1:
            yield self._head(*apart[0])

    def unproved(self) -> Iterator[int]:
        """Yield the one place at which the same players may have begun another game: their plays
        are numbered from one again, or stand behind a blank line with no number that goes on."""
        apart = [
            (one, other) for one, other in pairwise(self.deeds)
            if not self._dealt(one, other) and (self._begins_again(one, other)
                                                or self._behind_blank(one, other))
        ]  # fmt: skip
        if len(apart) != 1:
            return
        one, other = apart[0]
        at = bisect_left(self.deeds, other)
        before, behind = ({*map(self._seat, part)} for part in (self.deeds[:at], self.deeds[at:]))
        if before == behind and len(before) >= FEWEST and not self._goes_on(other):
            yield self._head(one, other)

    def _begins_again(self, one: int, other: int) -> bool:
        return self._number(other) == 1 < self._number(one)

    def _behind_blank(self, one: int, other: int) -> bool:
        return self._apart(one, other) and not self._numbered(other)

    def _numbered(self, at: int) -> bool:
        """Return whether the text gives the number of a play; other plays are counted on."""
        place, number = self.places[at] - self.start, str(self._number(at))
        return self.text.startswith(number, place) or self.text[
            max(0, place - len(number) - 3) : place
        ].strip(" \t.):").endswith(number)

    def _apart(self, one: int, other: int) -> bool:
        """Return whether there is a blank line between two plays."""
        ends, begins = self.places[one] - self.start, self.places[other] - self.start
        return BLANK_LINE.search(self.text, max(0, ends), max(0, begins)) is not None

    def _goes_on(self, at: int) -> bool:
        """Return whether the next totals include the points scored before."""
        nth = bisect_left(self.told, at)
        if nth == len(self.told):
            return False
        next_, above = self.told[nth], self.told[nth - 1] if nth else 0
        carried = self._totals(above) if nth else {}
        totals = self._totals(next_)
        runs = all(
            carried.get(seat, 0) + self._gained(seat, above, next_) == total
            for seat, total in totals.items()
        )
        return runs and any(self._gained(seat, at, next_) != totals[seat] for seat in totals)

    def _gained(self, seat: int, one: int, other: int) -> int:
        """Return the points claimed for a player's plays from one event to another."""
        where, sums = self.points.get(seat, ([], [0]))
        return sums[bisect_left(where, other)] - sums[bisect_left(where, one)]

    def _totals(self, at: int) -> dict[int, int]:
        event = self.events[at]
        return dict(event.totals) if isinstance(event, said.Score | said.End) else {}

    def _dealt(self, one: int, other: int) -> bool:
        return any(isinstance(event, DEALT) for event in self.events[one + 1 : other])

    def _number(self, at: int) -> int:
        event = self.events[at]
        assert isinstance(event, DEEDS)
        return event.number or 0

    def _seat(self, at: int) -> int:
        event = self.events[at]
        assert isinstance(event, DEEDS)
        return event.seat

    def _head(self, one: int, other: int) -> int:
        ends, begins = self.places[one] - self.start, self.places[other] - self.start
        return head_of(self.text, ends, begins) + self.start


def line_begin(text: str, at: int) -> int:
    """Return where the line of a place begins."""
    return text.rfind("\n", 0, at) + 1


def head_of(text: str, end: int, begins: int) -> int:
    """Return where a game begins whose first play stands at a place, the last play of the game
    before at another: with the lines above it, up to the next blank line."""
    line = line_begin(text, begins)
    if line <= end:
        return begins  # on one line
    above = [match.end() for match in BLANK_LINE.finditer(text, end, begins)]
    return min(above[-1], line) if above else line
