"""The sets of Count to 20 that make a count and cost most when they are left.

A low card costs 5 whatever it counts, so of the low cards that make a count the greatest number
costs most. Which numbers of them make which counts is one whole number: bit `WIDE` × k + n says
that k cards make n. Another card then takes one shift, in plain Python as well.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from archive.analyst.count_to_20.packed_hands import (
    COSTS,
    KING,
    KINGS,
    NINE,
    NONE,
    TEN,
    cost_of,
    of_tens,
)
from archive.analyst.number_types import i64
from archive.analyst.packed_cards import FOUR_BITS, number_of
from archive.games.count_to_20.counting import AIM

WIDE: Final = 32
"""How many bits there are for each number of cards."""
FIRST: Final = sum([1 << WIDE * number for number in range(AIM + 1)])
"""The bit of the count 0 of each number of cards."""
COUNTS: Final = FIRST * ((2 << AIM) - 1)
"""The bits of all counts up to 20."""
LOW: Final = 4 * NINE
"""The bits of the low cards of a hand."""
ALL_LOW: Final = (1 << LOW) - 1
ALL_TENS: Final = (1 << 4 * (KING - TEN)) - 1
A_LOW_CARD: Final = COSTS[NINE]
A_TEN: Final = COSTS[TEN]


def _dearest_tens(count: int) -> list[int]:
    """Return, by tens, jacks and queens held, the dearest that make 10 or 20, 0 for none."""
    found = [0] * (ALL_TENS + 1)
    for held in product(range(5), repeat=KING - TEN):
        best = 0
        for some in product(*(range(number + 1) for number in held)):
            two = [number for number in some if number]
            makes = len(two) == 1 and of_tens(two[0], count)
            if len(two) == 2 and count == AIM:
                makes = of_tens(two[0], TEN) and of_tens(two[1], TEN)
            if makes and sum(two) > number_of(best):
                best = sum([number << 4 * at for at, number in enumerate(some)])
        found[sum([number << 4 * at for at, number in enumerate(held)])] = best
    return found


MAKE_TEN: Final = _dearest_tens(TEN)
MAKE_TWENTY: Final = _dearest_tens(AIM)


NEEDED: Final = [
    (1 << 4 * (due if due <= NINE else KING)) - 1 | FOUR_BITS << KINGS for due in range(AIM + 1)
]
"""By count the bits of the cards that can be among those that make it."""


def needed(hand: i64, due: i64) -> i64:
    """Return the cards of a hand that can be among those that make a count."""
    return hand & NEEDED[due]


def with_low(sums: int, rank: i64, number: i64) -> int:
    """Return the sums with this many cards of a low rank besides."""
    step: int = WIDE + rank
    while number:
        sums |= sums << step & COUNTS
        number -= 1
    return sums


def low_sums(low: i64) -> int:
    """Return which numbers of these low cards make which counts."""
    found: int = 1
    rank: i64 = 1
    while low:
        if low & FOUR_BITS:
            found = with_low(found, rank, low & FOUR_BITS)
        low >>= 4
        rank += 1
    return found


def most_cards(sums: int, count: int) -> int:
    """Return the greatest number of low cards that make a count, negative where none do."""
    return ((sums >> count & FIRST).bit_length() - 1) // WIDE


def _ranked(hand: i64, sums: int, due: i64) -> i64:
    """Return the highest cost of cards without kings that make a count, times 32, and what the tens
    among them count; negative where none do."""
    number: i64 = most_cards(sums, due)
    best: i64 = A_LOW_CARD * number << 5 if number >= 0 else NONE
    high: i64 = hand >> LOW & ALL_TENS
    if due >= TEN and high:
        number = most_cards(sums, due - TEN)
        if number >= 0:
            best = max(best, A_LOW_CARD * number + A_TEN * number_of(MAKE_TEN[high]) << 5 | TEN)
        if due == AIM and MAKE_TWENTY[high]:
            best = max(best, A_TEN * number_of(MAKE_TWENTY[high]) << 5 | AIM)
    return best


def highest_cost(hand: i64, due: i64) -> i64:
    """Return the highest cost of cards without kings that make a count, 0 where none do."""
    best = _ranked(hand, low_sums(needed(hand, due) & ALL_LOW), due)
    return best >> 5 if best > 0 else 0


def dearest(hand: i64, due: i64) -> i64:
    """Return the cards without kings that make a count and cost most, 0 where none do."""
    low: i64 = needed(hand, due) & ALL_LOW
    sums = low_sums(low)
    best = _ranked(hand, sums, due)
    if best <= 0:
        return 0
    tens: i64 = best & 31
    high: i64 = hand >> LOW & ALL_TENS
    found: i64 = MAKE_TEN[high] if tens == TEN else MAKE_TWENTY[high] if tens else 0
    return (found << LOW) + _low_set(low, due - tens, most_cards(sums, due - tens))


def _low_set(low: i64, count: i64, number: i64) -> i64:
    """Return so many low cards that make a count, the fewest of each rank from the highest on."""
    before: list[int] = [1]
    rank: i64
    for rank in range(1, NINE):
        before.append(with_low(before[rank - 1], rank, low >> 4 * (rank - 1) & FOUR_BITS))
    found: i64 = 0
    for rank in range(NINE, 0, -1):
        of_rank: i64 = 0
        step: int = WIDE * number + count
        while not before[rank - 1] >> step & 1:
            step -= WIDE + rank
            of_rank += 1
        found += of_rank << 4 * (rank - 1)
        number -= of_rank
        count -= rank * of_rank
    return found


def dearest_up_to(hand: i64, due: i64) -> i64:
    """Return the cards without kings that make what is due or less and cost most, or 0."""
    sums = low_sums(hand & ALL_LOW)
    best: i64 = 0
    made: i64 = 0
    count: i64
    for count in range(1, due + 1):
        cost: i64 = _ranked(hand, sums, count) >> 5
        if cost > best:
            best, made = cost, count
    return dearest(hand, made) if made else 0


def dearest_last(hand: i64) -> i64:
    """Return the cards that make 20 and cost most when they are left, 0 where none do."""
    best = dearest(hand, AIM)
    kings: i64
    for kings in range(1, min(hand >> KINGS, AIM) + 1):
        chosen: i64 = dearest_up_to(hand, AIM - kings) + (kings << KINGS)
        if cost_of(chosen) > cost_of(best):
            best = chosen
    return best
