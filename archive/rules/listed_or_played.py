"""The cards that hands must have had, from their listings and their plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from archive.core.cards import CARDS, NAMED, SUITS, UNKNOWN, Card, Pack, WrittenHand
from archive.rules.certain_cards import certainly_held, in_some_reading
from archive.rules.faults_and_claims import CardSeen, CardsSeen

SUITLESS = frozenset(card for card in CARDS.values() if not card.suit)
RANKS_ALONE = SUITLESS - {UNKNOWN}
RANKED = NAMED | RANKS_ALONE
CLEAR = NAMED | {UNKNOWN}


def cards_listed(hand: WrittenHand) -> Sequence[Card]:
    """Return the cards of `as_listed`, without where they were seen, and faster for the usual
    hands."""
    listed, played = hand.listed, hand.played
    if NAMED.issuperset(listed) or (RANKED.issuperset(listed) and SUITLESS.issuperset(played)):
        return listed  # the plays add nothing
    hidden = listed.count(UNKNOWN)
    if not hand.foreign and (
        hidden == len(listed)
        or (not hand.reach and CLEAR.issuperset(listed) and CLEAR.issuperset(played))
    ):
        shown = [card for card in played if card is not UNKNOWN]
        named = [card for card in listed if card is not UNKNOWN]
        for card in named:
            if card in shown:
                shown.remove(card)
        return named + shown[:hidden]
    return [one.card for one in as_listed(hand, 0, 0)]


def as_listed(hand: WrittenHand, seat: int, number: int) -> list[CardSeen]:
    """Return the cards that a hand certainly had by its listing, as exactly as its plays name them,
    and by its plays where the listing is silent. A listed card that names less than its play does
    is seen at the play."""
    return [CardSeen(card, at, seat, number) for card, at in certainly_held(hand)]


def as_played(hand: WrittenHand, seat: int, number: int) -> list[CardSeen]:
    """Return the cards that a hand had by its plays, and by its listing for the cards not
    played."""
    plays = zip(hand.played, hand.played_at, strict=True)
    alike = any(
        form.issuperset(hand.listed) and form.issuperset(hand.played)
        for form in (NAMED, RANKS_ALONE)
    )  # else what is left is left in one reading only
    rest = [(card, hand.at) for card in hand.left[: len(hand)]] if alike else []
    return [CardSeen(card, at, seat, number) for card, at in [*plays, *rest] if card is not UNKNOWN]


def all_seen(hands: Iterable[tuple[int, int, WrittenHand]]) -> tuple[CardsSeen, CardsSeen]:
    """Return the cards of one dealing's hands (seat, number, hand): by their listings, and with
    every hand that its own plays contradict replaced by those plays."""
    hands = list(hands)
    cards: list[Card] = []
    foreign: list[Card] = []
    for _, _, hand in hands:
        cards += cards_listed(hand)
        foreign += hand.foreign
    listed = CardsSeen(
        cards,
        lambda: [one for seat, number, hand in hands for one in as_listed(hand, seat, number)],
        hands,
    )
    if not foreign:
        return listed, listed
    played = [
        one
        for seat, number, hand in hands
        for one in (as_played if hand.foreign else as_listed)(hand, seat, number)
    ]
    return listed, CardsSeen([one.card for one in played], lambda: played)


def cards_left(played: Sequence[Card], pack: Pack) -> tuple[Card, ...]:
    """Return the rest of a pack of which all but a few cards were played; by their ranks where some
    have no suit, and none where the pack does not have what was played."""
    if NAMED.issuperset(played):
        whole = {CARDS[rank + suit]: pack.copies for rank in pack.ranks for suit in SUITS}
    else:
        whole = {CARDS[rank]: pack.copies * len(SUITS) for rank in pack.ranks}
        played = [CARDS[card.rank] for card in played]
    seen = Counter(played)
    return () if seen - Counter(whole) else tuple((Counter(whole) - seen).elements())


def can_be_same_cards(one: tuple[Card, ...], other: tuple[Card, ...]) -> bool:
    """Return whether two lists can be the same cards in some order."""
    hand = WrittenHand(one)
    return len(one) == len(other) and all(hand.take(card, -1) for card in other)


def certainly_left(hand: WrittenHand) -> list[Card]:
    """Return what is left of a hand, `?` for every uncertain card: a nine that was played may have
    been the nine of hearts that was listed, or an unlisted card."""
    if hand.foreign:
        return [UNKNOWN] * max(0, len(hand))
    if NAMED.issuperset(hand.listed) and NAMED.issuperset(hand.played):
        return hand.left
    if RANKS_ALONE.issuperset(hand.listed) and RANKS_ALONE.issuperset(hand.played):
        return hand.left
    played_from = frozenset[int]().union(*all_slots(hand))
    left = [
        card
        for slot, card in enumerate(hand.listed)
        if card is not UNKNOWN and slot not in played_from
    ]
    return left + [UNKNOWN] * (len(hand) - len(left))


def slots_of(hand: WrittenHand, index: int) -> frozenset[int]:
    """Return the slots whose card the play of that index can have been, all others being some card
    of the hand too; none where there is no such reading."""
    return all_slots(hand)[index]


def all_slots(hand: WrittenHand) -> tuple[frozenset[int], ...]:
    """Return the same for every play."""
    reaches = tuple(map(hand.reach_of, range(len(hand.played)))) if hand.reach else ()
    return _slots_by_play(hand.listed, tuple(hand.played), reaches)


@lru_cache(maxsize=4096)
def _slots_by_play(
    listed: tuple[Card, ...], played: tuple[Card, ...], reaches: tuple[int, ...]
) -> tuple[frozenset[int], ...]:
    """Return by play the slots that it can have come from. The result is remembered, because a
    search that judges a record again and again with a card changed asks it of the same hands."""
    fits = {
        play: [
            slot
            for slot, held in enumerate(listed[: reaches[play]] if reaches else listed)
            if held.could_be(card)
        ]
        for play, card in enumerate(played)
    }
    possible = in_some_reading(fits)
    return tuple(frozenset(possible[play]) if possible else frozenset() for play in fits)
