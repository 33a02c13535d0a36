"""A record replayed by the rules, play by play.

Score sheets and pages walk by `run`; the examiner (examiner.py) takes the same steps and compares
the claims as well. Neither stops at a fault, because the rest can still be checked: the faults of
each event come with it, and each caller decides about them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple, TypeVar

from archive.core.cards import Card
from archive.core.events import (
    ANNOTATIONS,
    Action,
    Bonus,
    Comment,
    Deal,
    Event,
    Held,
    Keep,
    Nag,
    Out,
    Play,
    Round,
    Score,
    Show,
    Unread,
    Up,
)
from archive.core.ledger import Line
from archive.core.record import Record
from archive.rules.advance import advance
from archive.rules.faults_and_claims import Fault
from archive.rules.table import Table
from archive.scoring.prepared import Playable, playable

AFTERMATH = frozenset({Show, Keep, Out, Bonus, Score, *ANNOTATIONS})
"""Events that belong to the play before them: the cards shown when a hand is over, and their
points."""

DEALING = frozenset({Round, Up, Deal, Held})
"""Events that bring cards for the next plays."""

T = TypeVar("T", bound=Table)


def run(record: Record, table: T) -> Iterator[tuple[int, Event, list[Fault]]]:
    """Let a record's events happen to the table, and yield each: its index, the event, its faults.

    The table is the same one throughout; copy it to keep a moment.
    """
    for at, event in enumerate(record.events):
        advance(table, event, at)
        faults = table.faults
        if faults:
            table.faults = []
        yield at, event, faults


class Step(NamedTuple):
    """One ply as a page shows it: the action, its tally and points, and the clauses.

    `action` is the event itself, or what it is taken for where it was left out or cannot be read.
    `offset` is its place in the record's text. `tally`, `points` are the rules', None where they
    are unknown; `claimed_tally`, `claimed_points` the record's, None where it has none. `trick` is
    the number of its trick, 0 for none, and `taker` the winner of that trick when this play
    completed it, 0 otherwise.
    """

    ply: int
    seat: int
    action: Action
    tally: int | None
    points: int | None
    clauses: tuple[str, ...]
    offset: int
    claimed_tally: int | None
    claimed_points: int | None
    round: int
    deal: int
    comments: tuple[str, ...]
    glyphs: tuple[int, ...]
    trick: int = 0
    taker: int = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards played; none when it was no play."""
        return self.action.cards if isinstance(self.action, Play) else ()


