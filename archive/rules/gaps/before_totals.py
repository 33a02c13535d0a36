"""Plays missing before totals, though nothing else shows it: the totals of several players are all
too high or all too low, the game is said to end before it can, they follow a deal of which no play
is written, or there is a gap behind totals that more plays of their round may give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from archive.core.events import ACTIONS, End, Event, Gap, Held, Keep, Out, Show
from archive.rules.advance import step
from archive.rules.gaps.wrongs import FRESH, STANDING, STANDINGS, wrongs
from archive.rules.table import Table


def torn_before(events: Sequence[Event], look_ahead: Callable[[int | None], Table]) -> int | None:
    """Return the event before which plays are missing, so that nothing is wrong any more: the first
    such standing, or the record's beginning; None where that explains nothing. `look_ahead` opens a
    table with a gap there."""
    torn, _ = _wrong(events, look_ahead(None))
    for at in () if torn is None else (torn, 0):
        if (at or not look_ahead(None).follows(1)) and not _wrong(events, look_ahead(at))[1]:
            return at
    return None


def _wrong(events: Sequence[Event], table: Table) -> tuple[int | None, bool]:
    """Return the first standing that may show it, and whether anything is wrong."""
    torn, some, last = None, False, _last_lines(events)
    for at, event in enumerate(events):
        step(table, event, at)
        wrong = wrongs(table, event)
        table.faults = []
        some = some or bool(wrong)
        told = STANDINGS in wrong or (wrong and (
            at >= last or unplayed(events, at) or _before_a_gap(events, at, table)
        ))  # fmt: skip
        if torn is None and type(event) in STANDING and told and _may_be_torn(table):
            torn = at
    return torn, some


def _may_be_torn(table: Table) -> bool:
    """Return whether plays may be missing before the last event of a table."""
    return not (table.over or table.nothing_missing)


def unplayed(events: Sequence[Event], at: int) -> bool:
    """Return whether no play stands between the line that begins an event's deal and the event; nor
    anything but hands, in a record that has no plays at all."""
    behind = (type(one) for one in reversed(events[:at]) if type(one) is not Held)
    if any(type(one) in ACTIONS for one in events):
        behind = (kind for kind in behind if kind in FRESH | ACTIONS or kind is Gap)
    return next(behind, None) in FRESH


def goes_by(events: Sequence[Event], at: int, table: Table) -> bool:
    """Return whether an event is a card kept, or a player out, that may be of a later hand: the
    totals behind it are not those that were counted before it either, or no play of the hand is
    written."""
    if type(events[at]) not in (Keep, Out):
        return False
    if type(events[at - 1]) is Show and unplayed(events, at - 1):
        return True
    behind = takewhile(lambda one: type(one) not in ACTIONS | FRESH, events[at + 1 :])
    totals = (one for one in behind if type(one) in STANDING)
    return any(claim.difference for one in totals for claim in table.claims(one))


def _before_a_gap(events: Sequence[Event], at: int, table: Table) -> bool:
    """Return whether a gap is behind a standing in the middle of a round that gives no player fewer
    points than the plays do."""
    if not table.position.turn or any(one.difference > 0 for one in table.claims(events[at])):
        return False
    behind = (type(one) for one in events[at + 1 :])
    return next((one is Gap for one in behind if one in ACTIONS or one is Gap), False)


def _last_lines(events: Sequence[Event]) -> int:
    """Return the event from which on a record is about the game's end; the number of events where
    it is not."""
    at = len(events)
    while at and type(events[at - 1]) not in ACTIONS:
        at -= 1
    return at if any(type(one) is End for one in events[at:]) else len(events)
