"""A quick check of a change before a record is judged with it: from the deal in which it stands to
the end of the trouble, by the rules alone.

A record may be a thousand plays long, and a search has thousands of changes to try. The table
before a deal is kept once it was asked for, so that only the plays of a deal or two are gone
through; and findings are only counted, not made. A change that passes is judged in full.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import cached_property

from archive.core.budgets import COPIED, Steps, reading_steps
from archive.core.events import Event, Play
from archive.notation.edits import Edit, edited
from archive.notation.parser import events_in
from archive.rules.advance import advance
from archive.rules.faults_and_claims import cards_too_many
from archive.rules.omissions import Omission, Place
from archive.rules.table import Table
from archive.scoring import Verdict
from archive.scoring.examiner import RESULT_KINDS

LATEST = 3
"""Uses of the pack that are checked for too many of a card."""
MOST_KEPT = 64
"""The most tables within a deal that are kept."""
MUCH = 2
"""The weight of a card that occurs too often, against one for a wrong event."""


class QuickCheck:
    """The tables of one record before its deals. The work is counted in `steps`."""

    def __init__(self, verdict: Verdict, steps: Steps) -> None:
        self.record = verdict.record
        self.steps = steps
        steps.take(reading_steps(len(self.record.events), len(self.record.text)))
        assert verdict.foresight is not None  # its rules are known
        self._foresight = verdict.foresight
        self.starts = [0, *(at for at in self.record.openings if at)]
        offsets = self.record.offsets or [len(self.record.text)]  # a record of tags alone
        self.places = [offsets[at] for at in self.starts]
        self._tables: dict[int, Table] = {}
        self._within_deal = -1
        self._within: dict[int, tuple[Table, int]] = {}  # of that deal, by event
        self._wrong_before: dict[tuple[int, int], int] = {}
        first = verdict.findings[verdict.first_divergence or 0]
        self._missed = first.at if first.code == "missing-play" else None

    def _table(self, begun: int) -> Table:
        """Return the table before deal `begun`, to be copied. All later ones are worked out from
        the nearest that is known: a table is not copied for each of a thousand deals."""
        if begun not in self._tables:
            known = max((number for number in self._tables if number < begun), default=None)
            table = self._opened() if known is None else self._tables[known].copy()
            first = 0 if known is None else self.starts[known]
            self.steps.take(self._length(0 if known is None else known, begun))
            for at in range(first, self.starts[begun]):
                advance(table, self.record.events[at], at)
                table.faults = []
            self._tables[begun] = table
        self.steps.take(self.starts[begun] // COPIED)
        return self._tables[begun]

    def _opened(self) -> Table:
        before = self._foresight.steps
        table = self._foresight.open()
        self.steps.take(self._foresight.steps - before)
        return table

    @cached_property
    def _else_missing(self) -> Mapping[Place, Omission]:
        """Return what is missing besides the play that was missed first."""
        omissions = self._foresight.omissions
        if self._missed is None:
            return omissions
        begun = max(0, bisect_right(self.starts, self._missed) - 1)
        table, _ = self._table_at(begun, self._missed)
        return {place: one for place, one in omissions.items() if place != table.place}

    def _length(self, begun: int, ended: int) -> int:
        """Return the steps it takes to read some deals, and to go through them."""
        events, text = len(self.record.events), len(self.record.text)
        if ended < len(self.starts):
            events, text = self.starts[ended], self.places[ended]
        return reading_steps(events - self.starts[begun], text - self.places[begun])

    def helps(self, change: tuple[Edit, ...], last: int) -> int | None:
        """Return how much is still wrong in the deals of the change and up to the place `last` in
        the text, with the change made; None where it is no less than without it."""
        first = min(edit.offset for edit in change)
        last = max(last, *(edit.offset for edit in change))
        begun = max(0, bisect_right(self.places, first) - 1)
        ended = bisect_right(self.places, last)
        was = self._wrong_before.get((begun, ended))
        if was is None:
            was = self._wrong_before[begun, ended] = self._wrong(begun, ended, ())
        wrong = self._wrong(begun, ended, change, most=was)
        return wrong if wrong < was or not was else None

    def made(self, change: tuple[Edit, ...]) -> tuple[int | None, int | None]:
        """Return the tally and the points of the play that a change writes in."""
        begun = max(0, bisect_right(self.places, change[0].offset) - 1)
        start, events = self._events(begun, len(self.starts), change)
        before = bisect_right(self.record.offsets, change[0].offset - 1)
        table, _ = self._table_at(begun, start)
        table.omissions = self._else_missing
        for at, event in enumerate(events[: before + 1 - start], start):
            advance(table, event, at)
            table.faults = []
        return table.tally, table.earned

    def _events(self, begun: int, ended: int, change: tuple[Edit, ...]) -> tuple[int, list[Event]]:
        """Return the events of some deals with a change made and the line after them, and the index
        of the first: lines before those changed are left out."""
        self.steps.take(self._length(begun, ended))
        events, offsets, text = self.record.events, self.record.offsets, self.record.text
        start = self.starts[begun]
        stop = self.starts[ended] + 1 if ended < len(self.starts) else len(events)
        if not change:
            return start, events[start:stop]
        before = bisect_right(offsets, min(edit.offset for edit in change)) - 1
        line = text.rfind("\n", 0, offsets[max(start, before)]) + 1
        first = max(start, bisect_left(offsets, line))
        end = text.find("\n", max(edit.offset + len(edit.old) for edit in change))
        behind = min(stop, bisect_left(offsets, end)) if end >= 0 else stop
        opening, closing = offsets[first], (*offsets[behind : behind + 1], len(text))[0]
        moved = [edit._replace(offset=edit.offset - opening) for edit in change]
        changed = events_in(edited(text[opening:closing], moved))
        return first, changed + events[behind:stop]

    def _table_at(self, begun: int, at: int) -> tuple[Table, int]:
        """Return the table before an event of a deal, to go on with, and how much was wrong in the
        deal up to there. Some are kept for the next change."""
        opened, start = self._table(begun), self.starts[begun]
        if self._within_deal != begun:
            self._within_deal, self._within = begun, {}
        near = max((known for known in self._within if known <= at), default=start)
        kept, wrong = self._within.get(near, (opened, 0))
        table = kept.copy()
        for now in range(near, at):
            event = self.record.events[now]
            advance(table, event, now)
            wrong += _wrong_at(table, event)
        if at > near and len(self._within) < MOST_KEPT:
            self._within[at] = table.copy(), wrong
        return table, wrong

    def _wrong(
        self, begun: int, ended: int, change: tuple[Edit, ...], most: int | None = None
    ) -> int:
        """Return how much is wrong there, counted plainly; no further than `most`."""
        start, events = self._events(begun, ended, change)
        table, wrong = self._table_at(begun, start)
        if change and (not change[0].old or "\n" in change[0].old):  # written in, or moved
            table.omissions = self._else_missing
        if most and wrong >= most:
            return wrong
        for at, event in enumerate(events, start):
            advance(table, event, at)
            wrong += _wrong_at(table, event)
            if most and wrong >= most:
                return wrong
        if ended >= len(self.starts):
            table.stop()
            wrong += sum(fault.severity == "error" for fault in table.faults)
        return wrong + MUCH * sum(map(cards_too_many, table.dealings(LATEST)))


def _wrong_at(table: Table, event: Event) -> int:
    """Return the number of an event's faults and wrong claims."""
    wrong = 0
    if table.faults:
        faults, table.faults = table.faults, []
        wrong = sum(fault.severity == "error" for fault in faults)
        if faults[0].code == "doubled-play":
            return wrong
    kind = type(event)
    if (kind is not Play and kind not in table.claimants) or table.upheld(event) is not None:
        return wrong
    return wrong + sum(
        claim.claimed is not None
        and claim.computed is not None
        and claim.claimed != claim.computed
        and (claim.kind not in RESULT_KINDS or table.over)
        for claim in table.claims(event)
    )
