"""The heights of cards in Twenty-Two, and which play equals or beats another, with known and
unknown cards: 1.3, 1.4, 4.5 and 4.6 of rulebook.md."""

from typing import TypeAlias

from archive.rules.hand import NO, OTHER, PERHAPS, YES, Hand
from archive.rules.pack import ACE, TEN

Heights: TypeAlias = "tuple[list[int], list[int]]"
"""The heights of cards, each from the highest down: at the least, and at the most."""
HEIGHTS = (0, 14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
"""1.3: The height of a card by rank, the ace as the highest; 0 where the rank is unknown."""
ALONE: "list[Heights]" = [([high], [high]) for high in HEIGHTS]
"""The heights of one known card, by its rank; most plays are such."""
LOWEST, HIGHEST, MOST = 2, 14, 11
SPANS = [(high or LOWEST, high or HIGHEST) for high in HEIGHTS]
"""The least and the greatest height of a card, by its rank."""
RANK_VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, MOST)


def height(card: int) -> int:
    """1.3: Return the height of `card`."""
    return HEIGHTS[card & 15]


def worth(card: int) -> int:
    """1.4: Return the value of `card` as a score, 0 where that is unknown."""
    rank = card & 15
    return MOST if rank == ACE else min(rank, TEN)


def heights(cards: "list[int]", hand: "Hand | None" = None) -> Heights:
    """4.5: Return the heights of these cards. An unknown one is among those of the hand from which
    it came."""
    if len(cards) == 1 and cards[0] & 15:
        return ALONE[cards[0] & 15]
    known = [HEIGHTS[card & 15] for card in cards]
    if 0 not in known:
        known.sort(reverse=True)
        return known, known
    low, high = reach(hand) if hand is not None else (LOWEST, HIGHEST)
    least = sorted([one or low for one in known], reverse=True)
    return least, sorted([one or high for one in known], reverse=True)


def reach(hand: Hand) -> "tuple[int, int]":
    """Return the heights between which all cards of a hand lie, one that is gone included."""
    held = [HEIGHTS[card & 15] for card in hand.known + hand.doubted]
    if hand.unknown or not held or 0 in held or OTHER in hand.gone:
        return LOWEST, HIGHEST
    return min(held), max(held)


def none_lower(one: "list[int]", other: "list[int]") -> bool:
    """4.5: Return whether no height is lower than the other one of the same place."""
    for at in range(len(one)):  # noqa: SIM110 - quicker, for every play asks it
        if one[at] < other[at]:
            return False
    return True


def beats(one: Heights, other: Heights) -> int:
    """4.5: Return whether cards equal or beat as many others, the highest against the highest."""
    if len(one[0]) == 1:  # as most plays are
        return YES if one[0][0] >= other[1][0] else PERHAPS if one[1][0] >= other[0][0] else NO
    if none_lower(one[0], other[1]):
        return YES
    return PERHAPS if none_lower(one[1], other[0]) else NO


def either(one: Heights, other: Heights) -> Heights:
    """Return the heights of one of two plays of as many cards, where it may be either."""
    pairs = range(len(one[0]))
    return [min(one[0][at], other[0][at]) for at in pairs], [
        max(one[1][at], other[1][at]) for at in pairs
    ]


def one_rank(cards: "list[int]") -> int:
    """4.2: Return whether all of these cards are of one rank."""
    if len(cards) < 2:
        return YES
    ranks = {card & 15 for card in cards}
    if len(ranks) == 1:
        return PERHAPS if 0 in ranks else YES
    return PERHAPS if 0 in ranks and len(ranks) == 2 else NO


def lowest(run: Heights, kept: Hand) -> int:
    """4.6: Return whether no card that was kept is lower than one that was played."""
    least, most = run[0][0], run[1][0]
    if least == most and not (kept.unknown or kept.doubted or kept.gone):
        for card in kept.known:
            if HEIGHTS[card & 15] < most:
                return NO
        return YES
    lower = [card for card in kept.known if HEIGHTS[card & 15] < most]
    lower += [card for card in kept.doubted if HEIGHTS[card & 15] < most]
    if most == LOWEST or not (lower or kept.unknown):
        return YES
    certain = not (kept.doubted or kept.gone)
    return NO if certain and [card for card in lower if HEIGHTS[card & 15] < least] else PERHAPS


def lacks(cards: "list[int]", kept: Hand, led: "list[int]") -> int:
    """8.1: Return whether too few cards were held of the rank led or higher."""
    due = HEIGHTS[led[0] & 15]
    if not due:
        return PERHAPS
    able = len([card for card in cards + kept.known if HEIGHTS[card & 15] >= due])
    if able >= len(led) and not (kept.doubted or kept.gone):
        return NO
    able += len([card for card in kept.doubted if HEIGHTS[card & 15] >= due or not card & 15])
    able += len([card for card in cards if not card & 15]) + kept.unknown
    return PERHAPS if able >= len(led) else YES


def most_cards(points: int, packs: int) -> int:
    """1.4: Return the most cards that can be worth no more than `points` together."""
    count = 0
    for value in sorted(RANK_VALUES * 4 * packs):
        points -= value
        count += points >= 0
    return count


def highest(cards: "list[list[int]]") -> "tuple[list[int], bool]":
    """5.2: Return the places of those that have, or may have, the highest card, each of them one of
    some cards; and whether it is certain."""
    spans = [SPANS[may[0] & 15] if len(may) == 1 else span_of(may) for may in cards]
    top = max([low for low, _ in spans], default=0)
    able = [at for at in range(len(cards)) if spans[at][1] >= top]
    return able, all(spans[at][0] == spans[at][1] for at in able)


def span_of(may: "list[int]") -> "tuple[int, int]":
    """Return the heights between which a card lies that is one of these."""
    spans = [SPANS[card & 15] for card in may]
    return min([low for low, _ in spans]), max([high for _, high in spans])
