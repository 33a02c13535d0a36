"""A line of play as an address has it: the choices, one after the other, with full stops between
(`9h.7s7d.x9s7d.in.d.pass`). The game says whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from archive.core.cards import Card
from archive.core.cards import cards as cards_named
from archive.core.errors import TwentiesError, Word
from archive.core.events import Action as Doing
from archive.core.events import Deal, Draw, Event, Exchange, Pass, Play, Show, Stay, Trump
from archive.languages import marked
from archive.rules.pack import SUITS, read_cards, write_card
from archive.rules.position import Action, Position

BETWEEN: Final = "."
LONGEST: Final = 400
"""The most plays of a line: more than any game of Twenty has, and than anyone tries by hand."""

CARDS: Final = re.compile(r"(?:[A23456789TJQK?][cdhs]?)+")
SIMPLE: Final[dict[str, Action]] = {
    "d": ("draw",), "pass": ("pass_turn",), "in": ("stay", True), "out": ("stay", False),
    "x-": ("put_away", []),
}  # fmt: skip
"""Choices without a card, without their seat."""
TRUMP: Final = "trump-"

AWAITED: Final = {
    "lay": marked("a card, such as 9h"),
    "turn": marked("cards, such as 9h or 4d2c, d for a draw, or pass"),
    "put_away": marked("an exchange, such as x9h7s, or x- for none"),
    "stay": marked("in for staying in, out for dropping out"),
    "name_trump": marked("a suit, such as trump-h for hearts"),
}  # fmt: skip
"""How each awaited choice is written in a line."""


TOO_LONG: Final = marked("the end: a line has at most 400 plays")
THE_END: Final = marked("the end: the game goes no further")


class LineError(TwentiesError):
    """A line that cannot be read, or does not fit the game: which play of it, and what was expected
    there."""

    def __init__(self, number: int, text: str, expected: str) -> None:
        super().__init__(
            marked("Play %(number)s of the line is “%(text)s”; it should be %(expected)s."),
            number=number,
            text=text,
            expected=Word(expected),
        )
        self.number, self.text, self.expected = number, text, expected


def split(text: str) -> list[str]:
    """Return the plays of a line. Raises LineError where there are too many."""
    found = [one for one in text.strip().split(BETWEEN) if one]
    if len(found) > LONGEST:
        raise LineError(LONGEST + 1, found[LONGEST], TOO_LONG)
    return found


def action_in(text: str, position: Position) -> Action | None:
    """Return a play of a line as an action, by the seat whose turn it is; None where it cannot be
    read or is of another kind than what the game awaits."""
    action = _read(text, position)
    if action is None or position.wanted:
        return None
    fits = {"turn": ("make", "draw", "pass_turn")}.get(position.due, (position.due,))
    return action if action[0] in fits else None


def _read(text: str, position: Position) -> Action | None:
    seat = position.turn
    if text in SIMPLE:
        name, *rest = SIMPLE[text]
        return (name, seat, *rest)
    if text.startswith(TRUMP):
        suit = text.removeprefix(TRUMP)
        return ("name_trump", seat, SUITS.index(suit)) if suit in ("c", "d", "h", "s") else None
    exchange = text.startswith("x")
    if not CARDS.fullmatch(text.removeprefix("x")):
        return None
    cards = read_cards(text.removeprefix("x"))
    if exchange:
        return ("put_away", seat, cards)
    if position.due == "turn":
        return ("make", seat, cards)
    if hasattr(position, "packs"):  # where several cards may be led
        return ("lay", seat, cards)
    return ("lay", seat, cards[0]) if len(cards) == 1 else None


def text_of(action: Action) -> str:
    """Return a choice as a line writes it."""
    match action:
        case ("name_trump", _, suit):
            return TRUMP + SUITS[suit]
        case ("lay", _, int(card)):
            return write_card(card)
        case ("lay" | "make", _, cards):
            return "".join(map(write_card, cards))
        case ("put_away", _, cards) if cards:
            return "x" + "".join(map(write_card, cards))
    plain = (action[0], *action[2:])
    return next(text for text, one in SIMPLE.items() if one == plain)


def text_of_event(event: Doing | Trump) -> str | None:
    """Return an event as a line writes it; None where a line cannot."""
    match event:
        case Play(_, _, cards):
            return "".join(card.text for card in cards) or None
        case Exchange(_, _, put):
            return "x" + ("".join(card.text for card in put) or "-")
        case Draw():
            return "d"
        case Stay(_, _, stays):
            return "in" if stays else "out"
        case Pass():
            return "pass"
        case Trump(_, suit):
            return TRUMP + suit if suit in ("c", "d", "h", "s") else None


def event_of(action: Action, taken: Sequence[int], number: int | None) -> Event:
    """Return a choice as an event of a record."""
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
    """Return cards from their numbers in a position."""
    return cards_named("".join(map(write_card, cards)))


def trumps_in(events: Sequence[Event]) -> dict[int, Trump]:
    """Return the trumps named in each deal."""
    found: dict[int, Trump] = {}
    deals = 0
    for event in events:
        deals += isinstance(event, Deal)
        if isinstance(event, Trump):
            found[deals] = event
    return found
