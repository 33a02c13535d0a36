"""What a hand has certainly held is never more than it held."""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from archive.core.cards import CARDS, UNKNOWN, Card, WrittenHand, cards
from archive.rules.certain_cards import certainly_held, in_some_reading

NAMES = ("9h", "9c", "9d", "8d", "8h", "Ks", "Kd", "Kc")


def written(card: Card, rng: Random) -> Card:
    return rng.choice([card, card, CARDS[card.rank], CARDS["?" + card.suit], UNKNOWN])


def as_text(hand: WrittenHand) -> str:
    return " ".join(sorted(card.text for card, _ in certainly_held(hand)))


def hand_of(listed: str, *played: str) -> WrittenHand:
    hand = WrittenHand(cards(listed))
    for at, card in enumerate(played):
        hand.take(CARDS[card], at)
    return hand


def is_within(seen: list[Card], held: list[Card]) -> bool:
    """Whether every card seen can be another card of those held."""
    owner: dict[int, int] = {}

    def place(one: int, tried: set[int]) -> bool:
        for slot, card in enumerate(held):
            if slot in tried or seen[one].rank not in ("?", card.rank):
                continue
            if seen[one].suit in ("", card.suit):
                tried.add(slot)
                if slot not in owner or place(owner[slot], tried):
                    owner[slot] = one
                    return True
        return False

    return all(place(one, set()) for one in range(len(seen)))


@example(2, 8, 3)
@given(st.integers(0, 10**9), st.integers(1, 8), st.integers(0, 8))
def test_what_a_hand_has_certainly_held_it_held(seed: int, size: int, exchanged: int) -> None:
    rng = Random(seed)
    deck = [CARDS[name] for name in rng.sample(NAMES, len(NAMES))]
    held, stock = deck[:size], deck[size:]
    dealt = held.copy()
    hand = WrittenHand([written(card, rng) for card in held], 0)
    for at in range(1, rng.randint(1, size + 1)):
        card = held.pop()
        hand.take(written(card, rng), at)
    came = stock[:exchanged]
    hand.draw([written(card, rng) for card in came], 20)
    held += came
    dealt += came
    rng.shuffle(held)
    for at in range(21, 21 + rng.randint(0, len(held))):
        hand.take(written(held.pop(), rng), at)
    assert not hand.foreign
    assert is_within([card for card, _ in certainly_held(hand)], dealt)


def test_of_two_readings_only_what_both_have_is_counted() -> None:
    assert as_text(hand_of("9?d", "9d")) == "9d"
    assert as_text(hand_of("9?d", "9d", "9h")) == "9d 9h"


def test_what_no_reading_denies_is_counted() -> None:
    assert as_text(hand_of("99", "9d")) == "9 9d"
    assert as_text(hand_of("98", "9d")) == "8 9d"
    assert as_text(hand_of("9h??", "9d", "?")) == "9d 9h"
    assert as_text(hand_of("9?d", "9s")) == "9s ?d"
    assert as_text(hand_of("9s8s", "?", "8")) == "8s 9s"


@example([{0, 1}, {0, 1}, {1, 2}])  # the third play can only be of the third slot
@given(st.lists(st.sets(st.integers(0, 4)), max_size=4))
def test_the_slots_of_a_play_are_those_of_some_reading(fits: list[set[int]]) -> None:
    """Against all readings, one by one."""
    whole = [one for one in product(*fits) if len(set(one)) == len(one)]
    expected = {play: sorted({one[play] for one in whole}) for play in range(len(fits))}
    found = in_some_reading({play: sorted(slots) for play, slots in enumerate(fits)})
    assert found == (expected if whole else None)
