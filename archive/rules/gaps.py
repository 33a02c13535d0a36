"""Where the numbers of the plays say that a stretch of a record is not written down."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from archive.core.events import Action
from archive.core.record import Record


def numbers_skipped(record: Record, whole: int) -> Mapping[int, int]:
    """By the number that would have been due, the number with which the record goes on.

    `whole` is how many plays a whole game has. Where as many are written down, none is missing and
    the numbers are wrong. A number from which the next one goes back is a slip of the pen, and the
    last one may be. Nothing is skipped in a record whose numbers the reader found in order.
    """
    if not any(one.code == "misnumbered-play" for one in record.diagnostics):
        return {}
    numbers = [event.number for event in record.events if isinstance(event, Action)]
    if len(numbers) >= whole:
        return {}
    skips: dict[int, int] = {}
    due = highest = 1
    for number, following in pairwise([*numbers, None]):
        if number is None:
            due += 1
            continue
        goes_on = number < following if following else number == whole
        if 1 < due < number <= whole and number > highest and goes_on:
            skips[due] = number
        due = number + 1
        highest = max(highest, due)
    return skips
