"""A table as one player sees it: their own cards, and of the others' only what lies open; and the
cards that a player could have played instead of one that was not allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from archive.core.cards import UNKNOWN
from archive.core.events import Draw, Event, Exchange
from archive.rules.pack import RANKS, SUITS
from archive.rules.position import Action as Choice
from archive.rules.position import Position
from archive.web.presenters.action_text import deed
from archive.web.presenters.boards.cards import CardShown
from archive.web.presenters.boards.drawn_table import SeatShown, TableShown, hand_note
from archive.web.presenters.boards.tricks import ExchangeShown, TricksShown

OPEN = frozenset({"played", "just"})
"""The states of cards that every player sees."""


def seen_as(table: TableShown, seat: int) -> TableShown:
    """Return the table with every card face down that `seat` could not see at that moment.

    Cards that are only known from later plays are hidden too: the player could not know them then.
    """
    if table.open_hands:
        return table
    changes: dict[str, Any] = {"seats": [_seen(one, seat) for one in table.seats]}
    step = table.step
    if step is not None and step.seat != seat and isinstance(step.action, Exchange | Draw):
        action = unseen(step.action)
        changes["step"] = step._replace(action=action)
        changes["deed"] = deed(action)
        if isinstance(table, TricksShown) and table.exchange is not None:
            changes["exchange"] = _face_down(table.exchange)
    return replace(table, **changes)


def as_written(table: TableShown) -> TableShown:
    """Return the table with only the cards that the record had named by then: those known only from
    later lines lie face down."""
    return replace(table, seats=[*map(_as_written, table.seats)])


def _as_written(one: SeatShown) -> SeatShown:
    cards = [CardShown("?", "") if card.lies == "inferred" else card for card in one.cards]
    if cards == one.cards:
        return one
    return replace(one, cards=cards, hand_note=hand_note(cards, contradicted=False))


def seen_by(own: int, action: Event, seat: int) -> Any:
    """Return a seat's action as another seat sees it, 0 as one who sees all."""
    return action if own in (0, seat) else unseen(action)


def unseen(action: Event) -> Any:
    """Return an action as the other players see it: an exchange or a draw without its cards."""
    if isinstance(action, Exchange):
        taken = None if action.taken is None else (UNKNOWN,) * len(action.taken)
        return action._replace(put=(UNKNOWN,) * len(action.put), taken=taken)
    return action._replace(card=UNKNOWN) if isinstance(action, Draw) else action


def _seen(one: SeatShown, seat: int) -> SeatShown:
    if one.seat == seat:
        own = [replace(card, lies="held") if card.lies == "inferred" else card
               for card in one.cards]  # fmt: skip
        return replace(one, cards=own)
    # The place of a card in a sorted hand would reveal something about the rest of it.
    ends = enumerate((card for _, card in one.gone), len(one.cards))
    return replace(one, cards=backs(one.cards), hand_note="", gone=list(ends))


def backs(cards: Sequence[CardShown]) -> list[CardShown]:
    """Return the cards, those face down that do not lie open."""
    return [card if card.lies in OPEN else CardShown("?", "") for card in cards]


def _face_down(exchange: ExchangeShown) -> ExchangeShown:
    taken = None if exchange.taken is None else [CardShown("?", "")] * len(exchange.taken)
    return ExchangeShown([CardShown("?", "")] * len(exchange.put), taken)


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
    could = allowed(before, step.seat)
    return table.with_cards(step.seat, lambda card: lit(card, could))


def lit(card: CardShown, could: set[int]) -> CardShown:
    """Return a card, marked `may` where it is in `could`."""
    if card.lies != "held" or card.rank == "?":
        return card
    rank = RANKS.index(card.rank)
    known = {16 * SUITS.index(card.suit) + rank, rank} if card.suit else {rank}
    plain = {one & 15 for one in could} if not card.suit else set()
    return replace(card, lies="may") if known & could or rank in plain else card


def _cards(action: Choice) -> list[int]:
    return list(action[2]) if isinstance(action[2], list | tuple) else [action[2]]
