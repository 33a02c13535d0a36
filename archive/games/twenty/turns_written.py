"""Whether a deal of Twenty is written with all its plays: both players have played their hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from archive.core.events import Event, Gap, Play, Unread
from archive.games.twenty.rules import HAND


def all_turns_written(deal: Sequence[Event], seats: int) -> bool:
    """Return whether no play can be missing among the events of a deal: each player has made as
    many as a hand has cards."""
    if any(isinstance(event, Gap | Unread) for event in deal):
        return False
    plays = Counter(event.seat for event in deal if isinstance(event, Play))
    return all(plays[seat] == HAND for seat in range(1, seats + 1))
