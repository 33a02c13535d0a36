"""Hands held against their plays: counting the cards gives what spelling out each of them gives."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from archive.core.cards import CARDS, Card, WrittenHand
from archive.rules.listed_or_played import all_seen, as_listed, cards_listed

ANY = st.sampled_from(list(CARDS.values()))
LIKELY = st.sampled_from([CARDS[card] for card in ("9h", "9c", "Ks", "9", "K", "?h", "?")])
RUNS = st.one_of(st.lists(LIKELY, max_size=6), st.lists(ANY, max_size=6))


def hand_after(listed: list[Card], played: list[Card], drawn: list[Card]) -> WrittenHand:
    hand = WrittenHand(listed, 3)
    for at, card in enumerate(played[::2], 4):
        hand.take(card, at)
    hand.draw(drawn, 10)
    for at, card in enumerate(played[1::2], 11):
        hand.take(card, at)
    return hand


HANDS = st.builds(hand_after, RUNS, RUNS, RUNS)


def in_order(run: list[Card]) -> list[str]:
    return sorted(card.text for card in run)


@given(HANDS)
def test_the_cards_of_a_hand_are_those_that_were_seen(hand: WrittenHand) -> None:
    seen = [one.card for one in as_listed(hand, 1, 1)]
    assert in_order(list(cards_listed(hand))) == in_order(seen)


@given(st.lists(HANDS, max_size=4))
def test_the_cards_of_a_dealing_are_those_that_were_seen(hands: list[WrittenHand]) -> None:
    for sightings in all_seen([(1, number, hand) for number, hand in enumerate(hands)]):
        assert in_order(sightings.cards) == in_order([one.card for one in sightings])
        assert len(sightings) == len(list(sightings))
