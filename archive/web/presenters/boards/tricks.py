"""The common parts of the trick games' tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archive.core.cards import UNKNOWN, Card
from archive.core.events import Action, Event, Exchange, Play, Show
from archive.rules.trick_taking import Tricks
from archive.scoring.replay import Step
from archive.web.language import _
from archive.web.presenters.boards.cards import (
    CardShown,
    Order,
    known_later,
    places_left,
    shown,
    still_held,
)
from archive.web.presenters.boards.drawn_table import SeatShown, Sight, TableShown, hand_note


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidShown:
    """The cards that one player has laid to the trick."""

    seat: int
    name: str
    place: int
    cards: list[CardShown]
    just: bool = False
    sign: str = ""
    """Its sign: `leads`, `led`, `wins`, `led, wins`, `highest so far`."""
    told: bool = False
    """Whether it is the one that takes the trick, as far as it has come."""


@dataclass(frozen=True, slots=True)
class ExchangeShown:
    """The cards put away and taken; `taken` is None where they are not written down."""

    put: list[CardShown]
    taken: list[CardShown] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TricksShown(TableShown):
    """The table of a trick game."""

    trick: list[LaidShown]
    """In the order of play; a completed trick lies until the next one begins."""
    trick_number: int
    complete: bool
    winner: str | None
    """The winner of the completed trick; None while it is incomplete, or unknown."""
    exchange: ExchangeShown | None
    stock: int | None
    waiting: str
    """The words in the middle of the table when nothing lies there."""


def hand_of(sight: Sight[Any], seat: int) -> list[CardShown]:
    """Return a seat's hand, as far as it is known."""
    table, step, events = sight.table, sight.step, sight.replay.record.events
    hand = table.hands.get(seat)
    if hand is None:
        return []
    new: Sequence[Card] = ()
    if step is not None and step.seat == seat and isinstance(step.action, Exchange):
        new = step.action.taken or ()
    return still_held(hand, known_later(events, table.at, seat, hand), new)


def gone_from(
    sight: Sight[Any], seat: int, hand: Sequence[CardShown], order: Order
) -> list[tuple[int, CardShown]]:
    """Return a seat's cards in the trick on the table, each with its former place in the hand;
    `order` sorts a hand in this game."""
    laid = [card for one in _laid(sight, 0) if one.seat == seat for card in one.cards]
    return places_left(hand, laid, order)


def parts(sight: Sight[Any], labels: Mapping[str, str], duty: str, best: int) -> dict[str, Any]:
    """Return the parts of every trick game's table, `labels` and `duty` as in `Sight.parts`. `best`
    is the player with the highest play so far, 0 where that is not known."""
    table, step = sight.table, sight.step
    trick = _laid(sight, best)
    return {
        **sight.parts(labels, duty, leads=_leads(sight)),
        "trick": trick, "trick_number": step.trick if step else 0,
        "complete": bool(trick) and table.complete,
        "winner": sight.name[table.trick_taker] if trick and table.trick_taker else None,
        "exchange": _exchanged(step),
    }  # fmt: skip


def _laid(sight: Sight[Any], best: int) -> list[LaidShown]:
    table, step = sight.table, sight.step
    if not table.trick or (step is not None and not step.trick):
        return []
    done = table.complete
    taker = table.trick_taker
    found = []
    for index, one in enumerate(table.trick):
        takes = one.seat == (taker if done else best) and (done or len(table.trick) > 1)
        signs = [_("led") if done else _("leads")] if not index else []
        signs += [_("wins") if done else _("highest so far")] if takes else []
        just = step is not None and index == len(table.trick) - 1
        cards = shown(one.cards or (UNKNOWN,), "just" if just else "played")
        found.append(
            LaidShown(
                seat=one.seat, name=sight.name[one.seat], cards=cards, just=just,
                place=sight.place(one.seat), sign=", ".join(signs), told=takes,
            )
        )  # fmt: skip
    return found


def _exchanged(step: Step | None) -> ExchangeShown | None:
    if step is None or not isinstance(step.action, Exchange):
        return None
    action = step.action
    taken = None if action.taken is None else shown(action.taken, "new")
    return ExchangeShown(shown(action.put, "played"), taken)


def seat_shown(
    sight: Sight[Any], seat: int, cards: list[CardShown], *, leads_first: int = 0, **more: Any
) -> SeatShown:
    """Return a player with these cards; `leads_first` leads to the first trick."""
    table = sight.table
    hand = table.hands.get(seat)
    note = hand_note(cards, bool(hand and hand.foreign))  # it cannot have been the one played from
    awaited = _next_seat(table, leads_first) == seat
    return sight.seat(seat, cards, note, awaited, dealer=seat == table.dealer, **more)


def _leads(sight: Sight[Any]) -> bool:
    """Return whether the play opens a trick."""
    step = sight.step
    played = step is not None and isinstance(step.action, Play) and bool(step.trick)
    return played and len(sight.table.trick) == 1


def _next_seat(table: Tricks[Any], first: int) -> int:
    """Return the next player to act: whose turn it is, or who leads, `first` to the first trick; 0
    where the record does not say."""
    if table.over or table.turn:
        return 0 if table.over else table.turn
    if table.awaits is not Play or (table.trick and not table.complete):
        return 0
    return table.leader or (0 if table.won else first)


def won_by(table: Tricks[Any], seat: int) -> int | None:
    """Return the number of tricks that a seat has won in this deal; None before the first."""
    return Counter(table.won)[seat] if table.won or table.trick else None


def shown_since(events: Sequence[Event], at: int) -> dict[int, tuple[Card, ...]]:
    """Return the cards shown after the last action before or at an event, by seat."""
    for event in reversed(events[max(0, at - 200) : at + 1]):
        if isinstance(event, Action):
            break
        if isinstance(event, Show):
            return dict(reversed(event.shown))
    return {}


def told(sight: Sight[Any]) -> list[str]:
    """Return the winner of the trick that the play completes, in a sentence."""
    step, table = sight.step, sight.table
    if step is None or not step.trick or not table.complete:
        return []
    if table.trick_taker == step.seat:
        return [_("That wins the trick.")]
    if table.trick_taker:
        return [_("%(name)s wins the trick.", name=sight.name[table.trick_taker])]
    return [_("It cannot be told who wins the trick.")]
