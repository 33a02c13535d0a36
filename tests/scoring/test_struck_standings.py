"""Score sheets of games that begin in the middle: what is struck through on one is what the verdict
calls wrong, and nothing else is."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import pytest

from archive.core.events import Score
from archive.notation import read
from archive.scoring.prepared import playable
from archive.scoring.scoresheet import ScoreRow, scoresheet
from tests.judged import judged_data

FIXTURES = Path(__file__).parents[2] / "fixtures"
SHEETS = (
    ("zwanzig-ab", "pagat-tied-beyond-the-eighth"),
    ("zwanzig-ab", "twenty-down-ninth-deal"),
    ("count-to-20", "four-players"),
    ("twenty", "whole-with-suits"),
    ("twenty-two", "all-out-lowest-shared"),
)


def begun_late(game: str, name: str, *, changed: int, by: int, numbers: bool = True) -> str:
    """Return a sound record from its first standing on, with the first total of another standing
    changed, and perhaps without its numbers."""
    text = (FIXTURES / game / "sound" / f"{name}.xxn").read_text(encoding="utf-8")
    tags = "".join(takewhile(lambda line: line.startswith("["), text.splitlines(keepends=True)))
    text = text[text.index("@score") :]
    totals = [*re.finditer(r"(?<=@score p1:)-?\d+", text)][changed]
    text = f"{text[: totals.start()]}{int(totals[0]) + by}{text[totals.end() :]}"
    if not numbers:
        text = re.sub(r"\b\d+\. (?=p\d)|(?<=@deal) n=\d+|(?<=@trick) n=\d+", "", text)
    return f"{tags}\n{text}"


def struck(rows: list[ScoreRow]) -> list[int]:
    """Return the players with a total that is struck through, row by row."""
    return [
        seat
        for row in rows
        for seat, told in (row.claimed or {}).items()
        if row.counted.get(seat) not in (None, told)
    ]


@pytest.mark.parametrize("numbers", [True, False])
@pytest.mark.parametrize("by", [1, -5, 10])
def test_what_is_struck_through_is_what_the_verdict_calls_wrong(
    by: int, numbers: bool, subtests: pytest.Subtests
) -> None:
    """True standings behind a doubtful one were struck through, and the doubtful one was, too; and
    without numbers nothing was, though no deal could give a total."""
    for game, name in SHEETS:
        for changed in range(1, 4):
            text = begun_late(game, name, changed=changed, by=by, numbers=numbers)
            with subtests.test(f"{name}, standing {changed}"):
                record, verdict = read(text.encode()), judged_data(text.encode())
                wrong = [
                    one.seat
                    for one in verdict.findings
                    if one.code == "wrong-score" and one.severity == "error"
                    if isinstance(record.events[one.at or 0], Score)
                ]
                assert struck(scoresheet(playable(record))) == wrong


def test_a_total_that_no_deal_can_give_is_struck_through_without_numbers() -> None:
    text = begun_late("count-to-20", "four-players", changed=1, by=-5, numbers=False)
    rows = scoresheet(playable(read(text.encode())))
    assert struck(rows[:2]) == [1]


def test_a_standing_without_all_players_is_not_struck_through() -> None:
    """The verdict says nothing of it either."""
    text = begun_late("zwanzig-ab", "pagat-tied-beyond-the-eighth", changed=2, by=1)
    first = [*re.finditer(r"@score .*", text)][2]
    torn = text[: first.start()] + re.sub(r" p4:\S+", "", first[0]) + text[first.end() :]
    assert not struck(scoresheet(playable(read(torn.encode()))))
