"""What cards are worth, and what a tally scores."""

from __future__ import annotations

from archive.core.cards import CARDS, PACKS, RANKS, Card
from archive.games.twenty.clauses import BEYOND, EXACT, FIVE, LONGER, NOTHING

_RANK_VALUES = {rank: min(place, 10) for place, rank in enumerate(RANKS, 1)}
VALUES: dict[Card, int | None] = {card: _RANK_VALUES.get(card.rank) for card in CARDS.values()}
"""Clause 2.1: ace 1, two to nine their number, T J Q K 10. None where the rank is not known."""

HAND = 5
HANDS = 5
ROUNDS = 2
PLAYS = 2 * HANDS * HAND
PACK = PACKS["52"]


def bonus_of(up: tuple[Card, ...]) -> int | None:
    """Clause 2.2: the difference of the two values, 10 for none. None when a card is not known."""
    if len(up) != 2:
        return None
    one, other = VALUES[up[0]], VALUES[up[1]]
    return None if one is None or other is None else abs(one - other) or 10


def points_for(tally: int, cards: int) -> tuple[int, str]:
    """What a play scores that makes `tally` with so many tally cards, and by which clause."""
    if tally < 20:
        if cards < 5:
            return 0, NOTHING
        return (15, FIVE) if cards == 5 else (15 << (cards - 5), LONGER)
    return (10, EXACT) if tally == 20 else (tally - 20, BEYOND)
