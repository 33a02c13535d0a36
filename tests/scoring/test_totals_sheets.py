"""Sheets that have totals and no plays: sound ones are never accused, and what no deal can give is
refuted with its clause."""

from __future__ import annotations

import pytest

from archive.core.events import End
from archive.scoring import Answer
from archive.scoring.headline import UNCONTRADICTED, headline
from tests.scoring.totals_sheets import (
    HOPELESS,
    hopeless,
    judged,
    made,
    readings,
    refuted,
    sheet_of,
)

SEEDS = 2


def test_sound_sheets_are_never_accused() -> None:
    """By every rule set and reading, with and without trumps, with standings left out; and where
    the game is over, the sheet names its winner."""
    for rules, seats, options in readings():
        for seed in range(SEEDS):
            game = made(rules, seats, options, seed)
            for sheet in (
                sheet_of(game),
                sheet_of(game, trumps=True),
                sheet_of(game, only=lambda place: place % 2 == 0),
            ):
                verdict = judged(sheet)
                assert verdict.sheet is not None
                assert all(one.severity == "note" for one in verdict.findings), (rules, seed)
                assert Answer.UPHELD not in verdict.answers
            if isinstance(game.events[-1], End):
                assert judged(sheet_of(game)).winner == judged(game).winner


@pytest.mark.parametrize(("rules", "points", "clauses"), HOPELESS)
def test_hopeless_sheets_are_refuted(rules: str, points: int, clauses: set[str]) -> None:
    for seed in range(SEEDS):
        verdict = judged(hopeless(rules, points, seed))
        assert refuted(verdict, clauses), [one.sentence for one in verdict.findings]


def test_what_is_not_contradicted_is_not_called_right() -> None:
    verdict = judged(sheet_of(made("count-to-20/stovel@1", 2, {}, 0)))
    words = headline(verdict.as_dict(), verdict.record.players)
    assert words.startswith("By these totals")
    assert words.endswith(UNCONTRADICTED)
    assert verdict.answers == (Answer.UNDERDETERMINED,) * 3
