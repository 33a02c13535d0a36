"""The table of any game at one ply, ready to be drawn: the players around it, and the last cards
laid. A game with more to show has a module of its own here."""

from __future__ import annotations

from dataclasses import dataclass

from archive.core.events import Play
from archive.rules.table import Table
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
