"""Choices before the first card of a deal that a record leaves out, as far as the cards that are
laid then tell them. What they do not tell is not known, and never supposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from archive.core.events import Deal, End, Event, Play, Score, Show, Trick
from archive.rules.hand import NO, YES
from archive.rules.hand_seen import CODES
from archive.rules.position import Position

CHOICES: Final = ("put_away", "stay")
"""What is due when such a choice is made."""


class PlaysOfDeal(NamedTuple):
    """The plays of a deal from its first card on: by seat the cards laid or shown, the last player
    of the first trick, and whether anything follows that only comes after that trick."""

    cards: Mapping[int, Sequence[int]]
    last: int
    closed: bool


def plays_of_deal(events: Sequence[Event], first: int) -> PlaysOfDeal:
    """Return the plays of the deal whose first card is laid at a place among the events."""
    cards: dict[int, list[int]] = {}
    last, closed = 0, False
    for event in events[first:]:
        if isinstance(event, Deal | End):
            return PlaysOfDeal(cards, last, closed or isinstance(event, Deal))
        if isinstance(event, Show):
            for seat, shown in event.shown:
                cards.setdefault(seat, []).extend(CODES[card] for card in shown)
        elif isinstance(event, Play):
            closed = closed or event.seat in cards
            last = last if closed else event.seat
            cards.setdefault(event.seat, []).extend(CODES[card] for card in event.cards)
        closed = closed or (isinstance(event, Trick | Score) and bool(cards))
    return PlaysOfDeal(cards, last, closed)


def pass_over_the_unwritten(
    position: Position, events: Sequence[Event], first: int, *, stands_pat: bool
) -> None:
    """Let all who choose before the first card is laid choose what the plays of their deal tell; up
    to one of whom they do not tell it."""
    if position.due not in CHOICES:
        return
    plays = plays_of_deal(events, first)
    for _ in range(len(CHOICES) * position.seats):
        if position.due not in CHOICES or not position.turn:
            return
        seat = position.turn
        choice: list[int] | bool | None
        if position.due == "put_away":
            choice = _kept(position, seat, plays, stands_pat=stands_pat)
        else:
            choice = _stays(position, seat, plays)
        if choice is None:
            return
        position.play((position.due, seat, choice))


def _kept(position: Any, seat: int, plays: PlaysOfDeal, *, stands_pat: bool) -> list[int] | None:
    """Return that no card was put away, None where some may have been. Where a player `stands_pat`
    that reading stands for as long as cards of the hand dealt are laid; else it takes the whole
    hand. Those who dropped out lay no card, and nothing hangs on their hands."""
    laid = plays.cards.get(seat, ())
    hand = position.hands[seat].copy()
    held = hand.take_all(laid)
    kept = held != NO if stands_pat else held == YES and not hand.known
    return [] if kept or not laid else None


def _stays(position: Any, seat: int, plays: PlaysOfDeal) -> bool | None:
    """Return whether a player stays in: all who do lay a card to the first trick, in turn. None
    where that is not told."""
    if seat in plays.cards:
        return True
    return False if plays.closed or plays.last in position.waiting else None
