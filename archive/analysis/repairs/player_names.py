"""Players in the words of a repair: by their names, where the record has seats."""

from __future__ import annotations

import re
from collections.abc import Sequence

SEATS = re.compile(r"p\d+(?:,p\d+)*")


def other_players(due: str, found: str, players: Sequence[str]) -> str:
    """Return the change of some players, as a record writes them, for others: `Mia for Tom`;
    of anything else, as it is written."""
    return f"{_named(due, players)} for {_named(found, players)}"


def _named(written: str, players: Sequence[str]) -> str:
    if written == "draw":
        return "a draw"
    if SEATS.fullmatch(written) is None:
        return written
    seats = [int(one[1:]) for one in written.split(",")]
    return ", ".join(name_of(seat, players) for seat in seats)


def name_of(seat: int, players: Sequence[str]) -> str:
    """Return the name of the player in a seat; `p3` where no tag names any."""
    return players[seat - 1] if seat <= len(players) else f"p{seat}"
