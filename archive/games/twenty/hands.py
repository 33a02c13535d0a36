"""Hands held against what their owners played: for the census, and where a card was not named."""

from __future__ import annotations

from archive.cards import UNKNOWN, Card, Hand
from archive.games.twenty.values import VALUES
from archive.rules.kernel import Seen


def as_listed(hand: Hand, seat: int, number: int) -> list[Seen]:
    """What a hand held by its listing, as exactly as its plays name it, and by its plays where the
    listing is silent."""
    seen = [Seen(card, hand.at, seat, number) for card in hand.listed if card is not UNKNOWN]
    if all(one.card.suit and one.card.rank != "?" for one in seen) and hand.known:
        return seen
    plays = [
        (card, at)
        for card, at in zip(hand.played, hand.played_at, strict=True)
        if card is not UNKNOWN and card not in hand.foreign
    ]
    for slot, one in enumerate(seen):
        fitting = next((play for play in plays if play[0] is one.card), None) or next(
            (play for play in plays if play[0].could_be(one.card)), None
        )
        if fitting:
            plays.remove(fitting)
            if fitting[0].suit and not one.card.suit:
                seen[slot] = Seen(*fitting, seat, number)
    room = len(hand.listed) - len(seen)
    return seen + [Seen(card, at, seat, number) for card, at in plays[:room]]


def as_played(hand: Hand, seat: int, number: int) -> list[Seen]:
    """What a hand held by its plays, and by its listing for the cards not played."""
    plays = zip(hand.played, hand.played_at, strict=True)
    rest = [(card, hand.at) for card in hand.left[: max(0, len(hand))]]
    return [Seen(card, at, seat, number) for card, at in [*plays, *rest] if card is not UNKNOWN]


def only_value(hand: Hand) -> int | None:
    """What a card that was not named was worth, where the hand leaves no choice."""
    values = {VALUES[card] for card in hand.left}
    return values.pop() if len(values) == 1 else None


def same_cards(one: tuple[Card, ...], other: tuple[Card, ...]) -> bool:
    """Whether two lists can be the same cards in some order."""
    hand = Hand(one)
    return len(one) == len(other) and all(hand.take(card, -1) for card in other)
