"""A deal that fits: what is left out of a sound record is filled in so that nothing is wrong."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from archive.analysis.witnesses.no_deal import why_none
from archive.analysis.witnesses.witness import witness
from archive.core.events import Held
from archive.generator import generate
from archive.notation import write
from archive.notation.edits import edited
from archive.scoring import Answer, Verdict, verify
from tests.analysis.hiding import leave_out

EVERYTHING = {"cards", "exchanges", "hands", "plays", "shows", "suits"}
FIXTURES = Path(__file__).parents[2] / "fixtures"


def less(rules: str, seats: int, seed: int, parts: set[str], share: float) -> Verdict:
    """A game made by chance, with some of its cards left out."""
    name, _, option = rules.partition(";")
    options = dict([option.split("=")]) if option else {}
    record = leave_out(generate(name, seats, seed, options), Random(seed), parts, share)
    return verify(write(record).encode())


@pytest.mark.parametrize(
    ("rules", "seats", "seed", "parts", "share"),
    [
        # who won a trick is told by who led to the next, or by the points alone
        ("zwanzig-ab/pagat@1", 4, 5006, {"plays"}, 0.3),
        pytest.param("zwanzig-ab/pagat@1", 4, 5014, {"plays"}, 0.3, marks=pytest.mark.broad),
        pytest.param("zwanzig-ab/pagat@1", 4, 5003, {"suits"}, 0.3, marks=pytest.mark.broad),
        pytest.param("twenty-two/rasmussen@1", 3, 5006, {"plays"}, 0.3, marks=pytest.mark.broad),
        # who had the highest card left is told by the card kept
        ("twenty-two/north-american@1", 2, 5020, {"cards", "shows"}, 0.6),
        # what a set must count, and what the cards left cost
        ("count-to-20/stovel@1", 2, 5009, {"cards", "plays"}, 0.3),
        ("count-to-20/stovel@1", 2, 5020, {"cards", "shows"}, 0.3),
        # whether a suit was followed hangs on two cards left out; what was kept then on every one
        ("zwanzig-ab/pagat@1", 4, 5013, EVERYTHING, 0.6),
        pytest.param("zwanzig-ab/pagat@1", 4, 5023, EVERYTHING, 0.6, marks=pytest.mark.broad),
        ("zwanzig-ab/twenty-down@1;trump=held", 4, 5019, {"suits"}, 0.6),
        # the tallies tell what was played
        ("twenty/farrugia@1", 2, 5017, {"cards", "plays"}, 0.6),
    ],
)
def test_a_deal_is_found_by_what_the_record_claims(
    rules: str, seats: int, seed: int, parts: set[str], share: float
) -> None:
    """The first deal that fits the cards does not fit the claims; what is wrong with it is set
    aside until one does. Put into the record it is upheld."""
    verdict = less(rules, seats, seed, parts, share)
    edits = witness(verdict)
    assert edits is not None
    filled = verify(edited(verdict.record.text, edits).encode())
    assert [f.sentence for f in filled.findings if f.severity == "error"] == []
    assert (filled.answers.legality, filled.answers.arithmetic) == (Answer.UPHELD, Answer.UPHELD)


def test_cards_that_nobody_named_are_not_told_apart() -> None:
    """Of seven cards in a hand none is known: it is not asked in which order they were held."""
    verdict = less("twenty-two/rasmussen@1", 2, 5023, EVERYTHING, 0.6)
    assert witness(verdict) is not None
    hidden = less("twenty-two/north-american@1", 6, 3, EVERYTHING, 0.9)
    assert "undecided-deal" not in {finding.code for finding in hidden.findings}


def test_the_search_ends_with_its_budget() -> None:
    """Where nothing may be judged no deal is given of which nobody knows whether it is right."""
    verdict = less("zwanzig-ab/pagat@1", 4, 5003, {"suits"}, 0.9)
    assert witness(verdict, budget=0) is None
    assert "That does not say that there is none." in why_none(verdict)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("zwanzig-ab/flawed/no-deal-fits", "no deal of the pack fits lines 16, 17 and 18"),
        (
            "zwanzig-ab/flawed/exchange-that-cannot-have-happened",
            "Lines 16 and 22: The sheet has two aces of hearts in deal 1",
        ),
        ("twenty/flawed/hand-known-in-part", "no deal of the pack fits lines 16 and 18."),
        ("twenty-two/flawed/dealt-in", "no deal of the pack fits lines 83, 84, 85 and 87."),
        (
            "count-to-20/flawed/kings-all-played",
            "they can only cost 20 or 25. Lines 8, 9, 10 and 11 cannot all be right.",
        ),
    ],
)
def test_where_it_is_proved_that_no_deal_fits_the_lines_that_prove_it_are_told(
    name: str, said: str
) -> None:
    verdict = verify((FIXTURES / f"{name}.xxn").read_bytes())
    assert witness(verdict) is None
    assert why_none(verdict).startswith("There is no deal that fits all of this sheet")
    assert said in why_none(verdict)


THIRTY_FIVE = """[XXN "1.0"]
[Game "count-to-20"]
[Rules "count-to-20/stovel@1"]
[P1 "Ada"]
[P2 "Ben"]
[Deck "52"]
[Result "*"]

@deal n=1 dealer=p2 cards=7
p1: 5h5d5c4h3d2cAs
p2: 8s6s4s2s???
1. p1 As=1 2. p2 2s=2 3. p1 3d=3 4. p2 4s=4 5. p1 5d=5
6. p2 6s=6 7. p1 2c5c=7 8. p2 8s=8 9. p1 4h5h=9
@score p1:0 p2:35
*
"""


def test_three_cards_that_cost_thirty_five_are_a_low_one_a_ten_and_a_king() -> None:
    """What the cards left cost is evidence of what they are, though not of which."""
    verdict = verify(THIRTY_FIVE.encode())
    assert verdict.answers.arithmetic is Answer.UNDERDETERMINED
    edits = witness(verdict)
    assert edits is not None
    filled = verify(edited(THIRTY_FIVE, edits).encode())
    assert (filled.answers.legality, filled.answers.arithmetic) == (Answer.UPHELD, Answer.UPHELD)
    (hand,) = [e.cards for e in filled.record.events if isinstance(e, Held) and e.seat == 2]
    left = [card.rank for card in hand if card.text not in ("8s", "6s", "4s", "2s")]
    assert sorted(5 if rank in "A23456789" else 20 if rank == "K" else 10 for rank in left) == [
        5, 10, 20,
    ]  # fmt: skip


def test_a_king_more_than_there_are_costs_what_no_deal_can() -> None:
    """Three cards that cost 60 are three kings: where the other player had two of the four, nobody
    can have kept them. Two kings and a ten there can have been."""
    kings = THIRTY_FIVE.replace("p2:35", "p2:60")
    kings = kings.replace("5h5d5c4h3d2cAs", "KdKh5c4h3d2cAs").replace("5d=5", "Kd=5")
    kings = kings.replace("4h5h=9", "4hKh=9")
    verdict = verify(kings.encode())
    assert [f.code for f in verdict.findings if f.severity == "error"] == ["impossible-sum"]
    enough = verify(kings.replace("p2:60", "p2:50").encode())
    assert [f.code for f in enough.findings if f.severity == "error"] == []
