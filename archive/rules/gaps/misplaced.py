"""Events that are not due, and may only have been written in the wrong place: nothing is missing
before them."""

from __future__ import annotations

from itertools import takewhile

from archive.core.events import ACTIONS, Cut, Gap, Held, Pass, Phase, Score, Trick, Trump
from archive.rules.advance import advance
from archive.rules.gaps.signs_of_gaps import FRESH, wrongs
from archive.rules.gaps.torn_record import LatestDeal, TornRecord
from archive.rules.gaps.unplayed_deals import unplayed
from archive.rules.table import Table

OF_A_DEAL = frozenset({Held, Pass, Phase, Score})
"""Events that may be the first, or the last, written of a deal."""
ONCE_IN_FRONT = frozenset({Cut, Trump})
"""Events in front of all that is played in a deal."""


def may_stand_wrong(torn: TornRecord, deal: LatestDeal, at: int, due: int) -> bool:
    """Return whether an event that is not due may only have been written in the wrong place: no
    play is, and anything else only where play goes on behind it before the next deal, where it
    stands in its deal already, where trumps stand in front of all its plays behind all hands or
    none, where a choice before it was written wrong, or where it is right earlier in it and not
    what a deal may begin or end with. In a record that is torn elsewhere it may be of a later deal,
    of which the rest is missing; so may the line of a phase in any, which is the same in every
    deal, and what stands in front of all play, behind a phase or a trick of which no play is
    written. `due` is the number due before the event."""
    event = torn.events[at]
    kind = type(event)
    if kind in ACTIONS and kind is not Pass:
        return False
    again = kind is not Phase and event in torn.events[deal.start : at]
    whole = not torn.is_torn and Gap not in map(type, torn.events)
    hands = sum(type(one) is Held for one in torn.events[deal.start : at])
    some = 0 < hands < deal.table.seats
    named = whole and kind is Trump and unplayed(torn.events, at) and not some
    if (
        again
        or named
        or _goes_on_in_its_deal(torn, deal.table, at)
        or written_wrong(torn, deal, at)
    ):
        return True
    between = kind in ONCE_IN_FRONT and _lacks_all_acts(torn, deal, at)
    return not (kind in OF_A_DEAL or between or torn.is_torn) and _was_due(torn, deal, at, due)


def _lacks_all_acts(torn: TornRecord, deal: LatestDeal, at: int) -> bool:
    """Return whether the last line before an event, but for hands, begins a phase or a trick of its
    deal, and no player acts in the deal before it."""
    between = [type(one) for one in torn.events[deal.start : at] if type(one) is not Held]
    return between[-1:] in ([Phase], [Trick]) and ACTIONS.isdisjoint(between)


def written_wrong(torn: TornRecord, deal: LatestDeal, at: int) -> bool:
    """Return whether nothing at all is wrong where one choice in the deal before an event was
    another one."""
    table = deal.table.copy()
    for now in range(deal.start, at):
        meant = table.otherwise(torn.events[now])
        if meant is not torn.events[now] and not torn.wrong(table, now, {}, meant=meant):
            return True
        torn.happen(table, now)
        table.faults = []
    return False


def _was_due(torn: TornRecord, deal: LatestDeal, at: int, due: int) -> bool:
    """Return whether nothing is wrong up to an event's place when it is written earlier in its
    deal, between other lines or in place of another of its player's: not behind a gap, where much
    would be right, once a number has shown where play stands."""
    event, table = torn.events[at], deal.table.copy()
    seat = getattr(event, "seat", 0)
    for now in range(deal.start, at):
        other = torn.events[now]
        again = type(other) is type(event) and getattr(other, "seat", 0) == seat
        here = type(other) not in FRESH and (table.due or not due)
        if here and any(_right(torn, table, at, start) for start in range(now, now + again + 1)):
            return True
        torn.happen(table, now)
        table.faults = []
    return False


def _right(torn: TornRecord, table: Table, at: int, start: int) -> bool:
    """Return whether nothing is wrong with an event that happens before those from `start` up to
    its place, nor missing before it, nor wrong with any of these."""
    twin = torn.twin(table, {})
    advance(twin, torn.events[at], torn.places[at])
    wrong = bool(wrongs(twin, torn.events[at], gaps=True))
    for now in range(start, at):
        if wrong or torn.steps < 0:
            return False
        torn.steps -= 1
        wrong = bool(wrongs(twin, torn.happen(twin, now)))
    return not wrong


def goes_on(torn: TornRecord, at: int) -> bool:
    """Return whether a player acts behind an event before the next deal."""
    behind = (type(one) for one in torn.events[at + 1 :])
    return next((one in ACTIONS for one in behind if one in ACTIONS | FRESH), False)


def _goes_on_in_its_deal(torn: TornRecord, table: Table, at: int) -> bool:
    """Return whether a player acts behind an event, and no gap before that may reach beyond its
    deal."""
    behind = takewhile(lambda one: type(one) not in ACTIONS, torn.events[at + 1 :])
    gaps = (one for one in behind if isinstance(one, Gap))
    return goes_on(torn, at) and not any(map(table.may_go_beyond, gaps))
