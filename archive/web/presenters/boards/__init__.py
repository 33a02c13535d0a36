"""The table of a game at one ply, ready to be drawn: a module a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from archive.scoring.replay import Replay
from archive.web.presenters.boards import count_to_20, twenty, twenty_two, zwanzig_ab
from archive.web.presenters.boards.shown import TableShown

DRAWN: Final[Mapping[str, Callable[..., Any]]] = {
    "twenty": twenty.draw,
    "twenty-two": twenty_two.draw,
    "zwanzig-ab": zwanzig_ab.draw,
    "count-to-20": count_to_20.draw,
}
"""By the name of a game what draws its table."""


def table_at(replay: Replay, ply: int, names: Sequence[str], near: int = 1) -> TableShown:
    """The table right after a ply, seen from `near`'s side.

    A seat that the table does not have is taken for the first. Raises IndexError for a ply that is
    not there.
    """
    table = replay.at(ply)
    side = near if 1 <= near <= table.seats else 1
    shown: TableShown = DRAWN[table.game](replay, table, ply, names, side)
    return shown


__all__ = ["TableShown", "table_at"]
