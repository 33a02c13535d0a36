"""The pages of a game show the game that its verdict is about: the same scores by the same plays in
the replay, and the same totals at the foot of the score sheet."""

from __future__ import annotations

import pytest

from archive.notation import read
from archive.scoring import Verdict, verify
from archive.scoring.replay import replay
from archive.scoring.scoresheet import scoresheet
from tests.judged import judged
from tests.scoring.test_torn import FIXTURES, text_of, torn_records


def shown_otherwise(verdict: Verdict, data: bytes) -> str:
    """Return what the pages of a record show otherwise than its verdict; nothing where no rules
    are known, or there are no plays to show."""
    if verdict.examination is None:
        return ""
    ledger = verdict.examination.table.ledger
    shown = replay(read(data)).ledger.lines
    if shown != ledger.lines:
        return f"the replay shows {[one for one in shown if one not in ledger.lines]}"
    rows = scoresheet(read(data))
    if rows and rows[-1].total != ledger.totals():
        return f"the score sheet ends with {rows[-1].total} instead of {ledger.totals()}"
    return ""


def test_pages_show_what_was_judged(subtests: pytest.Subtests) -> None:
    for path in sorted(FIXTURES.glob("*/*/*.xxn")):
        with subtests.test(path.stem):
            assert shown_otherwise(judged(path), path.read_bytes()) == ""


def test_pages_of_torn_records_show_what_was_judged(subtests: pytest.Subtests) -> None:
    for game, torn in torn_records():
        with subtests.test(f"{game}: {torn['about']}"):
            data = text_of(game, torn).encode()
            assert shown_otherwise(verify(data), data) == ""
