"""What is foreseen about a record before its events happen: where it leaves plays out.

A number that is not due says that plays are missing, or that the number itself is a slip of the
pen; without numbers an action by a player who is not on turn may say so. Which it is, and where
among the lines in between they belong, is found by trying: only where the record was torn does it
go on without a contradiction. The rules of a game need only say how they lose track, and never
guess.

A foresight is made once for a record and its rules, and passed on to all that lets the record
happen again: the verdict, the pages that show it, the analysis. The tables that it opens know what
is missing, and so are in the same place at every line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cached_property

from archive.core.events import ACTIONS, Deal, Event, Gap, numbers_of
from archive.core.record import Record
from archive.rules.gaps.gap_search import NOWHERE, omissions_in
from archive.rules.gaps.play_numbers import followed_numbers, skips_of
from archive.rules.gaps.signs_of_gaps import (
    ENDING,
    KEEPING,
    NOT_SWAPPED,
    OVERFULL,
    SEVERAL,
    SKIPPED,
    SUMS,
    TORN,
)
from archive.rules.gaps.torn_record import Skip
from archive.rules.omissions import NO_OMISSIONS, Omission, Place
from archive.rules.table import Table

MOST_EVENTS = 10_000
"""The most events of a record that are searched: a longer one is longer than any game, and taken as
it stands."""
DOUBTFUL = TORN | SUMS | ENDING | KEEPING | {SKIPPED, OVERFULL, SEVERAL, NOT_SWAPPED}
"""What is wrong where plays may be missing though no number skips one."""


class Foresight:
    """What a record leaves out by some rules, and the tables that know it.

    `asked` are the options that made a difference at any of these tables so far, of those that are
    noted; `steps` are those it has taken so far to find missing plays.
    """

    supposes = False

    def __init__(
        self, record: Record, begin: Callable[[], Table],
        all_turns_written: Callable[[Sequence[Event]], bool] = lambda _: False,
    ) -> None:  # fmt: skip
        """Take a record; `begin`, which returns a table at the very beginning; and what tells of
        the events of a deal whether no turn can be missing among them."""
        self.record = record
        self._all_turns_written = all_turns_written
        self.asked: set[str] = set()
        self.steps = 0
        self._begin = begin
        self._follows = followed_numbers(record.events).__contains__

    def open(self) -> Table:
        """Return a table at the very beginning that knows what is missing."""
        table = self._bare_table()
        table.omissions = self.omissions
        return table

    def _bare_table(self) -> Table:
        """Return a table at the very beginning that knows only which numbers follow each other."""
        table = self._begin()
        table.position.asked = self.asked
        table.follows = self._follows
        table.look_ahead(self.record.events, self.record.result or ())
        return table

    def supposing(self, wrong: frozenset[str], doubtful: range, known: Record) -> Foresight | None:
        """Look for plays that are missing though no number shows it, because of what is wrong with
        a record as it is `known` by now: a player out of turn, a deal's number, several hands, or
        anything in a record that is torn elsewhere or does not number its plays. Nothing is wrong
        at events that are not `doubtful`. Return what is foreseen with them, None where there are
        none."""
        if self.supposes or not self._is_a_game or self._all_is_there:
            return None
        if self._numbered and not (self._open_to_doubt or wrong & DOUBTFUL):
            return None
        supposed = self._search(known, doubtful)
        if supposed == self.omissions:
            return None
        twin = copy(self)
        twin.omissions, twin.supposes = supposed, True
        return twin

    @property
    def leaves_stretches_out(self) -> bool:
        """Return whether more is missing at some place than a number of plays."""
        return any(one.plays <= 0 for one in self.omissions.values())

    @cached_property
    def omissions(self) -> Mapping[Place, Omission]:
        """Return what is missing, by its place."""
        if not self._open_to_doubt or not self._is_a_game:
            return NO_OMISSIONS
        return self._search(self.record)

    def _search(self, record: Record, doubtful: range = NOWHERE) -> Mapping[Place, Omission]:
        """Return what is found to be missing by trying; where events are `doubtful`, also what no
        number shows."""
        found, steps = omissions_in(
            record.events, self._bare_table, self._skips, record.result, doubtful=doubtful,
            first_whole=self._first_is_whole,
        )  # fmt: skip
        self.steps += steps
        return found

    @cached_property
    def _first_is_whole(self) -> bool:
        """Return whether the first deal that is written has its line, and all its turns."""
        events = self.record.events
        first = next((at for at, one in enumerate(events) if isinstance(one, Deal)), None)
        if first is None or not ACTIONS.isdisjoint(map(type, events[:first])):
            return False
        deal = self.record.deal_around(first)
        return self._all_turns_written(events[deal.start : deal.stop])

    @property
    def _numbered(self) -> bool:
        numbers = numbers_of(self.record.events)
        return bool(numbers) and all(numbers)

    @property
    def _all_is_there(self) -> bool:
        """Return whether as many plays are written as a whole game has."""
        plays = self._begin().plays_in_all
        return bool(plays) and len(self.record.acted) >= plays

    @property
    def _is_a_game(self) -> bool:
        return len(self.record.events) <= MOST_EVENTS

    @property
    def _open_to_doubt(self) -> bool:
        return bool(self._skips) or Gap in map(type, self.record.events)

    @cached_property
    def _skips(self) -> Mapping[int, Skip]:
        return skips_of(self.record)
