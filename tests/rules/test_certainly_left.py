"""What is surely left of a hand of which some cards were named in part."""

from __future__ import annotations

from archive.core.cards import UNKNOWN, WrittenHand, cards, text_of
from archive.rules.listed_or_played import certainly_left


def left(listed: str, played: str) -> str:
    hand = WrittenHand(cards(listed))
    for card in cards(played):
        hand.take(card, 1)
    return text_of(sorted(certainly_left(hand), key=lambda card: (card is UNKNOWN, card.text)))


def test_cards_named_in_full_are_left_but_for_those_played() -> None:
    assert left("2c9hKs", "9h") == "2cKs"
    assert left("29K", "9") == "2K"


def test_a_two_that_was_played_may_be_the_one_listed_or_a_card_not_named() -> None:
    """Nobody may be blamed for keeping a two that was perhaps the one that was played."""
    assert left("2c9h?", "2") == "9h?"
    assert left("9?", "9h") == "?"


def test_a_hand_that_its_plays_contradict_says_nothing() -> None:
    assert left("2c9h", "Ks") == "?"
