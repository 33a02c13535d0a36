"""Faults that are none where one slip of the pen is read as it was meant.

A play that is written for another player takes the cards out of the wrong hand, and a wrong number
of cards dealt leaves hands and stock uncertain; a hand that is listed with a card too many is not
used up when it should be. What is against the rules only because of that follows from the slip,
wherever in the record it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from archive.core.cards import UNKNOWN
from archive.core.events import Action, Deal, Event, Held
from archive.core.record import Record
from archive.scoring.finding_drafts import Draft
from archive.scoring.findings import Finding

MOST = 2
"""The most slips of a record that are read as they were meant: of more, each stands for itself."""
TURNS = frozenset({"wrong-turn", "wrong-leader"})
SLIPS = TURNS | {"wrong-hand-size", "wrong-number-of-cards"}
"""Errors of which it is known what was meant."""
SEAT, CARDS = re.compile(r"p([1-9]\d?)"), re.compile(r"(\d{1,2}) cards")


def tie_to_slips(
    found: list[Draft], record: Record, judge: Callable[[Record], Iterable[Finding]]
) -> None:
    """Tie errors to the slip without which they would be none. `judge` returns the findings of a
    record."""
    roots = [one for one in found if one.severity == "error" and one.follows is None]
    slips = [(one, meant) for one in roots if (meant := _meant(one, record)) is not None]
    for slip, meant in slips if len(slips) <= MOST else ():
        others = [one for one in roots if one is not slip and one.follows is None]
        if not others or slip.follows:
            return
        events = record.events.copy()
        events[slip.at or 0] = meant
        still = {(one.code, one.at) for one in judge(record.with_events(events))
                 if one.severity == "error"}  # fmt: skip
        if still <= {(one.code, one.at) for one in found if one is not slip}:
            tied = [one for one in others if (one.code, one.at) not in still]
            for one in [one for one in found if one.root in tied]:
                one.follows = slip


def _meant(slip: Draft, record: Record) -> Event | None:
    """Return the event that was meant in place of one with a slip, None where that is not known."""
    event = None if slip.at is None else record.events[slip.at]
    due = slip.expected or ""
    if isinstance(event, Action) and slip.code in TURNS and (seat := SEAT.fullmatch(due)):
        return event._replace(seat=int(seat[1]))
    if isinstance(event, Deal) and slip.code == "wrong-hand-size" and due.isdecimal():
        return event._replace(cards=int(due))
    size = CARDS.fullmatch(due)
    if isinstance(event, Held) and slip.code == "wrong-number-of-cards" and size:
        return event._replace(packets=((UNKNOWN,) * int(size[1]),))
    return None
