"""What a hand tells where a card was not named."""

from __future__ import annotations

from archive.cards import Hand
from archive.games.twenty.values import VALUES


def only_value(hand: Hand) -> int | None:
    """What a card that was not named was worth, where the hand leaves no choice."""
    values = {VALUES[card] for card in hand.left}
    return values.pop() if len(values) == 1 else None
