"""Repairs that change the cards of hands and plays: wherever a card is written, or in two plays."""

from __future__ import annotations

import re
from random import Random

import pytest

from archive.analysis.repairs.repair import Repair
from archive.analysis.repairs.search import repairs
from archive.analysis.report import analyse
from archive.core.budgets import REPAIRS_IN_TURN
from archive.generator import generate
from archive.generator.flaws import spoil
from archive.notation import write
from archive.notation.edits import edited
from archive.scoring import Verdict, verify


def found_for(text: str) -> tuple[Verdict, list[Repair]]:
    """Return the verdict on a text, and the repairs that an analysis finds."""
    verdict = verify(text.encode())
    return verdict, repairs(verdict, *REPAIRS_IN_TURN).found


def texts_for(text: str) -> list[str]:
    """Return the text as each of its repairs leaves it."""
    _, found = found_for(text)
    return [edited(text, one.edits) for one in found]


def test_what_a_king_counts_is_put_right_and_not_the_card_beside_it() -> None:
    text = write(generate("count-to-20/stovel@1;target=200", 2, 2, {}))
    said = re.search(r"\bp\d ([2-9])[cdhs]\+K[cdhs]:(?!\1)\d(?==)", text)
    assert said is not None
    assert texts_for(text[: said.end() - 1] + said[1] + text[said.end() :]) == [text]


def test_a_card_too_few_in_a_hand_that_is_not_named_in_full_is_not_named_either() -> None:
    text = write(generate("twenty/farrugia@1", 2, 0, {})).replace("p1: 3c3h3s2dAd", "p1: 3c3h???")
    verdict, found = found_for(text.replace("3c3h???", "3c3h??"))
    told = [one.words(verdict) for one in found]
    assert told == ["line 16: with a further card that is not named"]


def test_a_card_that_two_players_have_may_be_another_with_either_of_them() -> None:
    """Both had it dealt and put it away; nothing tells which of them had another card."""
    text = write(generate("zwanzig-ab/pagat@1", 4, 0, {}))
    twice = text.replace("p4: JcTh+QdJdAc", "p4: JcTh+Qd9dAc").replace("p4 xJdTh", "p4 x9dTh")
    verdict, found = found_for(twice)
    assert text in [edited(twice, one.edits) for one in found]
    words = [one.words(verdict) for one in found]
    for card in ("nine of spades", "jack of diamonds"):
        assert f"lines 16 and 22: {card} for nine of diamonds" in words
        assert f"lines 17 and 22: {card} for nine of diamonds" in words


def test_a_card_played_twice_from_hands_that_are_not_named_in_full() -> None:
    text = write(generate("twenty/farrugia@1", 2, 0, {})).replace("p1: 3c3h3s2dAd", "p1: 3c3h???")
    assert text in texts_for(text.replace("9. p1 3s=10", "9. p1 3d=10"))


HAND_NAMED_IN_PART = """\
[XXN "1.0"]
[Game "count-to-20"]

@deal n=1 dealer=p3 cards=7
p4: 8s7s4c????
p1: 6c6hAh????
p2: 3cKhJc9h4h3h?
1. p4 dQc 2. p1 dTh 3. p2 d9c 4. p3 Kd:1=1
5. p4 dAs 6. p1 d5h 7. p2 Kc:2=2 8. p3 3s=3
9. p4 4c=4 10. p1 d2h 11. p2 4h+Kh:1=5 12. p3 6s=6
13. p4 7h=7 14. p1 d3d 15. p2 d5s 16. p3 8c=8
17. p4 8sAs=9 18. p1 d5d 19. p2 Jc=10 20. p3 dQd
21. p4 dTs 22. p1 d7c 23. p2 d4d 24. p3 d5c
25. p4 d7d 26. p1 dTd 27. p2 5s6d=11 28. p3 QhQd2c=12
29. p4 d8d 30. p1 d4s 31. p2 4d9c=13 32. p3 d8h
33. p4 7s7d=14 34. p1 d2d 35. p2 dJs 36. p3 2s8h5c=15
"""


def test_one_of_the_cards_that_are_named_of_a_hand_may_be_another() -> None:
    verdict, found = found_for(HAND_NAMED_IN_PART)
    assert [one.words(verdict) for one in found] == [
        f"line 7: six of diamonds for {card}"
        for card in ("three of clubs", "nine of hearts", "three of hearts")
    ]


def test_a_card_misread_in_an_open_hand_is_the_one_that_is_due() -> None:
    """The second round has the hands of the first, and the other player's plays name them."""
    text = write(generate("twenty/farrugia@1", 2, 0, {"hands": "open"}))
    misread = text.replace("p1: Qs9s6h4h3d", "p1: Qs9d6h4h3d").replace("70. p1 9s", "70. p1 9d")
    assert texts_for(misread) == [text]


def test_two_plays_of_a_player_written_in_each_others_place() -> None:
    """Others played between the two."""
    game = generate("twenty-two/north-american@1", 8, 3, {})
    spoiled = spoil(game, "not-lowest", Random(0))
    assert spoiled is not None
    assert texts_for(write(spoiled)) == [write(game)]


def test_a_card_beside_the_one_that_was_led() -> None:
    text = write(generate("twenty-two/north-american@1", 3, 0, {}))
    assert text in texts_for(text.replace("10. p2 Jh 11.", "10. p2 JhKd 11."))


def test_a_hand_that_is_listed_twice() -> None:
    text = write(generate("twenty-two/north-american@1", 3, 0, {}))
    hand = "p2: KdJhTs7c7d4h3h\n"
    texts = texts_for(text.replace(hand, hand + hand.replace("Kd", "Qd")))
    assert text in [re.sub(r"\n\n(?=@exchange)", "\n", one) for one in texts]


@pytest.mark.parametrize(
    ("rules", "seats", "seed", "meant", "slip", "words"),
    [
        ("zwanzig-ab/pagat@1", 4, 7000105, "320. p1 Ah", "320. p1 8h",
         "ace of hearts for eight of hearts"),
        ("zwanzig-ab/twenty-down@1", 4, 7000016, "30. p4 As", "30. p4 Ts",
         "ace of spades for ten of spades"),
        ("twenty-two/north-american@1", 3, 7000133, "34. p1 Jh", "34. p1 Ac",
         "jack of hearts for ace of clubs"),
        ("twenty-two/north-american@1", 3, 7000007, "6c7dKc2h8s7h6d9dTs6s", "6c7dTd2h8s7h6d9dTs6s",
         "king of clubs for ten of diamonds"),
    ],
)  # fmt: skip
def test_another_card_is_found_where_no_hand_is_listed(
    rules: str, seats: int, seed: int, meant: str, slip: str, words: str
) -> None:
    """A card that a player plays twice, one too low to win the trick, one that is played later
    while another is left, and one that cannot have been taken."""
    text = re.sub(r"(?m)^p\d+: .*\n", "", write(generate(rules, seats, seed, {})))
    assert text.count(meant) == 1
    verdict = verify(text.replace(meant, slip).encode())
    assert words in [
        one.words(verdict).partition(": ")[2] for one in analyse(verdict).repairs.found
    ]
