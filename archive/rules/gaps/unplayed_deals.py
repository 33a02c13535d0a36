"""Lines of a deal of which no play is written, and lines that may be of a later hand or a later
score: plays left out before them explain what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from archive.core.events import ACTIONS, Cut, End, Event, Gap, Held, Keep, Out, Score, Show, Totals
from archive.rules.gaps.signs_of_gaps import FRESH, STANDING
from archive.rules.table import Table

ENDS = FRESH | {End}
"""Events that a record may end with where all plays of its last hand are missing."""


BETWEEN_HANDS = frozenset({Score, Out, Cut})
"""Lines between the end of one hand and the deal of the next."""


def unplayed(events: Sequence[Event], at: int) -> bool:
    """Return whether no play stands between the line that begins an event's deal and the event; nor
    anything but hands, in a record that has no plays at all."""
    behind = (type(one) for one in reversed(events[:at]) if type(one) is not Held)
    if any(type(one) in ACTIONS for one in events):
        behind = (kind for kind in behind if kind in FRESH | ACTIONS or kind is Gap)
    return next(behind, None) in FRESH


def may_be_later_hand(events: Sequence[Event], at: int, table: Table) -> bool:
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


def lacks_last_plays(events: Sequence[Event], at: int, table: Table, result: Totals | None) -> bool:
    """Return whether an event is the last standing of a hand, or of a record, without the last
    plays of it. So it is in front of the line of the next hand where the rest of its own may make
    its totals. At the end of a record it is so where the result says the same totals, and most
    plays of a game are written or it stands right behind another standing; and where it says
    others, or where a standing stands beside the line of a hand, and play may go on to these."""
    event, behind = events[at], range(at + 1, len(events))
    if type(event) is not Score or table.over:
        return False
    if not all(type(events[now]) in ENDS for now in behind):
        fresh = type(events[at + 1]) in FRESH
        return fresh and table.may_come_to(event.totals, goes_on=False)
    claimed = next((one.totals for one in events[at + 1 :] if isinstance(one, End)), result)
    between = takewhile(lambda one: type(one) in BETWEEN_HANDS, reversed(events[:at]))
    if event.totals == claimed and any(type(one) is Score for one in between):
        return True
    if event.totals != claimed:
        told = claimed is not None or any(
            type(one) is Score and type(behind) in FRESH for one, behind in pairwise(events)
        )
        return told and table.may_come_to(event.totals, goes_on=claimed is not None)
    plays = sum(type(one) in ACTIONS for one in events)
    return 0 < table.plays_in_all <= 2 * plays
