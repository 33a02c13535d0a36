"""Repairs of sheets of totals: the slips that people make in them, the likeliest first."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from archive.analysis.repairs.search import Repair, repairs
from archive.analysis.report import verify_fully
from archive.core.budgets import REPAIRS
from archive.importers import import_bytes
from archive.languages.language import language
from archive.notation.edits import edited
from archive.scoring import Verdict, verify

SHEETS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[2] / "fixtures" / "repairs-of-totals.toml").read_text("utf-8")
)["sheet"]


def judged(text: str, code: str = "en") -> Verdict:
    imported = import_bytes(text.encode())
    assert imported is not None
    return verify(imported.xxn, language=language(code))


def told(verdict: Verdict, found: list[Repair]) -> list[str]:
    """Return repairs in words, without their places."""
    return [
        "; ".join(part.partition(": ")[2] for part in one.words(verdict).split("; "))
        for one in found
    ]


@pytest.mark.parametrize("sheet", SHEETS, ids=[one["about"] for one in SHEETS])
def test_the_slip_of_a_sheet_is_among_its_repairs_and_each_leaves_no_error(
    sheet: dict[str, Any],
) -> None:
    verdict, due = judged(sheet["text"]), sheet["repairs"]
    found = repairs(verdict, REPAIRS).found
    assert told(verdict, found)[: len(due)] == due
    assert len(found) == len(due) + sheet.get("more", len(found) - len(due))
    if german := sheet.get("german"):
        verdict = judged(sheet["text"], "de")
        assert told(verdict, found)[: len(german)] == german
    for one in found:
        again = verify(edited(verdict.record.text, one.edits).encode())
        assert again.first_divergence is None
        assert (again.score, again.winner) == (one.score, one.winner)


def test_each_repair_says_what_it_makes_of_score_and_winner() -> None:
    text = "Twenty. Final score: Anna 82, Ben 110. Anna wins.\n"
    imported = import_bytes(text.encode())
    assert imported is not None
    body = verify_fully(imported.xxn).as_dict()
    ends = [(one["score"], one["winner"], one["changes_winner"]) for one in body["repairs"]]
    assert ends == [({"p1": 82, "p2": 110}, "p2", False), ({"p1": 110, "p2": 82}, "p1", True)]
    assert body["repairs_complete"]


def test_where_a_sheet_has_no_repair_others_may_exist() -> None:
    hopeless = (
        "Count to 20\nHand 1: Ada 13, Ben 7\nHand 2: Ada 21, Ben 33\nHand 3: Ada 44, Ben 62\n"
    )
    body = verify_fully(judged(hopeless).record.text.encode()).as_dict()
    assert (body["repairs"], body["repairs_complete"]) == ([], False)
