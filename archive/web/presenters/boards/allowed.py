"""The cards that a player could have played instead of one that was not allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from archive.rules.pack import RANKS, SUITS
from archive.rules.position import Action, Position
from archive.web.presenters.boards.cards import CardShown
from archive.web.presenters.boards.drawn_table import TableShown

PLAYS = frozenset({"lay", "make"})
"""The names of actions that play cards."""


def allowed(position: Position, seat: int) -> set[int]:
    """Return the cards of all plays that the rules allow a seat now."""
    return {card for action in position.legal() if action[0] in PLAYS and action[1] == seat
            for card in _cards(action)}  # fmt: skip


def with_allowed(table: TableShown, before: Position | None) -> TableShown:
    """Return the table with the cards marked `may` that could have been played instead of the one
    just played; `before` is the position before it, None where the record does not say enough."""
    step = table.step
    if before is None or step is None:
        return table
    return with_lit(table, step.seat, allowed(before, step.seat))


def with_lit(table: TableShown, seat: int, could: set[int]) -> TableShown:
    """Return the table with a seat's cards marked `may` where they are in `could`."""
    seats: Sequence[Any] = table.seats  # type: ignore[attr-defined]
    marked = [
        replace(one, cards=[_marked(card, could) for card in one.cards])
        if one.seat == seat
        else one
        for one in seats
    ]
    return replace(table, seats=marked)  # type: ignore[call-arg]


def _marked(card: CardShown, could: set[int]) -> CardShown:
    if card.lies != "held" or card.rank == "?":
        return card
    rank = RANKS.index(card.rank)
    known = {16 * SUITS.index(card.suit) + rank, rank} if card.suit else {rank}
    plain = {one & 15 for one in could} if not card.suit else set()
    return replace(card, lies="may") if known & could or rank in plain else card


def _cards(action: Action) -> list[int]:
    return list(action[2]) if isinstance(action[2], list | tuple) else [action[2]]
