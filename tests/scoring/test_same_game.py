"""The pages of a game show the game that its verdict is about: the same scores by the same plays in
the replay, the same totals at the foot of the score sheet and wherever else may be played on."""

from __future__ import annotations

import pytest

from archive.notation import read
from archive.rules.hand import UNCOUNTED
from archive.scoring import Verdict, verify
from archive.scoring.record_positions import positions
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
    record = read(data)
    shown = replay(record)
    if shown.ledger.lines != ledger.lines:
        return f"the replay gives {shown.ledger.lines}"
    rows = scoresheet(record)
    if rows and rows[-1].total != ledger.totals():
        return f"the score sheet ends with {rows[-1].total} instead of {ledger.totals()}"
    for ply, position in positions(record).items():
        there = shown.at(ply).ledger
        for seat, total in enumerate(position.totals[1:], 1):
            if total > UNCOUNTED // 2 and there.total(seat) not in (None, total):
                return f"after ply {ply} player {seat} has {total} instead of {there.total(seat)}"
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
