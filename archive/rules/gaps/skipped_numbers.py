"""The meaning of a number that is not due, found by trying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from archive.core.events import ACTIONS, Deal, Event, Round, Up
from archive.rules.gaps.signs_of_gaps import wrongs
from archive.rules.gaps.torn_record import MOST_LINES, PLAYS_A_STEP, TornRecord
from archive.rules.omissions import WITHIN, Omission, Place
from archive.rules.table import Table

OF_ROUND = Round | Up
"""Lines that open a round of several deals."""
MOST_SUPPOSED = 60
"""The most plays that are supposed one by one."""


def try_number(torn: TornRecord, table: Table, at: int) -> None:
    """Find out what is missing where the number of the next play is not the one that is due."""
    anchor, number = table.place[0], torn.skips[table.place[0]].number
    if not torn.begin_trying(table.place):
        torn.found.update(_nothing_known(torn, table, at, number))
        return
    late = anchor == 1 and torn.begins_late
    if not (late or torn.wrong(table, at, {}, far=True, plain=True)):
        return
    from_middle = late and not torn.begins_with_first
    if from_middle and torn.first_whole:
        opened = _of_the_round(torn, at)
        if any(isinstance(one, Round) for one in torn.events[at : at + opened]):
            torn.found[anchor, 0] = Omission(0)  # and rounds before that
        torn.found[anchor, opened] = Omission(number, WITHIN if table.gap_within else 0)
        return
    fit = _that_fit(torn, table, at)
    places = [*range(fit, max(0, fit - MOST_LINES), -1), 0]
    if from_middle:  # all of its first deal may be written
        places = [0, *places[:-1]]
    omissions = chain(
        _counted(torn, table, at, places), _stretches(torn, table, at, number, places)
    )
    best, furthest = {(anchor, 0): Omission(number)}, at
    for omission in omissions:  # where all go wrong, the one that goes furthest
        wrong = torn.first_wrong(table, at, omission)
        if wrong is None or wrong > furthest:
            best, furthest = omission, wrong or 0
        if wrong is None:
            break
    torn.found.update(best if torn.steps >= 0 else _nothing_known(torn, table, at, number))


def _of_the_round(torn: TornRecord, at: int) -> int:
    """Return how many events from here on open the round of the first deal that is written, which
    is not the first of its round."""
    behind = torn.events[at:]
    first = next((n for n, one in enumerate(behind) if isinstance(one, Deal)), 0)
    if not first or (behind[first].number or 1) == 1:  # type: ignore[union-attr]
        return 0
    return max(
        (n for n, one in enumerate(behind[:first], 1) if isinstance(one, OF_ROUND)), default=0
    )


def _counted(
    torn: TornRecord, table: Table, at: int, places: Sequence[int]
) -> Iterator[dict[Place, Omission]]:
    """Yield the omissions of as many plays as the number leaves out."""
    anchor, number, plays = table.place[0], *torn.skips[table.place[0]]
    for passed in places if plays <= MOST_SUPPOSED else ():
        if _can_follow(torn, table, at, passed, plays):
            yield {(anchor, passed): Omission(number, plays)}


def _nothing_known(torn: TornRecord, table: Table, at: int, number: int) -> dict[Place, Omission]:
    """Return that nothing is known of all up to a number, where it is not tried what is missing."""
    apart, last = _torn_apart(torn, table, at, number)
    return {last: Omission(0), **apart}


def _stretches(
    torn: TornRecord, table: Table, at: int, number: int, places: Sequence[int]
) -> Iterator[dict[Place, Omission]]:
    """Yield the possible unknown stretches: one, or several."""
    unknown = [Omission(number, some) for some in ((WITHIN, 0) if table.gap_within else (0,))]
    yield from ({(table.place[0], passed): one} for one in unknown for passed in places)
    apart, last = _torn_apart(torn, table, at, number)
    yield apart
    yield from ({**apart, last: one._replace(number=0)} for one in unknown)


def _torn_apart(
    torn: TornRecord, table: Table, at: int, number: int
) -> tuple[dict[Place, Omission], Place]:
    """Return the omissions where nothing is known of what came before the first line after a
    number, nor before each that would otherwise be wrong; and the place of the next number."""
    apart = {table.place: Omission(number)}
    table = torn.twin(table, apart)
    for now in range(at, len(torn.events)):
        place, twin = table.place, table.copy()
        torn.steps -= 1
        event = torn.happen(table, now)
        if wrongs(table, event) and now > at:
            apart[place] = Omission(0)
            table = torn.twin(twin, apart)
            torn.happen(table, now)
            table.faults = []
        if _numbered(event):
            return apart, place
    return apart, table.place


def _can_follow(torn: TornRecord, table: Table, at: int, passed: int, plays: int) -> bool:
    """Return whether `plays` plays can follow on what goes on from here."""
    torn.steps -= plays // PLAYS_A_STEP
    table = torn.twin(table, {})
    for now in range(at, at + passed):
        torn.happen(table, now)
    return table.leave_out(plays, "?", "number")


def _that_fit(torn: TornRecord, table: Table, at: int) -> int:
    """Return how many of the plays before the next number go on from what was played last."""
    table = torn.twin(table, {})
    for now in range(at, len(torn.events)):
        if _numbered(torn.events[now]):
            return now - at
        event = torn.happen(table, now)
        if wrongs(table, event, gaps=True) or torn.too_many(table):
            return now - at
    return len(torn.events) - at


def _numbered(event: Event) -> bool:
    return type(event) in ACTIONS and bool(event.number)  # type: ignore[union-attr]