class Replay:
    """A record as steps that can be walked in any direction. `ledger` is that of the whole game,
    `unwritten` the number of plays before the first that is written, where the record does not tell
    of which deals they are."""

    EVERY = 5  # a copy of the table is kept every so many events, so that any ply is near one
    MOST_KEPT = 64  # farther apart in a record of thousands: a late table knows all that was played

    def __init__(self, shown: Playable) -> None:
        self.record = record = shown.record
        self.steps: list[Step] = []
        self.opening = 0  # index of the first play, or the end of a record without one
        self.unwritten = 0
        self._left_out: set[int] = set()
        self._ends = [0]  # by ply the index of the event after it and what belongs to it
        self._kept: list[tuple[int, Table]] = []  # index of the next event, table
        every = max(self.EVERY, len(record.events) // self.MOST_KEPT)
        self._known = known = shown.known  # the events that the rules run on
        table = shown.foresight.open()
        self._kept.append((0, table.copy()))
        self.seats = table.seats
        lines = 0
        torn = False
        for at, event, faults in run(known, table):
            if faults and not torn:
                torn = any(fault.code == "gap" for fault in faults)
            if table.ply > len(self.steps):
                if not self.steps:
                    self.opening = self._ends[0] = at
                    self.unwritten = table.ply - bool(table.acted) if torn else 0
                action = table.acted or table.stand_in(getattr(event, "seat", 1))
                self._leave_out(at, action.seat, table)
                self._add(at, action, table, table.ledger.lines[lines:])
                lines = len(table.ledger.lines)
                self._ends += [at + 1] * (len(self.steps) + 1 - len(self._ends))
            elif self.steps:
                if self._ends[-1] == at and _goes_with_the_ply(event):
                    self._ends[-1] = at + 1
                if isinstance(event, Comment | Nag):
                    self._annotate(event)
                elif len(table.ledger.lines) > lines:
                    self._settle(table.ledger.lines[lines:])
                    lines = len(table.ledger.lines)
            if at + 1 - self._kept[-1][0] >= every:
                self._kept.append((at + 1, table.copy()))
        if not self.steps:
            self.opening = self._ends[0] = len(known.events)
        self.ledger = table.ledger

    @property
    def last(self) -> int:
        """Return the number of the last ply; 0 when nothing was played."""
        return len(self.steps)

    def at(self, ply: int) -> Table:
        """Return the table right after a ply and the events that belong to it; ply 0 is the table
        before the first play, cards dealt. After a ply that was left out of the record the table is
        as it was before.

        Raises `IndexError` for a ply the record does not have.
        """
        if not 0 <= ply <= self.last:
            raise IndexError(ply)
        while ply in self._left_out:
            ply -= 1
        end = self._ends[ply]
        start, kept = self._kept[bisect_right(self._kept, end, key=itemgetter(0)) - 1]
        return self._on(kept.copy(), start, end)

    def dealt(self) -> Table | None:
        """Return the table at the end of a record whose last play is followed by dealt cards, for a
        play that is not in it yet; None where nothing was dealt after the last play."""
        since: list[type[Event]] = []
        for event in reversed(self._known.events):
            if isinstance(event, Action):
                break
            since.append(type(event))
        if not self.steps or DEALING.isdisjoint(since):
            return None
        start, kept = self._kept[-1]
        return self._on(kept.copy(), start, len(self._known.events))

    def _on(self, table: Table, start: int, end: int) -> Table:
        """Return a table after the events between these two indices."""
        for at in range(start, end):
            advance(table, self._known.events[at], at)
        return table

    def _leave_out(self, at: int, seat: int, table: Table) -> None:
        """Add steps for the plays that the record leaves out just before this one."""
        for ply in range(len(self.steps) + 1, table.ply):
            self._left_out.add(ply)
            whose = (seat - 1 - (table.ply - ply)) % table.seats + 1
            self.steps.append(
                Step(ply, whose, table.stand_in(whose), None, None, (),
                     self.record.event_offset(at), None, None, table.round,
                     0 if ply <= self.unwritten else table.deal, (), (), table.trick_number)
            )  # fmt: skip

    def _add(self, at: int, action: Action, table: Table, lines: list[Line]) -> None:
        tally, points = (action.tally, action.points) if isinstance(action, Play) else (None, None)
        clauses = [line.clause for line in lines] or [table.reason] * bool(table.reason)
        played = isinstance(action, Play)
        self.steps.append(
            Step(
                table.ply, action.seat, action, table.tally, table.earned, tuple(clauses),
                self.record.event_offset(at), tally, points,
                table.round, 0 if table.ply <= self.unwritten else table.deal, (), (),
                table.trick_number if played else 0,
                table.trick_taker if played else 0,
            )
        )  # fmt: skip

    def _settle(self, lines: list[Line]) -> None:
        """Add points that were scored once a ply was over to that ply."""
        last = self.steps[-1]
        clauses = dict.fromkeys((*last.clauses, *(line.clause for line in lines)))
        self.steps[-1] = last._replace(clauses=tuple(clauses))

    def _annotate(self, event: Comment | Nag) -> None:
        last = self.steps[-1]
        self.steps[-1] = (
            last._replace(comments=(*last.comments, event.text))
            if isinstance(event, Comment)
            else last._replace(glyphs=(*last.glyphs, event.value))
        )


def _goes_with_the_ply(event: Event) -> bool:
    return type(event) in AFTERMATH and not (isinstance(event, Unread) and event.seat)


def replay(record: Record) -> Replay:
    """Return the record as steps. Raises `UnknownRules` when its game is not known here."""
    return Replay(playable(record))
