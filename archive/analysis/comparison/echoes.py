"""Differences that only follow from an earlier one: a total carried on, or the score of a card that
differs. One slip is one difference, however many lines it goes through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from archive.analysis.comparison.alignment import Block
from archive.analysis.comparison.sheet_entries import Objections, SheetEntry
from archive.analysis.entry_statements import Seats, agreement_of, seat_of, statement_of
from archive.core.events import (
    Bonus,
    Deal,
    End,
    Event,
    Keep,
    Out,
    Play,
    Round,
    Score,
    Totals,
    Trick,
)
from archive.scoring import Verdict
from archive.scoring.totals.sheet_steps import of_totals_alone

CLAIMED = (Score, End, Bonus, Trick, Deal, Round, Out, Keep)
"""Lines that only claim what follows from the plays."""
CLAIMS = ("tallies", "points")
"""The claims of a play beside its card."""


class Tried(NamedTuple):
    """The rules' objections to each sheet once it has the other's entries of a difference; None
    where that could not be examined."""

    a: Objections | None
    b: Objections | None


LATEST = 24
"""The number of earlier differences among which the other half of an exchange is sought."""


class Echoes:
    """Finds the earlier difference that a later one follows from."""

    def __init__(self, a: Verdict, b: Verdict, seats: Seats) -> None:
        self._own = Objections(a), Objections(b)
        self._of_totals = of_totals_alone(a.record) and of_totals_alone(b.record)
        self._seats = seats
        self._blocks: list[Block] = []
        self._tried: list[Tried | None] = []
        self.carried: set[int] = set()
        """Differences of standings that both sheets carry on."""

    def add(self, block: Block, tried: Tried | None) -> None:
        """Note a difference that follows from none, and what was tried at it."""
        self._blocks.append(block)
        self._tried.append(tried)

    def origin(self, block: Block) -> int | None:
        """Return which of the noted differences this one follows from; None for none."""
        first = max(0, len(self._blocks) - LATEST)
        for index, earlier in enumerate(self._blocks[first:], first):
            if self._exchanged(earlier, block) or self._kept(earlier, block):
                return index
            if self._carried(earlier, block):
                self.carried.add(index)
                return index
        if not self._blocks or not self._only_claims(block):
            return None
        entries = block.a[0], block.b[0]
        own = [errors.at(entry) for errors, entry in zip(self._own, entries, strict=True)]
        if any(one.follows is None for found in own for one in found):
            return None
        roots = [{one.follows.offset for one in found if one.follows} for found in own]
        for index in reversed(range(len(self._blocks))):
            if self._stands_in(index, roots) or self._comes_of(index, entries, own):
                return index
        return None

    def _four(self, earlier: Block, block: Block) -> list[Event]:
        """Return the events of two differences, those of sheet A and then those of sheet B; none
        where more or fewer than one stands at a place."""
        places = (earlier.a, block.a, earlier.b, block.b)
        return [one.event for (one,) in places] if {*map(len, places)} == {1} else []

    def _kept(self, earlier: Block, block: Block) -> bool:
        """Return whether two standings differ by the points of the cards kept on each sheet."""
        match self._four(earlier, block):
            case [Keep(kept), Score(totals), Keep(other), Score(others)]:
                ours, seats = dict(totals), self._seats
                theirs = {seats.get(seat, seat): total for seat, total in others}
                apart = Counter({one.seat: one.points or 0 for one in kept})
                apart.subtract({seats.get(one.seat, one.seat): one.points or 0 for one in other})
                both = ours.keys() & theirs
                return all(ours[seat] - theirs[seat] == apart[seat] for seat in both)
        return False

    def _carried(self, earlier: Block, block: Block) -> bool:
        """Return whether two standings are as far apart as the standings of an earlier difference:
        both sheets add the same to them."""
        match self._four(earlier, block):
            case [Score(before), Score(now) | End(now), Score(other), Score(after) | End(after)]:
                then = self._apart(before, other)
                return any(then.values()) and then == self._apart(now, after)
        return False

    def moved(self, index: int) -> dict[int, int | None]:
        """Return the changes that an earlier difference of standings makes to sheet A's totals,
        where both sheets have nothing but totals and carry it on; it changes nothing else."""
        if index not in self.carried or not self._of_totals:
            return {}
        (ours,), (theirs,) = self._blocks[index].a, self._blocks[index].b
        assert isinstance(ours.event, Score)
        assert isinstance(theirs.event, Score)
        apart = self._apart(ours.event.totals, theirs.event.totals)
        return {seat: -points for seat, points in apart.items() if points}

    def _apart(self, ours: Totals, theirs: Totals) -> dict[int, int]:
        """Return by how much the totals of sheet A are above those of sheet B."""
        others = {self._seats.get(seat, seat): total for seat, total in theirs}
        return {seat: total - others[seat] for seat, total in ours if seat in others}

    def _exchanged(self, earlier: Block, block: Block) -> bool:
        """Return whether two cards of a player have changed places on one of the sheets."""
        plays = self._four(earlier, block)
        if not plays or not all(isinstance(one, Play) for one in plays):
            return False
        then, now, other, another = (
            statement_of(one, seats).cards["cards"]
            for one, seats in zip(plays, ({}, {}, self._seats, self._seats), strict=True)
        )
        seats = {*map(seat_of, plays[:2])}
        seats |= {self._seats.get(seat_of(one), seat_of(one)) for one in plays[2:]}
        changed = [*then] == [*another] != [*now] == [*other]
        return changed and len(seats) == 1

    def _only_claims(self, block: Block) -> bool:
        """Return whether the two have the same action, and differ in its claims."""
        if len(block.a) != 1 or len(block.b) != 1:
            return False
        ours, theirs = block.a[0].event, block.b[0].event
        if type(ours) is not type(theirs):
            return False
        if not isinstance(ours, Play):
            return isinstance(ours, CLAIMED)
        one, other = statement_of(ours, {}), statement_of(theirs, self._seats)
        for name in CLAIMS:
            one.facts.pop(name, None)
        return agreement_of(one, other).agrees

    def _stands_in(self, index: int, roots: Sequence[set[int]]) -> bool:
        """Return whether the mistake that the later one carries on is in an earlier difference."""
        block = self._blocks[index]
        return any(
            entry.offset <= offset < entry.end
            for entries, offsets in zip((block.a, block.b), roots, strict=True)
            for entry in entries
            for offset in offsets
        )

    def _comes_of(
        self, index: int, entries: Sequence[SheetEntry], own: Sequence[Sequence[object]]
    ) -> bool:
        """Return whether claims that fit both sheets are wrong on each once it has the other's
        entries of an earlier difference: each follows from its own. A claim that becomes visible on
        one of them, because a gap is filled there, is a slip of its own."""
        tried = self._tried[index]
        return tried is not None and all(
            errors is not None and not found and bool(errors.at(entry))
            for errors, entry, found in zip(tried, entries, own, strict=True)
        )
