"""The end of a hand of Count to 20, by its rules: whether cards behind a name are left in it, or a
play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from archive.core import events as said
from archive.core.cards import Card
from archive.importers.actions import can_make
from archive.importers.record_draft import RecordDraft

HAND = 7
LAST_COUNT = 20
DEAREST = 20
"""What a king left costs."""


class Noted(NamedTuple):
    """What is written behind cards: a number, and whether it is said to be points."""

    number: int | None
    points: bool


class Hand(NamedTuple):
    """How far a hand is told: how many cards each player has, nothing where that is not known, and
    the last count."""

    held: dict[int, int]
    last: int


def are_left(sheet: RecordDraft, seat: int, cards: Sequence[Card], noted: Noted) -> bool:
    """Return whether cards are left to a player, and no play: another player has no cards any more,
    20 has been made, or the number behind them is what they cost and no count."""
    hand = _hand(sheet)
    made, written = hand.last >= LAST_COUNT, noted.number
    due = 1 if made else hand.last + 1
    out = any(not number for other, number in hand.held.items() if other != seat)
    counted = out and hand.held[seat] == len(cards)
    if written is None:
        return counted or (made and not can_make(cards, due))
    if written == due:
        return counted or (out and not can_make(cards, due))
    if written > LAST_COUNT:
        return True
    if written == sum(map(_cost, cards)) and (out or made):
        return True
    over = counted or made or noted.points or written == sum(map(_cost, cards))
    return over and not can_make(cards, written)


def _hand(sheet: RecordDraft) -> Hand:
    """Return how far the hand is told that is in play."""
    held = dict.fromkeys(range(1, len(sheet.names) + 1), HAND)
    count, known, told = 0, True, list[said.Event]()
    for event in reversed(sheet.events):
        if isinstance(event, said.Deal | said.Show):
            break
        told.append(event)
    for event in reversed(told):
        if isinstance(event, said.Gap):
            known = False
        elif isinstance(event, said.Play):
            held[event.seat] -= len(event.cards)
            count = event.tally if event.tally is not None else count + 1
        elif isinstance(event, said.Draw):
            held[event.seat] += 1
    return Hand(held if known else {}, count)


def _cost(card: Card) -> int:
    return DEAREST if card.rank == "K" else 10 if card.rank in "TJQ" else 5
