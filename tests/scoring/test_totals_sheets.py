"""Sheets that have totals and no plays: sound ones are never accused, and what no deal can give is
refuted with its clause."""

from __future__ import annotations

from itertools import islice

import pytest

from archive.core.events import End, Score
from archive.core.record import Record
from archive.scoring import Answer
from archive.scoring.headline import UNCONTRADICTED, headline
from tests.scoring.totals_sheets import judged, made, readings, sheet_of

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


@pytest.mark.parametrize(
    ("rules", "points", "clauses"),
    [
        ("zwanzig-ab/pagat@1", 7, {"7.1"}),
        ("zwanzig-ab/twenty-down@1", 13, {"7.1"}),
        ("zwanzig-ab/pagat@1", 1, {"6.7", "1.4", "7.1", "5.3"}),
        ("count-to-20/stovel@1", 3, {"6.4"}),
        ("count-to-20/stovel@1", -500, {"8.1"}),
        ("count-to-20/stovel@1", 600, {"1.2"}),
        ("twenty-two/north-american@1", 12, {"1.4", "2.7", "5.2"}),
        ("twenty-two/rasmussen@1", -30, {"9.1"}),
        ("twenty/farrugia@1", -500, {"6.1"}),
        ("twenty/farrugia@1", 4000, {"4.4"}),
    ],
)
def test_hopeless_sheets_are_refuted(rules: str, points: int, clauses: set[str]) -> None:
    """So many points more for one player, from the second standing on."""
    seats = 3 if rules.startswith("twenty-two") else 4 if rules.startswith("zwanzig") else 2
    for seed in range(SEEDS):
        game = sheet_of(made(rules, seats, {}, seed))
        second = list(islice((one for one in game.events if isinstance(one, Score)), 2))[-1]
        events = list(game.events)
        for at in range(next(at for at, one in enumerate(events) if one is second), len(events)):
            event = events[at]
            if isinstance(event, Score):
                (seat, total), *rest = event.totals
                events[at] = Score(((seat, total + points), *rest))
        verdict = judged(Record(game.tags, events))
        wrong = [one for one in verdict.findings if one.code == "impossible-total"]
        assert verdict.answers.arithmetic is Answer.REFUTED
        assert (wrong[0].clause or "").rpartition("/")[2] in clauses, wrong[0].sentence


def test_what_is_not_contradicted_is_not_called_right() -> None:
    verdict = judged(sheet_of(made("count-to-20/stovel@1", 2, {}, 0)))
    words = headline(verdict.as_dict(), verdict.record.players)
    assert words.startswith("By these totals")
    assert words.endswith(UNCONTRADICTED)
    assert verdict.answers == (Answer.UNDERDETERMINED,) * 3
