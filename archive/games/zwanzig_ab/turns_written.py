"""Whether a deal of Zwanzig ab is written with all its plays: five by everyone who plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count

from archive.core.events import Event, Gap, Play, Stay, Trick, Trump, Unread
from archive.games.zwanzig_ab.rules import TRICKS


def all_turns_written(deal: Sequence[Event], seats: int) -> bool:
    """Return whether no play can be missing among the events of a deal: every player has made five,
    or none at all after dropping out, and the tricks that have a line are numbered in turn; or all
    but one have dropped out, and trumps are named, by which that counts."""
    if any(isinstance(event, Gap | Unread) for event in deal):
        return False
    plays = Counter(event.seat for event in deal if isinstance(event, Play))
    out = {event.seat for event in deal if isinstance(event, Stay) and not event.stays}
    whole = (plays[seat] == TRICKS or (not plays[seat] and seat in out)
             for seat in range(1, seats + 1))  # fmt: skip
    tricks = (event.number for event in deal if isinstance(event, Trick))
    if not plays:  # one is left to play alone, and plays no card
        named = any(isinstance(event, Trump) and event.suit for event in deal)
        return named and len(out) == seats - 1 and not any(tricks)
    return all(whole) and all(map(_follows, tricks, count(1)))


def _follows(number: int | None, due: int) -> bool:
    return number in (None, due)
