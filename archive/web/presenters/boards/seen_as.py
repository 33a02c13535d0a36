"""A table as one player sees it: their own cards, and of the others' only what lies open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from archive.core.cards import UNKNOWN
from archive.core.events import Action, Draw, Exchange
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
    changes: dict[str, Any] = {"seats": [_seen(one, seat) for one in table.seats]}  # type: ignore[attr-defined]
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
    seats: Sequence[Any] = table.seats  # type: ignore[attr-defined]
    told = []
    for one in seats:
        cards = [CardShown("?", "") if card.lies == "inferred" else card for card in one.cards]
        changed = cards != one.cards and hasattr(one, "hand_note")
        told.append(replace(one, cards=cards, **_noted(cards) if changed else {}))
    return replace(table, seats=told)  # type: ignore[call-arg]


def _noted(cards: Sequence[CardShown]) -> dict[str, str]:
    return {"hand_note": hand_note(cards, contradicted=False)}


def unseen(action: Action) -> Action:
    """Return an action as the other players see it: an exchange or a draw without its cards."""
    if isinstance(action, Exchange):
        taken = None if action.taken is None else (UNKNOWN,) * len(action.taken)
        return action._replace(put=(UNKNOWN,) * len(action.put), taken=taken)
    return action._replace(card=UNKNOWN) if isinstance(action, Draw) else action


def _seen(one: Any, seat: int) -> Any:
    if one.seat == seat:
        own = [replace(card, lies="held") if card.lies == "inferred" else card
               for card in one.cards]  # fmt: skip
        return replace(one, cards=own)
    changes: dict[str, Any] = {"cards": backs(one.cards)}
    if isinstance(one, SeatShown):
        # The place of a card in a sorted hand would reveal something about the rest of it.
        ends = enumerate((card for _, card in one.gone), len(one.cards))
        changes |= {"hand_note": "", "gone": list(ends)}
    return replace(one, **changes)


def backs(cards: Sequence[CardShown]) -> list[CardShown]:
    """Return the cards, those face down that do not lie open."""
    return [card if card.lies in OPEN else CardShown("?", "") for card in cards]


def _face_down(exchange: ExchangeShown) -> ExchangeShown:
    taken = None if exchange.taken is None else [CardShown("?", "")] * len(exchange.taken)
    return ExchangeShown([CardShown("?", "")] * len(exchange.put), taken)
