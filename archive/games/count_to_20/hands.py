"""What is left in a hand, as far as the record tells it: clause 8.3.

Who plays a card that is not named keeps one card less, and nobody knows which. What such a play
cost is known only where every card it can have been costs the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from archive.core.cards import CARDS, Card, Hand
from archive.games.count_to_20.values import OF_A_RANK, cost_of


class Left(NamedTuple):
    """What is left of a hand: the ranks that were in it and have not been seen to leave it, how
    many cards of it nobody can name, and how many cards have left it without a name (`unnamed`) or
    against its listing (`foreign`), so that of `ranks` as many may be gone."""

    ranks: Counter[str]
    unknown: int
    unnamed: int
    foreign: int

    @property
    def sure(self) -> bool:
        """Whether the ranks are exactly what is held, beside the unknown cards."""
        return not self.unnamed and not self.foreign


def left_of(hand: Hand) -> Left:
    """What is left of a hand."""
    held = Counter(card.rank for card in hand.listed)
    gone = Counter(card.rank for card in hand.played)
    gone.subtract(card.rank for card in hand.foreign)
    unknown, unnamed = held.pop("?", 0), gone.pop("?", 0)
    for rank, cards in gone.items():
        unknown -= max(0, cards - held[rank])  # these were among the unknown ones
        held[rank] -= cards
    return Left(+held, max(0, unknown), unnamed, len(hand.foreign))


def named_left(hand: Hand, left: Left) -> list[Card]:
    """A card for each rank that is surely left, by its suit where the hand still has such a one."""
    rest, named = hand.left.copy(), []
    for rank in left.ranks.elements():
        card = next((held for held in rest if held.rank == rank), CARDS[rank])
        if card in rest:
            rest.remove(card)
        named.append(card)
    return named


def could_be(hand: Hand, unknown: Sequence[Card], loose: bool) -> Mapping[str, int]:
    """Which ranks cards can have that are played from this hand without a name, and how many of
    each there are. A hand is `loose` when cards may have come to it that nobody wrote down."""
    left = left_of(hand)
    if loose or left.unknown or left.foreign:
        return OF_A_RANK
    suits = {card.suit for card in unknown}
    if "" in suits:
        return left.ranks
    fitting = {held.rank for held in hand.listed if not held.suit or held.suit in suits}
    return {rank: cards for rank, cards in left.ranks.items() if rank in fitting}


def without(ranks: Mapping[str, int], cards: Iterable[Card]) -> Mapping[str, int]:
    """How many of each rank there are besides the cards that are named."""
    named = Counter(card.rank for card in cards)
    return {rank: max(0, number - named[rank]) for rank, number in ranks.items()}


Costs = Mapping[int, int]
"""How many cards were left by what each costs: `{5: 3, 20: 1}`."""


def costs_of(ranks: Iterable[str]) -> Costs:
    return Counter(cost_of(rank) for rank in ranks)


def costs_left(hand: Hand, unnamed: Iterable[int | None]) -> Costs | None:
    """What the cards left in a hand cost; None where that is not known. `unnamed` has the cost of
    each card that was played without a name, None where that is open."""
    left, held = left_of(hand), len(hand)
    if held <= 0:
        return {}
    if left.unknown:
        return None
    costs = Counter(costs_of(left.ranks.elements()))
    for cost in unnamed:
        if cost is not None:
            costs[cost] -= 1
    costs = +costs
    if costs.total() == held:
        return costs
    return {next(iter(costs)): held} if len(costs) == 1 else None
