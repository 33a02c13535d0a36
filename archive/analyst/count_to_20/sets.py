"""Cards of Count to 20 in whole numbers: a hand is how many cards it has of each rank, four bits to
a rank from the ace up to the king. Suits play no part.

What can be counted with which cards is the game's rules over again in these numbers; the tests hold
the two together.
"""

from typing import Final

from archive.analyst.packed_cards import FOUR_BITS
from archive.games.count_to_20.counting import AIM, penalty

NINE: Final = 9
KING: Final = 13
COSTS: Final = [0] + [penalty(rank) for rank in range(1, KING + 1)]
"""By rank what a card costs that is left."""
KINGS: Final = 4 * (KING - 1)
"""Where the kings of a hand begin."""


def cost_of(hand: int) -> int:
    """Return what a hand costs when it is left."""
    found, rank = 0, 1
    while hand:
        found += (hand & FOUR_BITS) * COSTS[rank]
        hand >>= 4
        rank += 1
    return found


def of_tens(number: int, count: int) -> bool:
    """Return whether so many cards of one rank that counts ten can count 10 or 20, as asked, some
    of them in pairs."""
    pairs = number - count // 10
    return 0 <= pairs <= number // 2


def sets_for(hand: int, due: int) -> "list[int]":
    """Return the sets of cards that can make a count."""
    found: list[int] = []
    kings = hand >> KINGS
    sums = [1]
    for rank in range(1, KING):
        sums.append(_with_rank(sums[-1], rank, hand >> 4 * (rank - 1) & FOUR_BITS, due))
    _add_sets(hand, KING - 1, due, 0, sums, found)
    for number in range(1, min(kings, due) + 1):
        for rest in range(due - number + 1):
            _add_sets(hand, KING - 1, rest, number << KINGS, sums, found)
    return found


def _with_rank(sums: int, rank: int, number: int, due: int) -> int:
    """Return what can be counted, bit n standing for n, when so many cards of a rank are there,
    too."""
    found = sums
    if rank > NINE:
        for count in (10, AIM):
            if number * 10 >= count:
                found |= sums << count
    else:
        for taken in range(1, min(number, due // rank) + 1):
            found |= sums << rank * taken
    return found & ((2 << due) - 1)


def _add_sets(
    hand: int, rank: int, due: int, chosen: int, sums: "list[int]", found: "list[int]"
) -> None:
    """Add the sets that count what is due with cards of a rank and lower ones, which can count
    `sums`."""
    if not sums[rank] >> due & 1:
        return
    if due == 0:
        if chosen:
            found.append(chosen)
        return
    most = hand >> 4 * (rank - 1) & FOUR_BITS
    _add_sets(hand, rank - 1, due, chosen, sums, found)
    for number in range(1, most + 1):
        unit = number << 4 * (rank - 1)
        if rank <= NINE:
            if rank * number > due:
                break
            _add_sets(hand, rank - 1, due - rank * number, chosen + unit, sums, found)
        else:
            for count in (10, AIM):
                if count <= due and of_tens(number, count):
                    _add_sets(hand, rank - 1, due - count, chosen + unit, sums, found)


def last_set(hand: int) -> int:
    """Return the cards that make 20 and cost most when they are left, 0 where none do."""
    cards = dearest(hand, AIM)
    best = max(cards[AIM], 0)
    for number in range(1, min(hand >> KINGS, AIM) + 1):
        for rest in cards[: AIM - number + 1]:
            chosen = max(rest, 0) + (number << KINGS)
            if cost_of(chosen) > cost_of(best):
                best = chosen
    return best


def dearest(hand: int, due: int) -> "list[int]":
    """Return by count, up to what is due, the cards without kings that make it and cost most when
    they are left; less than nothing where none do."""
    best = [-1] * (due + 1)
    cards = [-1] * (due + 1)
    best[0] = cards[0] = 0
    for rank in range(1, KING):
        most = hand >> 4 * (rank - 1) & FOUR_BITS
        if not most or (rank > due and rank < NINE + 1):
            continue
        if rank > NINE:
            if due < 10:
                break
            heaps = [(10, min(most, 2))]
            if due == AIM and most > 1:
                heaps.append((AIM, min(most, 4)))
        else:
            heaps = [(rank * number, number) for number in range(1, min(most, due // rank) + 1)]
        unit, cost = 1 << 4 * (rank - 1), COSTS[rank]
        for total in range(due, 0, -1):
            for count, number in heaps:
                before = total - count
                if before >= 0 and best[before] >= 0:
                    worth = best[before] + number * cost
                    if worth > best[total]:
                        best[total] = worth
                        cards[total] = cards[before] + number * unit
    return cards
