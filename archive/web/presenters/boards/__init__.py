"""The table of a game at one ply, ready to be drawn: by a module a game here, or as the table of
any game, with the players around it and the last cards laid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from archive.core.events import Play
from archive.rules.table import Table
from archive.scoring.replay import Replay
from archive.web.language import _
from archive.web.presenters.boards.cards import CardShown, in_slots, shown
from archive.web.presenters.boards.drawn_table import SeatShown, Sight, TableShown, hand_note
from archive.web.presenters.boards.tricks import LaidShown


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyGameShown(TableShown):
    """The table of any game."""

    laid: list[LaidShown]
    """The last cards of every player in this deal, in the order they were played."""


def draw(sight: Sight[Table]) -> AnyGameShown:
    """Return the table, with the parts of any game."""
    return AnyGameShown(
        **sight.parts({}),
        where=_("Deal %(deal)s", deal=sight.table.deal or 1),
        opening=_("Before the first play."),
        follows=sight.winners(),
        seats=[_seat(sight, seat) for seat in sight.around],
        laid=_laid(sight),
    )


def _laid(sight: Sight[Table]) -> list[LaidShown]:
    """Return the last cards of each player in this deal."""
    laid: dict[int, LaidShown] = {}
    for step in reversed(sight.replay.steps[: sight.ply]):
        if step.seat in laid or not isinstance(step.action, Play) or step.deal != sight.table.deal:
            break
        laid[step.seat] = LaidShown(
            seat=step.seat, name=sight.name[step.seat], place=sight.place(step.seat),
            cards=shown(step.action.cards), just=step.ply == sight.ply,
        )  # fmt: skip
    return [*reversed(laid.values())]


def _seat(sight: Sight[Table], seat: int) -> SeatShown:
    hand = getattr(sight.table, "hands", {}).get(seat)
    cards: list[CardShown] = in_slots(hand, just=False) if hand is not None else []
    return sight.seat(seat, cards, hand_note(cards, False), sight.table.awaited == seat)


@cache
def drawer_of(game: str) -> Callable[..., TableShown]:
    """Return the function that draws the table of a game: from its module here, or the one
    for any game."""
    name = f"{__name__}.{game.replace('-', '_')}"
    drawer: Callable[..., TableShown] = import_module(name).draw if find_spec(name) else draw
    return drawer


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
