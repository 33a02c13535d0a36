"""Cards of Count to 20 in whole numbers: a hand is how many cards it has of each rank, four bits to
a rank from the ace up to the king. Suits play no part.

The counts that cards can make are the game's rules repeated in these numbers; the tests compare the
two.
"""

from __future__ import annotations

from typing import Final

from archive.analyst.number_types import i64, vec
from archive.analyst.packed_cards import FOUR_BITS
from archive.games.count_to_20.counting import AIM, penalty

NINE: Final = 9
TEN: Final = 10
KING: Final = 13
COSTS: Final = bytes([0, *(penalty(rank) for rank in range(1, KING + 1))])
"""By rank what a card that is left costs."""
KINGS: Final = 4 * (KING - 1)
"""The first bit of the kings of a hand."""
NONE: Final = -1
"""The sign for no set of cards."""


def cost_of(hand: i64) -> i64:
    """Return what a hand costs when it is left."""
    found: i64 = 0
    rank: i64 = 1
    while hand:
        found += (hand & FOUR_BITS) * COSTS[rank]
        hand >>= 4
        rank += 1
    return found


def of_tens(number: i64, count: i64) -> bool:
    """Return whether so many cards of a rank that counts ten can count 10 or 20, with pairs."""
    pairs: i64 = number - (1 if count == TEN else 2)
    return 0 <= pairs <= number >> 1


def sets_for(hand: i64, due: i64) -> list[int]:
    """Return the sets of cards that can make a count."""
    found: list[int] = []
    sums: vec[i64] = vec[i64]([1] * KING)
    rank: i64
    for rank in range(1, KING):
        cards: i64 = hand >> 4 * (rank - 1) & FOUR_BITS
        sums[rank] = with_rank(sums[rank - 1], rank, cards, due)
    _add_sets(hand, KING - 1, due, 0, sums, found)
    number: i64
    rest: i64
    for number in range(1, min(hand >> KINGS, due) + 1):
        for rest in range(due - number + 1):
            _add_sets(hand, KING - 1, rest, number << KINGS, sums, found)
    return found


def with_rank(sums: i64, rank: i64, number: i64, due: i64) -> i64:
    """Return the counts that can be made, a bit each, with so many cards of a rank besides."""
    found: i64 = sums
    if rank > NINE:
        if number:
            found |= sums << TEN
        if number > 1:
            found |= sums << AIM
    else:
        while number:
            found |= found << rank
            number -= 1
    return found & ((2 << due) - 1)


def _add_sets(
    hand: i64, rank: i64, due: i64, chosen: i64, sums: vec[i64], found: list[int]
) -> None:
    """Add the sets that make the count with cards of a rank and lower, which make `sums`."""
    if not sums[rank] >> due & 1:
        return
    if due == 0:
        if chosen:
            found.append(chosen)
        return
    _add_sets(hand, rank - 1, due, chosen, sums, found)
    number: i64
    for number in range(1, (hand >> 4 * (rank - 1) & FOUR_BITS) + 1):
        cards: i64 = chosen + (number << 4 * (rank - 1))
        if rank <= NINE:
            if rank * number > due:
                break
            _add_sets(hand, rank - 1, due - rank * number, cards, sums, found)
        else:
            if due >= TEN and of_tens(number, TEN):
                _add_sets(hand, rank - 1, due - TEN, cards, sums, found)
            if due >= AIM and of_tens(number, AIM):
                _add_sets(hand, rank - 1, due - AIM, cards, sums, found)
