"""What a hand says of itself is so, whatever of it is written down."""

from __future__ import annotations

from random import Random

import pytest

from archive.rules.hand import NO, PERHAPS, YES, Hand
from archive.rules.pack import full_pack, read_cards
from tests.counted import called

PACK = full_pack("A789TJQK")
SUITS = (1, 2, 3, 4)


def told(card: int, rng: Random, share: float) -> int:
    """A card as a record names it: whole, or its rank, its suit or nothing."""
    return card if rng.random() < share else rng.choice([card & 15, card >> 4 << 4, 0])


def test_what_a_hand_says_of_cards_is_so() -> None:
    for seed in range(300):
        play_from_a_hand(seed)


def play_from_a_hand(seed: int) -> None:
    """Play from a hand of which parts are told, and hold what it says against what it holds."""
    rng = Random(seed)
    listed, played = rng.choice([0, 0.3, 0.7, 1]), rng.choice([0.3, 0.7, 1])
    pack = rng.sample(PACK, 10)
    held, stock = pack[:5], pack[5:]
    hand = Hand([told(card, rng, listed) for card in held])
    put = rng.sample(held, rng.randrange(4))
    assert hand.take_all([told(card, rng, played) for card in put]) != NO
    taken = stock[: len(put)]
    hand.add([told(card, rng, listed) for card in taken])
    held = [card for card in held if card not in put] + taken
    while held:
        assert len(hand) == len(held)
        for suit in SUITS:
            assert hand.holds_suit(suit) in (any(card >> 4 == suit for card in held), PERHAPS)
        assert all(hand.holds(card) != NO for card in held)
        card = held.pop(rng.randrange(len(held)))
        assert hand.take(told(card, rng, played)) != NO


@pytest.mark.parametrize(
    ("listed", "gone", "suit", "answer"),
    [
        ("AhKh9d", "", 3, YES),
        ("AhKh9d", "", 4, NO),
        ("AhKh9d", "?", 3, YES),  # two hearts, of which one may be gone
        ("AhKd9d", "?", 3, PERHAPS),
        ("AhKd9d", "?", 4, NO),
        ("Kh9", "", 3, YES),
        ("AhKd9d", "Qs", 3, PERHAPS),  # no queen of spades was there: it is another hand
    ],
)
def test_whether_a_suit_is_held(listed: str, gone: str, suit: int, answer: int) -> None:
    hand = Hand(read_cards(listed))
    hand.take_all(read_cards(gone))
    assert hand.holds_suit(suit) == answer


def test_a_card_that_fits_nothing_named_was_an_unknown_one_though_another_is_gone() -> None:
    hand = Hand(read_cards("AhKd?"))
    hand.take_all(read_cards("?Qs"))
    assert (len(hand), hand.unknown) == (1, 0)


def test_cards_change_hands_as_quickly_after_many_as_after_few() -> None:
    def changed(times: int) -> int:
        hand = Hand(read_cards("9h8?7"))

        def change() -> None:
            for _ in range(times):
                hand.take_all(read_cards("9h?"))
                hand.add(read_cards("8h?"))

        calls = called(change)
        assert len(hand) == 4
        return calls

    assert changed(2_000) < 2.5 * changed(1_000)
