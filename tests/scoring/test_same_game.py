"""The pages of a game show the game that its verdict is about: the same scores by the same plays in
the replay, the same totals at the foot of the score sheet and wherever else may be played on."""

from __future__ import annotations

from contextlib import suppress

import pytest

from archive.core.errors import UnknownRules
from archive.rules.hand import UNCOUNTED
from archive.scoring import Verdict
from archive.scoring.prepared import playable
from archive.scoring.record_positions import positions
from archive.scoring.replay import replay
from archive.scoring.scoresheet import scoresheet
from tests.judged import judged, judged_data
from tests.scoring.test_torn import FIXTURES, text_of, torn_records

EACH = 29
"""Of so many plies one is looked at: that all are those of one walk tests/test_replay.py says."""


def shown_otherwise(verdict: Verdict) -> str:
    """Return what the pages of a record show otherwise than its verdict; nothing where no rules
    are known, or there are no plays to show."""
    record = verdict.record
    if verdict.examination is None:
        with suppress(UnknownRules):
            positions(playable(record))
        return ""
    ledger = verdict.examination.table.ledger
    shown = replay(record)
    if shown.ledger.lines != ledger.lines:
        return f"the replay gives {shown.ledger.lines}"
    rows = scoresheet(playable(record))
    if rows and rows[-1].total != ledger.totals():
        return f"the score sheet ends with {rows[-1].total} instead of {ledger.totals()}"
    for ply, position in reversed([*positions(playable(record)).items()][::-EACH]):
        there = shown.at(ply).ledger
        for seat, total in enumerate(position.totals[1:], 1):
            if total > UNCOUNTED // 2 and there.total(seat) not in (None, total):
                return f"after ply {ply} player {seat} has {total} instead of {there.total(seat)}"
    return ""


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.broad)])
def test_pages_show_what_was_judged(subtests: pytest.Subtests, every: int) -> None:
    for path in sorted(FIXTURES.rglob("*.xxn"))[::every]:
        with subtests.test(path.stem):
            assert shown_otherwise(judged(path)) == ""


def test_pages_of_torn_records_show_what_was_judged(subtests: pytest.Subtests) -> None:
    for game, torn in torn_records():
        with subtests.test(f"{game}: {torn['about']}"):
            assert shown_otherwise(judged_data(text_of(game, torn).encode())) == ""
