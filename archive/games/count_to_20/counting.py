"""The values of cards of Count to 20 when they are played, and their costs when they are left:
sections 4 and 6 of the rulebook page, rulebook.md.

What a set can count is several numbers, because of pairs and kings: bit n of a whole number means
that it can count n. Only 0 to 20 matter.
"""

from archive.rules.card_choices import by_rank
from archive.rules.hand import NO, PERHAPS, UNCOUNTED, YES
from archive.rules.pack import JACK, KING, QUEEN, TEN

AIM = 20
UP_TO_AIM = (2 << AIM) - 1
PAIRED = (TEN, JACK, QUEEN)
MOST_UNKNOWN = 13  # more cards than that count more than 20, whatever they are
OF_A_RANK = [0] + [4] * KING
"""How many cards of each rank the pack has."""


def heap_counts(rank: int, number: int) -> list[int]:
    """4.1 to 4.3: Return what `number` cards of one rank can count, up to 20."""
    if rank == KING:
        return list(range(number, min(number, 1) * AIM + 1))
    if rank in PAIRED:
        return [count for count in (10 * (number - pairs) for pairs in range(number // 2 + 1))
                if count <= AIM]  # fmt: skip
    return [rank * number] if rank * number <= AIM else []


HEAPS = [[heap_counts(rank, number) for number in range(AIM + 1)] for rank in range(KING + 1)]
"""The possible values of cards of one rank, by rank and number."""


def with_more(counts: int, rank: int, number: int) -> int:
    """Return the counts up to 20 that a set can make, when `number` cards of a rank join one that
    can make `counts`."""
    total = 0
    for count in HEAPS[rank][number] if number <= AIM else []:
        total |= counts << count
    return total & UP_TO_AIM


ALONE = [UNCOUNTED] + [with_more(1, rank, 1) for rank in range(1, KING + 1)]
"""The possible values of one card, by rank."""


def counts_of(cards: list[int]) -> int:
    """3.4: Return the counts up to 20 that a set of cards can make; negative where the rank of one
    is unknown."""
    if len(cards) == 1:
        return ALONE[cards[0] & 15]
    ranks = [card & 15 for card in cards]
    if 0 in ranks:
        return UNCOUNTED
    counts = 1
    for rank in set(ranks):
        counts = with_more(counts, rank, ranks.count(rank))
    return counts


def counts_with(cards: list[int], free: list[int]) -> int:
    """Return the same for a set in which some ranks are unknown: these can be any with some `free`
    cards, by rank."""
    known = [0] * (KING + 1)
    for card in cards:
        known[card & 15] += 1
    unknown = known[0]
    if unknown > MOST_UNKNOWN:
        return 0
    totals = [1] + [0] * unknown  # by how many unknown cards have been used
    for rank in range(1, KING + 1):
        after = [0] * (unknown + 1)
        for more in range(min(free[rank], unknown) + 1):
            for used in range(unknown - more + 1):
                if totals[used]:
                    after[used + more] |= with_more(totals[used], rank, known[rank] + more)
        totals = after
    return totals[unknown]


def counts_within(cards: list[int]) -> int:
    """5.2: Return the counts that some of these cards can make. Pairs add nothing here: what a pair
    counts, one of its cards counts alone."""
    total = 1
    for card in cards:
        rank = card & 15
        if rank == KING:
            return UP_TO_AIM - 1
        total |= total << (10 if rank in PAIRED else rank) & UP_TO_AIM
    return total & ~1


def can_make(ranks: list[int], due: int, more: int) -> int:
    """5.2: Return whether cards of these ranks, with `more` unknown ones, can make the count
    due."""
    able = counts_within(ranks) & due
    if able and able == due:
        return YES
    return PERHAPS if more or able else NO


def sets_for(hand: list[int], due: int) -> list[list[int]]:
    """3.4: Return the sets of cards in a hand that make a count due, which is one bit."""
    chosen: list[tuple[list[int], int]] = [([], 1)]
    for heap in by_rank(hand):
        chosen = [
            (cards + heap[:number], counts)
            for cards, before in chosen
            for number in range(len(heap) + 1)
            for counts in [with_more(before, heap[0] & 15, number)]
            if counts & ((due << 1) - 1)
        ]
    return [cards for cards, counts in chosen if cards and counts & due]


def set_for(cards: list[int], due: int) -> list[int]:
    """Return some of these cards that together make a count, with kings only where needed; empty
    when no set does."""
    found: dict[int, list[int]] = {0: []}
    for card in sorted(cards, key=lambda card: card & 15 == KING):
        rank = card & 15
        if rank == KING and due not in found:
            return [card]
        value = 10 if rank in PAIRED else rank
        for total, chosen in list(found.items()):
            if value and total + value <= due and total + value not in found:
                found[total + value] = chosen + [card]
    return found.get(due, [])


def penalty(card: int) -> int:
    """6.4 to 6.6: Return the points for a card that is left."""
    rank = card & 15
    return 20 if rank == KING else 10 if rank in PAIRED else 5


def numbers_in(counts: int) -> list[int]:
    """Return the numbers of these bits."""
    return [number for number in range(AIM + 1) if counts >> number & 1]


def only(counts: int) -> "int | None":
    """Return the number, if it is the only one."""
    return counts.bit_length() - 1 if counts and not counts & (counts - 1) else None
