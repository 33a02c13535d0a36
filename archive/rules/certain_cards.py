"""The cards that a hand has certainly had, however the record is read.

A nine of diamonds that was played from `9 ?d` may have been the nine or the diamond, and to see
both a nine of diamonds and a diamond would be to see one card too many. A listed card and a play
that cannot have been of it are two cards; of those that may be one and the same only one is
counted, the more exact one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from archive.core.bipartite import matching
from archive.core.cards import CARDS, UNKNOWN, Card, WrittenHand

Observation: TypeAlias = tuple[Card, int]
"""A card, and the event that shows it."""


class PlayedCard(NamedTuple):
    """A card played: as exactly as it is known, the event, and the slots it may come from."""

    card: Card
    at: int
    slots: frozenset[int]


def certainly_held(hand: WrittenHand) -> list[Observation]:
    """Return the cards that a hand has certainly had: first those seen in its listing, in its
    order, then those seen where they were played."""
    slots, plays = _certain(hand.listed, tuple(hand.played), hand.reach, tuple(hand.foreign))
    seen = [(hand.listed[slot], hand.source(slot)) for slot in slots]
    return seen + [(card, hand.played_at[index]) for card, index in plays]


Run: TypeAlias = tuple[Card, ...]


@lru_cache(maxsize=4096)
def _certain(
    listed: Run, played: Run, reach: tuple[int, ...], foreign: Run
) -> tuple[list[int], list[tuple[Card, int]]]:
    """Return the certain slots of a hand, and its certain plays with their cards. The result is
    remembered, because a record is judged again and again with a card of another hand changed."""
    hand = WrittenHand(listed)
    hand.played, hand.played_at = list(played), list(range(len(played)))
    hand.reach, hand.foreign = reach, list(foreign)
    told, slots = _told(hand)
    kept, shown = max(
        (_chosen(listed, slots, told, plays_first) for plays_first in (False, True)),
        key=lambda found: (
            sum(weight(listed[slot]) for slot in found[0])
            + sum(weight(play.card) for play in found[1])
        ),
    )
    kept |= set(range(len(listed))) - set(slots)
    named = [slot for slot in sorted(kept) if listed[slot] is not UNKNOWN]
    return named, [(play.card, play.at) for play in told if play in shown]


def _chosen(
    listed: Sequence[Card], slots: Sequence[int], told: Sequence[PlayedCard], plays_first: bool
) -> tuple[set[int], list[PlayedCard]]:
    """Return slots and plays no two of which may be the same card: the most exact is chosen first,
    and of equally exact ones the listing or the plays."""
    by_weight = [
        *((-weight(listed[slot]), plays_first, slot) for slot in slots),
        *((-weight(play.card), not plays_first, at) for at, play in enumerate(told)),
    ]
    kept: set[int] = set()
    shown: list[PlayedCard] = []
    for minus, later, index in sorted(by_weight):
        if not minus:
            break
        if later is plays_first:
            if not any(index in play.slots for play in shown):
                kept.add(index)
        elif kept.isdisjoint(told[index].slots):
            shown.append(told[index])
    return kept | _beside(shown, [slot for slot in slots if slot not in kept], listed), shown


def weight(card: Card) -> int:
    """Return how much is known about a card: its rank, its suit."""
    return (card.rank != "?") + bool(card.suit)


def _apart(hand: WrittenHand, alike: bool) -> tuple[list[int], list[int]]:
    """Return the plays and the slots of a hand, without plays that fit nothing that was listed; if
    `alike` those left when a card that both name in full is taken for the same one."""
    slots = list(range(len(hand.listed)))
    plays = []
    for index, card in enumerate(hand.played):
        if card in hand.foreign:
            continue
        same = (slot for slot in slots if hand.listed[slot] is card and slot < hand.reach_of(index))
        slot = next(same, None) if alike and weight(card) == 2 else None
        if slot is None:
            plays.append(index)
        else:
            slots.remove(slot)
    return plays, slots


def _told(hand: WrittenHand) -> tuple[list[PlayedCard], list[int]]:
    """Return the plays with everything that the listed cards they may come from have in common, and
    those slots. No plays where there is no reading in which each has a slot."""
    for alike in (True, False):
        plays, slots = _apart(hand, alike)
        fits = {
            play: [
                slot
                for slot in slots
                if slot < hand.reach_of(play) and hand.listed[slot].could_be(hand.played[play])
            ]
            for play in plays
        }
        if (possible := in_some_reading(fits)) is not None:
            return [_as_told(hand, play, slots) for play, slots in possible.items()], slots
    return [], []


def _as_told(hand: WrittenHand, play: int, slots: Iterable[int]) -> PlayedCard:
    card = _with_all_in_common(hand.played[play], [hand.listed[slot] for slot in slots])
    return PlayedCard(card, hand.played_at[play], frozenset(slots))


def _with_all_in_common(card: Card, listed: Iterable[Card]) -> Card:
    ranks, suits = {one.rank for one in listed}, {one.suit for one in listed}
    rank = ranks.pop() if card.rank == "?" and len(ranks) == 1 else card.rank
    suit = suits.pop() if not card.suit and len(suits) == 1 else card.suit
    return CARDS[rank + suit]


def in_some_reading(fits: Mapping[int, Sequence[int]]) -> dict[int, list[int]] | None:
    """Return, of the slots that each play may come from, those with which every other play has a
    slot too; None where there is no such reading.

    One reading is found first. A play may take a slot in another one if that is free, or if the
    play that has it can go elsewhere: from slot to slot until one is free, or until the slot is
    reached that was given up for it.
    """
    owner = matching(fits)
    if owner is None:
        return None
    mine = {play: slot for slot, play in owner.items()}
    # by play the slots that come free, one moving for the other, if it moves; each as one bit
    moved = {
        play: sum(1 << slot for slot in slots if slot != mine[play]) for play, slots in fits.items()
    }
    for between, slot in mine.items():
        for play, found in moved.items():
            if found >> slot & 1:
                moved[play] = found | moved[between]
    free = ~sum(1 << slot for slot in owner)

    def may(play: int, slot: int) -> bool:
        if slot == mine[play] or slot not in owner:
            return True
        return bool(moved[owner[slot]] & (free | 1 << mine[play]))

    return {play: [slot for slot in slots if may(play, slot)] for play, slots in fits.items()}


def _beside(shown: Iterable[PlayedCard], slots: Iterable[int], listed: Sequence[Card]) -> set[int]:
    """Return, of listed cards that are written alike, those that the plays counted leave
    over: where one nine of two was played, there is another."""
    shown = list(shown)
    alike: dict[Card, list[int]] = {}
    for slot in slots:
        if listed[slot] is not UNKNOWN:
            alike.setdefault(listed[slot], []).append(slot)
    over: set[int] = set()
    for same in alike.values():
        taken = sum(not play.slots.isdisjoint(same) for play in shown)
        over.update(same[min(taken, len(same)) :])
    return over
