"""Sheets in words of which a whole hand is missing: their plays have no numbers, which would say
that nothing is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.core.cards import cards
from archive.core.events import Deal, Event, Keep, Kept
from archive.importers import import_bytes
from archive.importers.order_of_deals import may_lack_deals
from archive.scoring import verify

PROSE = Path(__file__).parents[2] / "fixtures/import/prose"


@pytest.mark.parametrize("gone", [2, 3, 4, 5])
def test_a_hand_that_is_missing_in_a_chat_accuses_no_player(gone: int) -> None:
    """The hands behind it were called wrong from the dealer to the totals."""
    text = (PROSE / "chat-in-the-first-person.txt").read_text("utf-8")
    first, behind = (
        re.search(rf"^.*hand {n}, I deal", text, re.MULTILINE) for n in (gone, gone + 1)
    )
    assert first
    assert behind
    imported = import_bytes((text[: first.start()] + text[behind.start() :]).encode(), "a.txt")
    assert imported is not None
    verdict = verify(imported.xxn)
    assert not [one.code for one in verdict.findings if one.severity == "error"]
    told = f"Hand {gone} is missing: the sheet goes on with hand {gone + 1}."
    assert any(one.sentence.startswith(told) for one in verdict.findings)


@pytest.mark.parametrize(
    ("lines", "by_turns", "lacks"),
    [
        ([Deal(1, 1), Deal(2, 2), Deal(3, 3)], 3, False),
        ([Deal(1, 1), Deal(3, 3)], 0, True),
        ([Deal(None, 3), Deal(None, 1)], 3, False),
        ([Deal(None, 1), Deal(None, 3)], 3, True),
        ([Deal(None, 1), Deal(None, 3)], 0, False),
        ([Deal(None, 1), Keep((Kept(3, cards("K")[0], 10),)), Deal(None, 3)], 0, False),
        ([Deal(None, 1), Keep((Kept(3, cards("K")[0], 10),)), Deal(None, 2)], 0, True),
    ],
)
def test_a_sheet_may_lack_deals_by_their_numbers_or_who_deals(
    lines: list[Event], by_turns: int, lacks: bool
) -> None:
    assert may_lack_deals(lines, by_turns) is lacks
