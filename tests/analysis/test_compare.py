"""Two sheets of one game: where they differ, and which of the two the rules support."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.analysis.compare import MOST_DIFFERENCES, Comparison, Difference, compare
from archive.analysis.edits import edited
from archive.analysis.repair import repairs
from archive.verdict import verify

FIXTURES = Path(__file__).parents[2] / "fixtures"
SHEET = (FIXTURES / "twenty" / "sound" / "illustrative-mended.xxn").read_text("utf-8")


def compared(other: str, sheet: str = SHEET) -> Comparison:
    return compare(verify(sheet.encode()), verify(other.encode()))


def slip(written: str, instead: str) -> str:
    """The sheet with one slip of the pen in it."""
    assert SHEET.count(written) == 1
    return SHEET.replace(written, instead)


def told(one: Difference) -> tuple[str | None, str | None, str | None]:
    return (one.a and one.a.text, one.b and one.b.text, one.supports)


def test_two_sheets_that_say_the_same() -> None:
    found = compared(SHEET.replace("\n", "\r\n") + "{and a word on it}\n")
    assert found.differences == []
    assert (found.same_game, found.complete) == (True, True)
    assert found.alike > 100


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("written", "instead", "right", "wrong"),
    [
        ("14. p2 T=18", "14. p1 T=18", "p2 T=18", "p1 T=18"),
        ("41. p1 7=7 ", "41. p1 7=8 ", "p1 7=7", "p1 7=8"),
        ("@score p1:55", "@score p1:57", "@score p1:55 p2:48", "@score p1:57 p2:48"),
        ("21. p1 7=23/3 ", "", "p1 7=23/3", None),
    ],
)  # fmt: skip
def test_the_rules_support_what_leaves_less_to_object_to(
    written: str, instead: str, right: str, wrong: str | None, swapped: bool
) -> None:
    """A seat slip, a tally, a standing, a play left out; whichever sheet is called A."""
    other = slip(written, instead)
    found = compared(SHEET, other) if swapped else compared(other)
    [one] = found.differences
    expected = (wrong, right, "b") if swapped else (right, wrong, "a")
    assert told(one) == expected


def test_plays_left_out_in_a_row_are_each_missed() -> None:
    found = compared(slip("21. p1 7=23/3 22. p2 9=9\n", ""))
    assert [told(one) for one in found.differences] == [
        ("p1 7=23/3", None, "a"), ("p2 9=9", None, "a"),
    ]  # fmt: skip
    assert [one.ply for one in found.differences] == [21, 22]


def test_a_play_left_out_is_missed_among_other_faults() -> None:
    """To fill the gap brings other faults to light, and is right all the same."""
    other = slip("21. p1 7=23/3 ", "").replace("@score p1:55", "@score p1:57")
    other = other.replace("14. p2 T=18", "14. p1 T=18").replace("41. p1 7=7 ", "41. p1 7=8 ")
    assert [one.supports for one in compared(other).differences] == ["a"] * 4


def test_points_not_written_down_are_no_fault() -> None:
    """The one says what was scored, the other does not: the rules allow both, and nobody gains."""
    [one] = compared(slip("24. p2 T=21/1", "24. p2 T=21")).differences
    assert told(one) == ("p2 T=21/1", "p2 T=21", "either")
    assert one.moves == {}


def test_what_both_have_wrong_elsewhere_is_not_held_against_an_entry() -> None:
    wrong = slip("@score p1:55", "@score p1:57")
    [one] = compared(wrong.replace("24. p2 T=21/1", "24. p2 T=21"), wrong).differences
    assert one.supports == "either"


def test_two_sheets_may_both_be_wrong() -> None:
    [one] = compared(
        slip("@score p1:55", "@score p1:57"), slip("@score p1:55", "@score p1:58")
    ).differences
    assert one.supports == "neither"


def test_the_card_that_was_played_decides_the_score() -> None:
    """With the other sheet's card the scores would be others."""
    sheet = slip("24. p2 T=21/1", "24. p2 9")
    moves = compared(SHEET, sheet).differences[0].moves
    assert moves
    assert all(moved is None or moved for moved in moves.values())


def test_points_that_can_no_longer_be_told_are_said_to_be_so() -> None:
    [one] = compared(slip("21. p1 7=23/3 ", "")).differences
    assert one.moves == {1: None, 2: None}
    assert compared(SHEET).as_dict()["differences"] == []


def test_a_bonus_left_out() -> None:
    """Whoever forgot it is wrong at once, and in every sum that follows."""
    without = verify((FIXTURES / "twenty" / "flawed" / "bonus-left-out.xxn").read_bytes())
    [repair] = repairs(without).found
    found = compare(without, verify(edited(without.record.text, repair.edits).encode()))
    assert len(found.differences) > 1
    assert {one.supports for one in found.differences} == {"b"}


def test_sheets_of_different_games() -> None:
    other = (FIXTURES / "count-to-20" / "flawed" / "wrong-count.xxn").read_text("utf-8")
    found = compared(other)
    assert not found.same_game
    assert found.differences
    assert len(found.differences) <= MOST_DIFFERENCES
    assert found.as_dict()["same_game"] is False


def test_as_json() -> None:
    found = compared(slip("14. p2 T=18", "14. p1 T=18")).as_dict()
    assert list(found) == ["a", "b", "same_game", "alike", "complete", "differences"]
    [one] = found["differences"]
    line = SHEET[: SHEET.index("14. p2 T=18")].count("\n") + 1
    assert one["a"] == {"line": line, "column": 12, "text": "p2 T=18"}
    assert (one["ply"], one["supports"]) == (14, "a")
    assert found["a"]["score"] == {"p1": 82, "p2": 110}
