"""The table of a game at one ply, ready to be drawn: a module a game, and one for any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from archive.scoring.replay import Replay
from archive.web.presenters.boards import any_game
from archive.web.presenters.boards.drawn_table import Sight, TableShown


@cache
def drawer_of(game: str) -> Callable[..., TableShown]:
    """Return the function that draws the table of a game: from its module here, or the one
    for any game."""
    name = f"{__name__}.{game.replace('-', '_')}"
    draw: Callable[..., TableShown] = (import_module(name) if find_spec(name) else any_game).draw
    return draw


def table_at(replay: Replay, ply: int, names: Sequence[str], near: int = 1) -> TableShown:
    """Return the table right after a ply, seen from `near`'s side.

    A seat that the table lacks is taken for the first. Raises IndexError for a ply that does not
    exist.
    """
    table = replay.at(ply)
    side = near if 1 <= near <= table.seats else 1
    return drawer_of(table.game)(Sight(replay, table, ply, names, side))


def with_dealt(shown: TableShown, replay: Replay, names: Sequence[str]) -> TableShown:
    """Return the table after the last play of a record, with the hands that were dealt after it,
    where any were. The action shown is still that play."""
    table = replay.dealt()
    if table is None:
        return shown
    dealt = drawer_of(table.game)(Sight(replay, table, 0, names, shown.near))
    told = ("ply", "step", "mover", "deed", "gains", "reason", "follows", "tally")
    return replace(dealt, **{name: getattr(shown, name) for name in told})


__all__ = ["TableShown", "table_at", "with_dealt"]
