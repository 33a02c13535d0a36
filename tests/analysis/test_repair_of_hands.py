"""Repairs of hands that were written into the row of another player."""

from __future__ import annotations

import re

import pytest

from archive.analysis.repairs.search import repairs
from archive.core.budgets import REPAIRS
from archive.generator import generate
from archive.notation import write
from archive.notation.edits import edited
from archive.scoring import verify

EVERYWHERE = [
    ("twenty/farrugia@1", 2), ("count-to-20/stovel@1", 2), ("twenty-two/north-american@1", 3),
    ("twenty-two/rasmussen@1", 4), ("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4),
]  # fmt: skip
ROWS = re.compile(r"(?m)^p(?P<one>\d+)(?P<hand>: \S+\n)p(?P<other>\d+)(?P<below>: \S+\n)")


def text_of(rules: str, seats: int, seed: int) -> str:
    style = {"hands": "all"} if seats == 2 else {}
    return write(generate(rules, seats, seed, {}, **style))


def first_repair(text: str) -> tuple[str, str]:
    """Return the first repair in words, and the record with it."""
    verdict = verify(text.encode())
    first = repairs(verdict, REPAIRS).found[0]
    return first.words(verdict).partition(": ")[2], edited(text, first.edits)


@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
def test_two_hands_in_each_others_rows_are_exchanged(rules: str, seats: int) -> None:
    text = text_of(rules, seats, 3)
    rows = list(ROWS.finditer(text))[1]
    wrong = f"p{rows['other']}{rows['hand']}p{rows['one']}{rows['below']}"
    words, right = first_repair(text[: rows.start()] + wrong + text[rows.end() :])
    assert words.endswith(" exchanged")
    swapped = f"p{rows['one']}{rows['hand']}p{rows['other']}{rows['below']}"
    assert right == text[: rows.start()] + swapped + text[rows.end() :]


@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
def test_a_second_hand_of_a_player_is_of_the_one_who_has_none(rules: str, seats: int) -> None:
    text = text_of(rules, seats, 3)
    rows = list(ROWS.finditer(text))[1]
    wrong = f"p{rows['one']}{rows['hand']}p{rows['one']}{rows['below']}"
    words, right = first_repair(text[: rows.start()] + wrong + text[rows.end() :])
    assert " for " in words
    assert right == text
