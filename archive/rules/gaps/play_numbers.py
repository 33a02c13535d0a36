"""The numbers of a record's plays: which of them follow each other, and which skip some.

Plays are numbered through the whole record, so a number that is not due says that something is
missing, or that the number itself is a slip of the pen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from archive.core.events import ACTIONS, Action, Event, Gap, Unread
from archive.core.record import Record
from archive.notation.surroundings import number_of
from archive.notation.unreadable_text import STRETCH
from archive.rules.gaps.torn_record import Skip

HIGHEST = 10_000
"""The highest number that any game comes to."""


def followed_numbers(events: Sequence[Event]) -> frozenset[int]:
    """Return the numbers that come right after the one before, or right before it, exchanged with
    it: nothing is missing there, whatever stands between them without a number."""
    told = map(number_of, filter(_acts, events))
    numbers = [0, *(number for number in told if number is not None)]
    if numbers == [*range(len(numbers))]:
        return frozenset(numbers[1:])
    follow = {number for before, number in pairwise(numbers) if number == before + 1}
    for before, early, late, after in zip(
        numbers, numbers[1:], numbers[2:], numbers[3:], strict=False
    ):
        if (before + 1, before + 2, before + 3) == (late, early, after):
            follow |= {early, late, after}
    return frozenset(follow)


def silent_seats(events: Sequence[Event], seats: int) -> frozenset[int]:
    """Return the seats of players who never act in a record without numbers in which others do."""
    acts = [one for one in events if isinstance(one, Action)]
    if not acts or any(one.number for one in acts):
        return frozenset()
    return frozenset(range(1, seats + 1)).difference(one.seat for one in acts)


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
    numbers = [_number(one) for one in events if _acts(one) or isinstance(one, Gap)]
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


def _acts(event: Event) -> bool:
    """Return whether an event is an action, or unreadable text that stands for one."""
    return isinstance(event, Action) or (isinstance(event, Unread) and event.seat != 0)


def _number(event: Event) -> int | None:
    """Return the number of a play, None where it has none that a game reaches; 0 for a gap."""
    if isinstance(event, Gap) or (isinstance(event, Unread) and event.seat == STRETCH):
        return 0
    number = number_of(event)
    return number if (number or 0) <= HIGHEST else None
