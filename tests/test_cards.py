"""Cards, packs, and hands that are known only in part."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.core.cards import CARDS, PACKS, UNKNOWN, WrittenHand, cards, text_of
from archive.core.errors import BadCards

ANY = st.sampled_from(sorted(CARDS))


@given(st.lists(ANY))
def test_a_run_reads_back_as_it_was_written(run: list[str]) -> None:
    assert text_of(cards("".join(run))) == "".join(run)


def test_each_card_exists_once() -> None:
    nine = CARDS["9h"]
    assert copy.deepcopy(nine) is nine
    assert pickle.loads(pickle.dumps(nine)) is nine


@pytest.mark.parametrize(("text", "index"), [("10", 0), ("9hX", 2), ("9H", 1), ("B", 0), (" 9", 0)])
def test_what_is_no_card_is_pointed_at(text: str, index: int) -> None:
    with pytest.raises(BadCards) as bad:
        cards(text)
    assert (bad.value.text, bad.value.index) == (text, index)


@pytest.mark.parametrize(
    ("one", "other", "can"),
    [
        ("9h", "9", True),
        ("9h", "9c", False),
        ("?h", "9h", True),
        ("?h", "9", True),
        ("?h", "9c", False),
        ("?", "Ks", True),
        ("9", "8", False),
    ],
)
def test_two_names_may_mean_the_same_card(one: str, other: str, can: bool) -> None:
    assert CARDS[one].could_be(CARDS[other]) is CARDS[other].could_be(CARDS[one]) is can


@pytest.mark.parametrize(("card", "held"), [("9h", 1), ("9", 4), ("?h", 13), ("?", 52)])
def test_a_pack_holds_so_many_of_a_card(card: str, held: int) -> None:
    assert PACKS["52"].holds(CARDS[card]) == held


def test_the_short_pack_has_no_six() -> None:
    assert (PACKS["32"].size, PACKS["32"].holds(CARDS["6"]), PACKS["32"].holds(CARDS["7"])) == (
        32,
        0,
        4,
    )


def test_a_hand_is_matched_as_a_whole() -> None:
    """A nine may have been the nine of hearts: only the next card tells."""
    hand = WrittenHand(cards("9h?"))
    assert hand.take(CARDS["9"], 0)
    assert hand.take(CARDS["5"], 1)
    assert hand.left == []


def test_a_card_nobody_listed_is_foreign_and_played_all_the_same() -> None:
    hand = WrittenHand(cards("QJJ43"))
    assert not hand.take(CARDS["5"], 0)
    assert (hand.foreign, hand.played, len(hand)) == ([CARDS["5"]], [CARDS["5"]], 4)
    assert hand.take(CARDS["J"], 1)
    assert hand.take(CARDS["J"], 2)
    assert not hand.take(CARDS["J"], 3)


@given(st.lists(ANY, min_size=5, max_size=5), st.data())
def test_a_hand_takes_its_own_cards_in_any_order_however_much_is_hidden(
    held: list[str], data: st.DataObject
) -> None:
    def hide(card: str) -> str:
        return data.draw(st.sampled_from([card, card[0], "?", f"?{card[1:]}"]))

    listed = cards("".join(hide(card) for card in held))
    order = data.draw(st.permutations(held))
    hand = WrittenHand(listed)
    assert all(hand.take(CARDS[hide(card)], 0) for card in order)
    assert len(hand) == 0


def test_a_hand_not_listed_takes_anything() -> None:
    hand = WrittenHand([UNKNOWN] * 5)
    assert all(hand.take(CARDS[card], 0) for card in ("9h", "9h", "K", "?", "A"))
