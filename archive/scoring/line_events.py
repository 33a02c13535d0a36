"""What is chosen in a line of play, as a record tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from archive.core.cards import Card
from archive.core.cards import cards as cards_named
from archive.core.events import Deal, Draw, Event, Exchange, Pass, Play, Show, Stay, Trump
from archive.rules.pack import SUITS, write_card
from archive.rules.position import Action


def event_of(action: Action, taken: Sequence[int], number: int) -> Event:
    """Return a choice as a record tells it."""
    match action:
        case ("name_trump", seat, suit):
            return Trump(seat, SUITS[suit])
        case ("put_away", seat, cards):
            return Exchange(number, seat, cards_of(cards), cards_of(taken))
        case ("draw", seat):
            return Draw(number, seat, cards_of(taken or [0])[0])
        case ("stay", seat, stays):
            return Stay(number, seat, stays)
        case ("pass_turn", seat):
            return Pass(number, seat)
        case (_, seat, cards):
            return Play(number, seat, cards_of(cards if isinstance(cards, list) else [cards]))
    raise ValueError(action)


def last_cards(position: Any) -> Show:
    """Return the last cards of a hand of Twenty-Two, which are shown."""
    return Show(tuple((seat, cards_of(position.hands[seat].known)) for seat in position.order))


def cards_of(cards: Sequence[int]) -> tuple[Card, ...]:
    return cards_named("".join(map(write_card, cards)))


def trumps_in(events: Sequence[Event]) -> dict[int, Trump]:
    """Return by deal the trumps that were named in it."""
    found: dict[int, Trump] = {}
    deals = 0
    for event in events:
        deals += isinstance(event, Deal)
        if isinstance(event, Trump):
            found[deals] = event
    return found
