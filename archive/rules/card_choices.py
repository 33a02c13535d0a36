"""Sets of cards that can be chosen from a hand, each choice once.

Equal cards are the same choice: in a game of several packs two aces of spades, and where suits play
no part any two aces. A choice is made of the first cards of a kind.
"""

MOST = 12
"""Sets are chosen from hands of eleven cards at most, the worth of an ace in Twenty-Two. Of a hand
that is said to have more than this none is listed: there would be no end to them."""


def subsets(cards: list[int], number: int) -> list[list[int]]:
    """Return every set of `number` of `cards`."""
    return _chosen(_heaps(cards, cards), 0, number) if len(cards) <= MOST else []


def by_rank(cards: list[int]) -> list[list[int]]:
    """Return the cards in heaps of one rank, from the lowest number of a rank to the highest."""
    heaps: dict[int, list[int]] = {}
    for card in cards:
        heaps.setdefault(card & 15, []).append(card)
    return [heaps[rank] for rank in sorted(heaps)]


def subsets_by_rank(cards: list[int], number: int) -> list[list[int]]:
    """Return one set of `number` of `cards` for every choice of ranks."""
    return _chosen(by_rank(cards), 0, number) if len(cards) <= MOST else []


def _heaps(cards: list[int], kinds: list[int]) -> list[list[int]]:
    """Return the cards in heaps of one kind each, the kinds in order."""
    heaps: dict[int, list[int]] = {}
    for at in range(len(cards)):
        heaps.setdefault(kinds[at], []).append(cards[at])
    return [heaps[kind] for kind in sorted(heaps)]


def _chosen(heaps: list[list[int]], first: int, number: int) -> list[list[int]]:
    """Return every way to take `number` cards from the heaps beginning with the `first`."""
    if number == 0:
        return [[]]
    if first == len(heaps):
        return []
    found = []
    heap = heaps[first]
    for taken in range(min(len(heap), number) + 1):
        found += [heap[:taken] + more for more in _chosen(heaps, first + 1, number - taken)]
    return found
