"""Repairs that take out, move or change whole plays and lines of the table."""

from __future__ import annotations

import re

import pytest

from archive.analysis.repairs.search import repairs
from archive.core.budgets import REPAIRS
from archive.generator import generate
from archive.notation import write
from archive.notation.edits import edited
from archive.scoring import Verdict, verify


def words_of(verdict: Verdict) -> list[str]:
    """Return each repair without the place it begins with."""
    found = repairs(verdict, REPAIRS).found
    return [one.words(verdict).partition(": ")[2] for one in found]


@pytest.mark.parametrize(
    ("rules", "seats", "card"),
    [
        ("twenty/farrugia@1", 2, "3d"),
        ("count-to-20/stovel@1", 3, "3d=3"),
        ("twenty-two/north-american@1", 3, "8h"),
        ("zwanzig-ab/pagat@1", 4, "9h"),
    ],
)
def test_a_play_too_many_is_taken_out(rules: str, seats: int, card: str) -> None:
    """Those behind it were numbered on, so no number shows it, and the same player has two in a
    row."""
    text = write(generate(rules, seats, 1, {}))
    plays = list(re.finditer(r"\b(\d+)\. (p\d) \S+", text))
    last, following = plays[17], plays[18]
    more = f"{int(last[1]) + 1}. {following[2]} {card}"
    behind = re.sub(r"\b(\d+)(?=\. p\d)", lambda one: f"{int(one[1]) + 1}", text[last.end() :])
    verdict = verify(f"{text[: last.end()]} {more}{behind}".encode())
    assert words_of(verdict)[:1] == [f"without “{more}”"]


@pytest.mark.parametrize("deals", [True, False])
def test_a_hand_listed_before_it_was_dealt_is_moved_to_its_place(deals: bool) -> None:
    """That is behind the line of its deal, or where there is none, behind the play with which the
    hand before it is used up."""
    text = write(generate("twenty/farrugia@1", 2, 5, {}))
    if not deals:
        text = re.sub(r"@(?:deal|score) .*\n", "", text)
    hand = re.findall(r"p1: .*\n", text)[2]
    early = text.replace(hand, "").replace("15. p1", f"{hand}15. p1")
    verdict = verify(early.encode())
    assert verdict.findings[verdict.first_divergence or 0].code == "dealt-early"
    found = repairs(verdict, REPAIRS).found
    assert [edited(early, one.edits) for one in found] == [text]


def test_a_card_drawn_for_the_deal_may_be_another_with_which_the_dealer_deals() -> None:
    """Ana drew an ace, and the sheet has a two; only her card is in doubt."""
    text = write(generate("twenty-two/north-american@1", 3, 5, {}))
    assert "@cut p1 Ad p2 Jd p3 Kh" in text
    verdict = verify(text.replace("@cut p1 Ad", "@cut p1 2d").encode())
    aces = [
        f"ace of {suit} for two of diamonds" for suit in ("clubs", "diamonds", "hearts", "spades")
    ]
    assert words_of(verdict) == aces
