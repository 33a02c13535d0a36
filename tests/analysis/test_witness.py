"""A deal that fits: what is left out of a sound record is filled in so that nothing is wrong."""

from __future__ import annotations

from random import Random

import pytest

from archive.analysis.edits import edited
from archive.analysis.witness import witness
from archive.generator import generate
from archive.notation import write
from archive.verdict import Answer, Verdict, verify
from tests.analysis.hiding import leave_out


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
        ("zwanzig-ab/pagat@1", 4, 5014, {"plays"}, 0.3),
        ("zwanzig-ab/pagat@1", 4, 5003, {"suits"}, 0.3),
        ("twenty-two/rasmussen@1", 3, 5006, {"plays"}, 0.3),
        # who had the highest card left is told by the card kept
        ("twenty-two/north-american@1", 2, 5020, {"cards", "shows"}, 0.6),
        # what a set must count, and what the cards left cost
        ("count-to-20/stovel@1", 2, 5009, {"cards", "plays"}, 0.3),
        ("count-to-20/stovel@1", 2, 5020, {"cards", "shows"}, 0.3),
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


def test_the_search_ends_with_its_budget() -> None:
    """Where nothing may be judged no deal is given of which nobody knows whether it is right."""
    verdict = less("zwanzig-ab/pagat@1", 4, 5003, {"suits"}, 0.9)
    assert witness(verdict, budget=0) is None
