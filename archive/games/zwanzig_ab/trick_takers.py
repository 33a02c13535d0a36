"""Who takes a trick of Zwanzig ab, with known and unknown cards: 6.6 of rulebook.md."""

from typing import Any

from archive.rules.pack import could_be, full_pack

SUITS = (1, 2, 3, 4)
HEIGHTS = (0, 14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 0)
"""2.1: The height of a card within its suit, by rank, the ace as the highest."""
PACK = full_pack("A789TJQK")


def worth_of(card: int, led: int, trump: int) -> int:
    """6.6: Return the value of a card in a trick: that of a trump is above a card of the suit led,
    any other is zero; negative where it is unknown."""
    suit, height = card >> 4, HEIGHTS[card & 15]
    if not (led and trump and suit):
        return -1
    if suit not in (led, trump):
        return 0
    return height + (32 if suit == trump else 16) if height else -1


WORTH = [
    [[worth_of(card, led, trump) for card in range(80)] for trump in range(5)] for led in range(5)
]
"""6.6: The values of cards in a trick, by the suit led and by trumps."""
MAY_BE = [
    [one for one in PACK if could_be(one, card)]
    or [one for one in full_pack() if could_be(one, card)]
    for card in range(80)
]
"""2.1: The cards of the pack that each named card may be; itself where it is none."""
ONE: "tuple[tuple[int, ...], ...]" = ((), (1,), (2,), (3,), (4,))
"""The certain winner of a trick, by seat."""


def of_all(pick: Any) -> list[list[list[int]]]:
    """Return the result of `pick` for all possible values of a card, by led suit, trumps and
    card."""
    suits = (0,) + SUITS
    return [
        [[pick([WORTH[led][trump][card] for card in may]) for may in MAY_BE] for trump in suits]
        for led in suits
    ]


LEAST, MOST = (
    of_all(lambda worth: min(worth, default=0)),
    of_all(lambda worth: max(worth, default=0)),
)
"""The least and the greatest value in a trick of a card as it is named."""


def takers(trick: list[tuple[int, int]], trump: int) -> tuple[int, ...]:
    """6.6: Return who may have taken a trick: one seat where all that matters is known.

    The values of known cards decide it. Two cards of the same value, of which one must be written
    wrongly, leave no seat; a card of unknown value lets all be compared by what they may be.
    """
    suit, rank = trick[0][1] >> 4, trick[0][1] & 15
    worth = WORTH[suit][trump]
    best, taker = 0, ONE[0]
    for seat, card in trick:
        value = worth[card]
        if value > best:
            best, taker = value, ONE[seat]
        elif value == best:
            taker = ()
        elif value < 0:
            break
    else:
        return taker
    seats, cards = [seat for seat, _ in trick], [card for _, card in trick]
    found: list[int] = []
    for trumps in (trump,) if trump else SUITS:
        for led in (suit,) if suit else SUITS:
            cards[0] = 16 * led + rank
            least, most = LEAST[led][trumps], MOST[led][trumps]
            found += highest(seats, [least[card] for card in cards], [most[card] for card in cards])
    return tuple(sorted(set(found)))


def may_take(trick: list[tuple[int, list[int]]], trump: int) -> tuple[int, ...]:
    """Return the same for a trick to which each laid one of some cards."""
    seats = [seat for seat, _ in trick]
    found: list[int] = []
    for trumps in (trump,) if trump else SUITS:
        for led in {card >> 4 for card in trick[0][1]}:
            worth = WORTH[led][trumps]
            counts = [[worth[card] for card in cards] for _, cards in trick]
            counts[0] = [worth[card] for card in trick[0][1] if card >> 4 == led]
            least, most = [min(each) for each in counts], [max(each) for each in counts]
            found += highest(seats, least, most)
    return tuple(sorted(set(found)))


def highest(seats: list[int], least: list[int], most: list[int]) -> list[int]:
    """Return the seats whose card can be above the least value of all others."""
    best = least.index(max(least))
    above = max(least[best], -1)
    second = max(least[:best] + least[best + 1 :] + [-1])
    return [seat for at, seat in enumerate(seats) if most[at] > (second if at == best else above)]
