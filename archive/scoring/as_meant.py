"""Faults that are none where one slip of the pen is read as it was meant.

A play that is written for another player takes the cards out of the wrong hand, and so do two plays
in the wrong order, or one that is written twice; a wrong number of cards dealt leaves hands and
stock uncertain; a hand that is listed with a card too many is not used up when it should be. What
is against the rules only because of that follows from the slip, wherever in the record it shows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator

from archive.core.cards import UNKNOWN
from archive.core.events import Action, Comment, Deal, Event, Held
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
    slips = {
        one.at: (one, meant) for one in reversed(roots) if (meant := [*_readings(one, record)])
    }
    for slip, meant in reversed(slips.values()) if len(slips) <= MOST else ():
        for events in meant:
            others = [one for one in roots if one is not slip and one.follows is None]
            if not others:
                return
            if slip.follows:
                break
            still = {(one.code, one.at) for one in judge(record.with_events(events))
                     if one.severity == "error"}  # fmt: skip
            if still <= {(one.code, one.at) for one in found if one is not slip}:
                tied = [one for one in others if (one.code, one.at) not in still]
                for one in [one for one in found if one.root in tied]:
                    one.follows = slip
                break


def _readings(slip: Draft, record: Record) -> Iterator[list[Event]]:
    """Yield the events of a record as they may have been meant, as many as there are."""
    yield from turns_as_meant(slip, record)
    at, due = slip.at, slip.expected or ""
    event = None if at is None else record.events[at]
    if isinstance(event, Deal) and slip.code == "wrong-hand-size" and due.isdecimal():
        yield _with(record, {at or 0: event._replace(cards=int(due))})
    size = CARDS.fullmatch(due)
    if isinstance(event, Held) and slip.code == "wrong-number-of-cards" and size:
        yield _with(record, {at or 0: event._replace(packets=((UNKNOWN,) * int(size[1]),))})


def turns_as_meant(slip: Draft, record: Record) -> Iterator[list[Event]]:
    """Yield the same for a play that is not due: it stands there twice, or the next one was made
    before it, or another player made it."""
    at = slip.at
    event = None if at is None else record.events[at]
    if at is None or not isinstance(event, Action):
        return
    yield from _without_twin(at, event, record)
    if slip.code in TURNS and (seat := SEAT.fullmatch(slip.expected or "")):
        yield from _in_order(at, event, int(seat[1]), record)
        yield _with(record, {at: event._replace(seat=int(seat[1]))})


def _without_twin(at: int, event: Action, record: Record) -> Iterator[list[Event]]:
    """Yield the events without an action that stands there twice. Numbers would show that."""
    before = record.acted[: bisect_left(record.acted, at)][-1:]
    if event.number is None and before and record.events[before[0]][1:] == event[1:]:
        yield _with(record, {at: Comment("")})


def _in_order(at: int, event: Action, due: int, record: Record) -> Iterator[list[Event]]:
    """Yield the events with the next action before this one, where it is by the player who is due.
    Numbers stay where they are."""
    place = bisect_left(record.acted, at) + 1
    after = record.events[record.acted[place]] if place < len(record.acted) else None
    if isinstance(after, Action) and after.seat == due:
        yield _with(record, {
            at: after._replace(number=event.number),
            record.acted[place]: event._replace(number=after.number),
        })  # fmt: skip


def _with(record: Record, meant: dict[int, Event]) -> list[Event]:
    return [meant.get(at, event) for at, event in enumerate(record.events)]
