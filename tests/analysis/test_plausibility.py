"""Repairs stand in the order in which a person would believe them."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.analysis.repairs.plausibility import ANOTHER, COUNTED, LEFT_OUT, PEN, kind
from archive.analysis.repairs.search import repairs
from archive.analysis.repairs.slips_of_the_pen import slip_of_the_pen
from archive.core.budgets import REPAIRS
from archive.notation.edits import Edit
from archive.scoring import verify

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.mark.parametrize(
    ("old", "new", "slip"),
    [
        ("8", "3", True),  # they look alike
        ("7h", "8h", True),  # neighbours among the keys
        ("84", "48", True),  # in the other order
        ("9c", "9s", True),  # one suit's letter for another's
        ("8", "2", False),
        ("Kd", "5c", False),
        ("84", "8", False),
        ("-3", "3", True),  # a minus sign left out
    ],
)
def test_slips_of_the_pen(old: str, new: str, slip: bool) -> None:
    assert slip_of_the_pen(old, new) is slip


def test_what_changes_cost_by_their_kind() -> None:
    assert kind([Edit(0, "p3", "p4", "")]) == PEN
    assert kind([Edit(0, "p1", "p2", ""), Edit(9, "p2", "p1", "")]) == PEN
    totals = [Edit(0, "82", "110", ""), Edit(9, "110", "82", "")]
    assert kind(totals, of_totals=True) == PEN
    assert kind([Edit(0, "8", "3", ""), Edit(9, "3", "8", "")]) == ANOTHER  # cards
    assert kind([Edit(0, "16", "95", "")]) == COUNTED
    assert kind([Edit(0, "", "7. p1 Kd", "")]) == LEFT_OUT
    assert kind([Edit(0, "Kd", "7h", "")]) == ANOTHER


@pytest.mark.parametrize(
    ("record", "first"),
    [
        # the play in quarrel before the hand that was dealt
        (
            "count-to-20/flawed/card-not-held",
            "line 18, play 6: five of diamonds for five of hearts",
        ),
        # of cards in a hand that might be a three, the eight, which looks like it
        ("twenty/flawed/card-not-held", "line 17: three for eight"),
        # the rule set named once, without options that make no difference
        ("zwanzig-ab/flawed/sweep-five-read-as-ten", "line 3: the rules zwanzig-ab/pagat@1 named"),
    ],
)
def test_what_is_believed_most_easily_comes_first(record: str, first: str) -> None:
    verdict = verify((FIXTURES / f"{record}.xxn").read_bytes())
    found = repairs(verdict, REPAIRS).found
    assert found[0].words(verdict) == first
    assert len({one.words(verdict) for one in found}) == len(found)
