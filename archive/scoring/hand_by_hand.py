"""Records that have no plays, but for every hand the cards left and then the standing."""

from __future__ import annotations

from archive.core.events import Comment, Deal, End, Out, Score, Show, Stop
from archive.core.record import Record

BESIDE = Comment | Out | End | Stop


def is_told_hand_by_hand(record: Record) -> bool:
    """Return whether a record has hands numbered from 1, two at least, each with the cards left and
    then a standing, and nothing else: then nothing is missing that would make wrong totals right.
    The cards of a single hand may be those of a later one."""
    hands, shown = 0, set[int]()
    complete = True  # whether the standing of the hand before has been told
    last = dict[int, int]()
    for event in record.events:
        match event:
            case Deal():
                hands += 1
                if not complete or event.number not in (None, hands):
                    return False
                complete, shown = False, set()
            case Show():
                seats = {seat for seat, _ in event.shown}
                if complete or shown & seats:
                    return False
                shown |= seats
            case Score(totals):
                if not shown or (complete and not dict(totals).items() <= last.items()):
                    return False
                complete, last = True, dict(totals)
            case _ if not isinstance(event, BESIDE):
                return False
    return hands > 1
