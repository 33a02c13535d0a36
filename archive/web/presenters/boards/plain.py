"""The table of any game at one ply, ready to be drawn: the players around it, and what was laid
last. A game that has more to show has a module of its own here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from archive.core.events import Play
from archive.rules.table import Table
from archive.scoring.replay import Replay, Step
from archive.web.language import _
from archive.web.presenters.action_text import deed
from archive.web.presenters.boards.cards import CardShown, in_slots, shown
from archive.web.presenters.boards.shown import (
    SeatShown,
    TableShown,
    gained,
    gains_of,
    game_told,
    hand_note,
    named,
    step_at,
)
from archive.web.presenters.boards.tricks import LaidShown, place_of
from archive.web.presenters.rulebook import clause


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainShown(TableShown):
    seats: list[SeatShown]
    """Clockwise, the near one first."""
    laid: list[LaidShown]
    """The last cards of every player in this deal, in the order they were played."""


def draw(replay: Replay, table: Table, ply: int, names: Sequence[str], near: int) -> PlainShown:
    """Return the table right after a ply, seen from `near`'s side."""
    step = step_at(replay, ply)
    name = named(names, table)
    around = [(near - 1 + place) % table.seats + 1 for place in range(table.seats)]
    return PlainShown(
        game=table.game,
        ply=ply,
        near=near,
        turned=near % table.seats + 1,
        where=_("Deal %(deal)s", deal=table.deal or 1),
        opening=_("Before the first play."),
        step=step,
        mover=name[step.seat] if step else None,
        deed=deed(step.action) if step else "",
        gains=gains_of(table, ply, name, {}),
        reason=clause(table.reason) if table.reason else None,
        over=table.over,
        follows=game_told(table, name),
        seats=[_seat(replay, table, seat, name, step, near) for seat in around],
        laid=_laid(replay, table, ply, name, near),
    )


def _laid(
    replay: Replay, table: Table, ply: int, name: Mapping[int, str], near: int
) -> list[LaidShown]:
    """Return what each player laid last in this deal."""
    laid: dict[int, LaidShown] = {}
    for step in reversed(replay.steps[:ply]):
        if step.seat in laid or not isinstance(step.action, Play) or step.deal != table.deal:
            break
        laid[step.seat] = LaidShown(
            seat=step.seat, name=name[step.seat], place=place_of(step.seat, near, table.seats),
            cards=shown(step.action.cards), just=step.ply == ply,
        )  # fmt: skip
    return [*reversed(laid.values())]


def _seat(
    replay: Replay, table: Table, seat: int, name: Mapping[int, str], step: Step | None, near: int
) -> SeatShown:
    hands = getattr(table, "hands", {})
    hand = hands.get(seat)
    cards: list[CardShown] = in_slots(hand, just=False) if hand is not None else []
    return SeatShown(
        seat=seat,
        name=name[seat],
        place=place_of(seat, near, table.seats),
        cards=cards,
        hand_note=hand_note(cards, False),
        total=table.ledger.total(seat),
        gained=gained(table, table.ply, seat) if step else 0,
        awaited=table.awaited == seat,
    )
