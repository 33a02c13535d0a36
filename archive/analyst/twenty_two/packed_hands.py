"""Cards of Twenty-Two in whole numbers: a hand is how many cards it has of each rank, four bits to
a rank from the two up to the ace. Suits play no part.

What may be played is the game's rules repeated in these numbers; the tests compare the two.
"""

from typing import Final

from archive.analyst.packed_cards import FOUR_BITS

RANKS: Final = 13
WORTH: Final = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]
"""By rank what a losing card costs."""


def lowest_of(hand: int) -> int:
    """Return the lowest rank in a hand that has a card."""
    return ((hand & -hand).bit_length() - 1) >> 2


def highest_of(hand: int) -> int:
    """Return the highest rank in a hand that has a card."""
    return (hand.bit_length() - 1) >> 2


def low_cards(hand: int, number: int) -> int:
    """Return the lowest `number` cards of a hand."""
    found = 0
    while number:
        taken = _of_rank(hand, lowest_of(hand), number)
        found += taken
        hand -= taken
        number -= taken >> 4 * lowest_of(taken)
    return found


def high_cards(hand: int, number: int) -> int:
    """Return the highest `number` cards of a hand."""
    found = 0
    while number:
        taken = _of_rank(hand, highest_of(hand), number)
        found += taken
        hand -= taken
        number -= taken >> 4 * lowest_of(taken)
    return found


def _of_rank(hand: int, rank: int, most: int) -> int:
    """Return the cards of a rank, at most `most` of them."""
    return min(most, hand >> 4 * rank & FOUR_BITS) << 4 * rank


def equal_or_beat(cards: int, best: int) -> bool:
    """Return whether cards equal or beat as many others, the highest against the highest: at every
    rank there are no fewer of that rank or higher."""
    mine = theirs = 0
    for rank in range(RANKS - 1, -1, -1):
        mine += cards >> 4 * rank & FOUR_BITS
        theirs += best >> 4 * rank & FOUR_BITS
        if mine < theirs:
            return False
    return True


def of_one_rank(cards: int) -> bool:
    """Return whether all of the cards are of one rank."""
    return lowest_of(cards) == highest_of(cards)


def leads(hand: int, size: int) -> "list[int]":
    """Return what may be led from a hand of `size` cards: some of one rank, one card kept."""
    found = []
    for rank in range(RANKS - 1, -1, -1):
        most = min(hand >> 4 * rank & FOUR_BITS, size - 1)
        found += [number << 4 * rank for number in range(1, most + 1)]
    return found


def sets_that_beat(hand: int, number: int, best: int) -> "list[int]":
    """Return the sets of `number` cards of a hand that equal or beat others, the highest first."""
    found: list[int] = []
    if number == 1:
        hand &= -1 << 4 * lowest_of(best)
        while hand:
            rank = highest_of(hand)
            found.append(1 << 4 * rank)
            hand &= (1 << 4 * rank) - 1
        return found
    _add_sets(hand, number, RANKS - 1, best, 0, 0, found)
    return found


def _add_sets(
    hand: int, number: int, rank: int, best: int, chosen: int, short: int, found: "list[int]"
) -> None:
    """Add the sets that go on below `rank` with `number` cards, others `short` so many above."""
    if number == 0:
        found.append(chosen)
        return
    if rank < 0:
        return
    theirs = best >> 4 * rank & FOUR_BITS
    for taken in range(min(hand >> 4 * rank & FOUR_BITS, number), -1, -1):
        ahead = short + taken - theirs
        if ahead < 0:
            break
        _add_sets(hand, number - taken, rank - 1, best, chosen + (taken << 4 * rank), ahead, found)


def follows(hand: int, number: int, led: int, best: int, meets: bool) -> "list[int]":
    """Return what may be played to `number` cards led: what equals or beats the best so far, or the
    lowest cards; where leads must be met, what meets the lead, or otherwise the lowest cards."""
    able = sets_that_beat(hand, number, led if meets else best)
    low = low_cards(hand, number)
    if not able or (not meets and not equal_or_beat(low, best)):
        able.append(low)
    return able


def takes(cards: int, led: int, best: int, meets: bool) -> bool:
    """Return whether allowed cards win the trick so far: with leads to meet, if of one rank."""
    if meets and not (of_one_rank(cards) and equal_or_beat(cards, led)):
        return False
    return equal_or_beat(cards, best)
