"""Passes, and sets with unnamed cards, that a hand not known in full leaves open. Cards seen later
decide."""

from __future__ import annotations

from typing import NamedTuple

from archive.core.cards import Card, WrittenHand
from archive.games.count_to_20.counting import can_make, counts_with, set_for
from archive.games.count_to_20.unnamed_cards import Left
from archive.rules.hand import NO, PERHAPS, YES
from archive.rules.hand import Hand as HandHeld
from archive.rules.hand_seen import CODES
from archive.rules.pack import KING, write_card


class OpenPass(NamedTuple):
    """A pass of a player who had to make the count if possible, and whose cards are not all known:
    its place, the count due, and how many cards had been played from the hand."""

    at: int
    ply: int
    seat: int
    due: int
    played: int


class OpenSet(NamedTuple):
    """A set with unnamed cards, which may not make the count due: its place, and the count due."""

    at: int
    ply: int
    seat: int
    due: int
    cards: tuple[Card, ...]


def left_in(hand: WrittenHand) -> Left | None:
    """Return the rest of a hand by all that the record shows of it; None where its own plays
    contradict its listing."""
    if hand.foreign:
        return None
    held = HandHeld([CODES[card] for card in hand.listed])
    held.take_all([CODES[card] for card in hand.played])
    return Left(held)


def could_pass(one: OpenPass, hand: WrittenHand, *, loose: bool) -> tuple[int, list[int]]:
    """Clause 5.2: Return whether the player who passed could make the count after all, and the
    cards then held as far as they are known."""
    held = [CODES[card] for card in hand.played[one.played :] if card.rank != "?"]
    left = None if loose else left_in(hand)
    if left is None or not left.sure:
        return (YES if can_make(held, one.due, 1) == YES else PERHAPS), held
    held += _named(hand, left.ranks)
    return can_make(held, one.due, left.unknown), held


def _named(hand: WrittenHand, ranks: list[int]) -> list[int]:
    """Return a card for each rank that is certainly left, in the order of the listing, with its
    suit where the hand still has such a card."""
    rest, named = [CODES[card] for card in hand.left], []
    listed = [CODES[card] & 15 for card in hand.listed]
    for rank in sorted(ranks, key=listed.index):
        card = next((held for held in rest if held & 15 == rank), rank)
        if card in rest:
            rest.remove(card)
        named.append(card)
    return named


def way_to(held: list[int], due: int | None) -> str:
    """Return cards with which the count could have been made: `4h2c`; empty where none are
    known."""
    return "".join(map(write_card, set_for(held, due))) if due else ""


def made_by(one: OpenSet, hand: WrittenHand, *, loose: bool) -> int:
    """Clause 8.3: Return whether a set with unnamed cards made the count due, by what is missing
    from the hand in the end."""
    left = None if loose else left_in(hand)
    unnamed = [card.rank for card in hand.played].count("?")
    if left is None or left.unknown or not unnamed == left.unnamed == len(left.ranks):
        return PERHAPS
    free = [left.ranks.count(rank) for rank in range(KING + 1)]  # these are the unnamed cards
    if not counts_with([CODES[card] for card in one.cards], free) & one.due:
        return NO
    return YES if left.unnamed == 1 else PERHAPS
