"""What a hand tells where a card was not named."""

from __future__ import annotations

from archive.core.cards import UNKNOWN, Hand
from archive.games.twenty.values import VALUES
from archive.rules.holdings import slots_of


def only_value(hand: Hand) -> int | None:
    """What a card that was not named was worth, where no reading of the hand leaves a choice."""
    if len({VALUES[card] for card in hand.left}) != 1:
        return None
    twin = hand.copy()
    twin.take(UNKNOWN, -1)
    values = {VALUES[twin.listed[slot]] for slot in slots_of(twin, len(twin.played) - 1)}
    return values.pop() if len(values) == 1 else None
