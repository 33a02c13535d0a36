"""What cards can count when they are played, and what they cost when they are left: sections 4 and
6 of the page.

What a set can count is several numbers, because of pairs and kings: bit n of a whole number says
that it can count n. Only 1 to 20 matter, and 0 for nothing at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from archive.core.cards import CARDS, PACKS, RANKS, Card
from archive.games.count_to_20.clauses import KING_CARD, LOW_CARD, TEN_CARD

Counts: TypeAlias = int
"""Numbers from 0 to 20 as bits: bit n for n."""

HAND = 7
LAST = 20
PACK = PACKS["52"]
EVERY: Counts = (2 << LAST) - 1
SOME: Counts = EVERY - 1
PAIRING = "TJQ"
PIPS = {rank: place for place, rank in enumerate("A23456789", 1)}
OF_A_RANK = dict.fromkeys(RANKS, PACK.copies * 4)
MOST_UNKNOWN = 13  # more cards than that count more than 20, whatever they are

COSTS = {10: TEN_CARD, 20: KING_CARD, 5: LOW_CARD}
"""Clauses 6.4 to 6.6: what a card left in a hand can cost, and by which clause."""


def cost_of(rank: str) -> int:
    """What a card of a known rank costs who is left with it."""
    return 20 if rank == "K" else 10 if rank in PAIRING else 5


def count_of_rank(rank: str, cards: int) -> Counts:
    """What so many cards of one rank can count together (4.1 to 4.3)."""
    if not cards:
        return 1
    if rank == "K":
        return EVERY >> cards << cards  # each anything from 1 up
    if rank in PAIRING:
        return _bits(10 * (cards - pairs) for pairs in range(cards // 2 + 1))
    return _bits([PIPS[rank] * cards])


def _bits(numbers: Iterable[int]) -> Counts:
    return sum(1 << number for number in set(numbers) if number <= LAST)


def plus(one: Counts, other: Counts) -> Counts:
    """What two sets together can count, when neither pairs with the other."""
    total = 0
    for number in range(LAST + 1):
        if one >> number & 1:
            total |= other << number
    return total & EVERY


@lru_cache(maxsize=8192)
def _count_of_known(ranks: str) -> Counts:
    total: Counts = 1
    for rank in set(ranks):
        total = plus(total, count_of_rank(rank, ranks.count(rank)))
    return total


def count_of(cards: Iterable[Card], free: Mapping[str, int] = OF_A_RANK) -> Counts:
    """All that a set can count. Cards of unknown rank may be any of `free`, which says how many of
    each rank they can be."""
    ranks = "".join(sorted([card.rank for card in cards]))
    if len(ranks) > PACK.size:
        return 0
    unknown = ranks.count("?")
    if not unknown:
        return _count_of_known(ranks)
    if unknown > MOST_UNKNOWN:
        return 0
    return _count_of_some(ranks, tuple(min(free.get(rank, 0), unknown) for rank in RANKS))


@lru_cache(maxsize=8192)
def _count_of_some(ranks: str, free: tuple[int, ...]) -> Counts:
    """The same of a set with unknown cards; how many of them each rank can be, in their order."""
    unknown, known = ranks.count("?"), Counter(ranks)
    totals: list[Counts] = [1, *[0] * unknown]  # by how many unknown cards have been used
    for rank, most in zip(RANKS, free, strict=True):
        after = [0] * (unknown + 1)
        for more in range(most + 1):
            counts = count_of_rank(rank, known[rank] + more)
            for used in range(unknown - more + 1):
                if totals[used]:
                    after[used + more] |= plus(totals[used], counts)
        totals = after
    return totals[unknown]


def ranks_fitting(card: Card, cards: Iterable[Card], free: Mapping[str, int], due: Counts) -> str:
    """The ranks that a card without a name can have, for the set to count what is due."""
    others = list(cards)
    others.remove(card)
    return "".join(
        rank
        for rank in RANKS
        if free.get(rank) and count_of([*others, CARDS[rank]], {**free, rank: free[rank] - 1}) & due
    )


def can_make(ranks: Iterable[str]) -> Counts:
    """All that can be counted with some of these cards, known ones. Pairs add nothing here: what a
    pair counts, one of its cards counts alone."""
    total: Counts = 1
    for rank in ranks:
        if rank == "K":
            return SOME
        total |= total << (10 if rank in PAIRING else PIPS[rank])
        total &= EVERY
    return total & SOME


def set_for(cards: Iterable[Card], due: int) -> list[Card]:
    """Some of these cards that together make the count; none when no set does."""
    found: dict[int, list[Card]] = {0: []}
    for card in sorted(cards, key=lambda card: card.rank == "K"):
        if card.rank == "?":
            continue
        if card.rank == "K" and due not in found:
            return [card]
        value = 10 if card.rank in PAIRING else PIPS.get(card.rank, due)
        for total, run in list(found.items()):
            if total + value <= due:
                found.setdefault(total + value, [*run, card])
    return found.get(due, [])


def numbers_in(counts: Counts) -> list[int]:
    return [number for number in range(LAST + 1) if counts >> number & 1]


def only(counts: Counts) -> int | None:
    """The number, if it is only one."""
    return counts.bit_length() - 1 if counts and not counts & (counts - 1) else None


def in_words(counts: Counts) -> str:
    """`5`, `5 or 6`, `5, 6 or 7`."""
    *first, last = [str(number) for number in numbers_in(counts)] or ["nothing"]
    return f"{', '.join(first)} or {last}" if first else last
