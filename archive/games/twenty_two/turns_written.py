"""Whether a hand of Twenty-Two is written with all its plays: the cards of all come out even."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count

from archive.core.events import Deal, Event, Gap, Play, Show, Trick, Unread


def all_turns_written(hand: Sequence[Event], seats: int) -> bool:
    """Return whether no play can be missing among the events of a deal: everyone who plays in it
    has played all cards but the last, which is shown, and the tricks that have a line are numbered
    in turn."""
    sizes = [event.cards for event in hand if isinstance(event, Deal)]
    shown = [event.shown for event in hand if isinstance(event, Show)]
    if len(sizes) != 1 or len(shown) != 1 or any(isinstance(one, Gap | Unread) for one in hand):
        return False
    plays = Counter[int]()
    for event in hand:
        if isinstance(event, Play):
            plays[event.seat] += len(event.cards)
    left = {seat: len(cards) for seat, cards in shown[0]}
    tricks = (event.number for event in hand if isinstance(event, Trick))
    return (
        1 < len(left) <= seats
        and left == dict.fromkeys(plays, 1)
        and set(plays.values()) == {(sizes[0] or 0) - 1}
        and all(number in (None, due) for number, due in zip(tricks, count(1), strict=False))
    )
