"""Where a record leaves plays out, and what is known about them.

Plays are numbered through the whole record, so a number that is not due says that something is
missing, or that the number itself is a slip of the pen; without numbers an action by a player who
is not on turn may say so. Which it is, and where among the lines in between it belongs, is found by
trying: only where the record was torn does it go on without a contradiction. The result is given to
a table as an `Omission` before the events behind it happen, so that the rules of a game need only
say how they lose track, and never guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import pairwise

from archive.core.events import ACTIONS, Action, Gap, numbers_of
from archive.core.record import Record
from archive.rules.gaps.torn_record import Skip
from archive.rules.gaps.walk import omissions_in
from archive.rules.gaps.wrongs import (
    ENDING,
    KEEPING,
    OVERFULL,
    SEVERAL,
    SHOWING,
    SKIPPED,
    SUMS,
    TORN,
)
from archive.rules.omissions import NO_OMISSIONS, Omission, Place
from archive.rules.table import Table

MOST_EVENTS = 10_000
"""The most events of a record that are searched: a longer one is longer than any game, and taken as
it stands."""
DOUBTFUL = TORN | SUMS | ENDING | KEEPING | {SKIPPED, OVERFULL, SEVERAL}
"""What is wrong where plays may be missing though no number skips one."""


class Numbering:
    """What is missing by the numbers of a record's plays, worked out when needed."""

    def __init__(self, record: Record, open_table: Callable[[], Table]) -> None:
        """Take a record and `open_table`, which returns a table at the beginning that knows nothing
        of what is missing."""
        self._record = record
        self._open = open_table
        self._supposed: Mapping[Place, Omission] | None = None
        self.steps = 0
        """The steps it has taken to find what is missing."""

    def follows(self, number: int) -> bool:
        """Return whether a number comes right after the one before: nothing is missing there."""
        return number in self._followed

    @cached_property
    def _followed(self) -> frozenset[int]:
        numbers = numbers_of(self._record.events)
        return frozenset(
            number for before, number in pairwise([0, *numbers])
            if number is not None and before is not None and number == before + 1
        )  # fmt: skip

    @property
    def omissions(self) -> Mapping[Place, Omission]:
        """Return what is missing, by its place."""
        return self._told if self._supposed is None else self._supposed

    @cached_property
    def _told(self) -> Mapping[Place, Omission]:
        if not self._open_to_doubt or not self._is_a_game:
            return NO_OMISSIONS
        return self._weighing(turns=False)

    def _weighing(self, *, turns: bool) -> Mapping[Place, Omission]:
        def begin() -> Table:
            table = self._open()
            table.follows = self.follows
            return table

        omissions, steps = omissions_in(
            self._record.events, begin, self._skips, self._record.result, turns=turns
        )
        self.steps += steps
        return omissions

    @property
    def _numbered(self) -> bool:
        numbers = numbers_of(self._record.events)
        return bool(numbers) and all(numbers)

    @property
    def _is_a_game(self) -> bool:
        return len(self._record.events) <= MOST_EVENTS

    @property
    def _open_to_doubt(self) -> bool:
        return bool(self._skips) or Gap in map(type, self._record.events)

    @cached_property
    def _skips(self) -> Mapping[int, Skip]:
        return skips_of(self._record)

    def suppose(self, wrong: frozenset[str]) -> bool:
        """Look for plays that are missing though no number says so, because of what is wrong: a
        player out of turn, a deal's number, several hands, a card not held where plays are missing
        elsewhere, or anything in a record that does not number its plays. Return whether there are
        any."""
        if self._supposed is not None or not self._is_a_game:
            return False
        doubtful = DOUBTFUL | SHOWING if self._open_to_doubt else DOUBTFUL
        if self._numbered and not wrong & doubtful:
            return False
        supposed = self._weighing(turns=True)
        if supposed == self.omissions:
            return False
        self._supposed = supposed
        return True


def skips_of(record: Record) -> Mapping[int, Skip]:
    """Return the numbers that are not due, by the number that is due.

    A number from which the next one goes back is a slip of the pen, the last one may be, and so is
    one that no game comes to. Behind a gap any number will do. Nothing is skipped in a record whose
    numbers the reader found in order, unless it begins with another number than 1.
    """
    events = record.events
    first = next((one.number for one in events if type(one) in ACTIONS), 1)  # type: ignore[union-attr]
    if first in (None, 1) and not any(one.code == "misnumbered-play" for one in record.diagnostics):
        return {}
    numbers = [_number(event) for event in events if isinstance(event, Action | Gap)]
    skips: dict[int, Skip] = {}
    anchor = due = highest = 1
    for place, number in enumerate(numbers):
        if not number:
            due = 0 if number == 0 else due + (due > 0)
            continue
        following = next(filter(None, numbers[place + 1 : place + 4]), None)
        if 0 < due < number and number > highest and (not following or number < following):
            skips.setdefault(anchor, Skip(number, number - due))
        anchor = due = number + 1
        highest = max(highest, due)
    return skips


def _number(event: Action | Gap) -> int | None:
    """Return the number of a play, None where it has none that a game reaches; 0 for a gap."""
    if isinstance(event, Gap):
        return 0
    return event.number if (event.number or 0) <= MOST_EVENTS else None
