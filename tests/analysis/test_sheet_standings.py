"""The standings of two sheets beside what the rules count: where they part, what is a slip, and
what only follows from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.analysis.comparison.compare import compare
from archive.analysis.comparison.standings import END, Mark, SheetLine, StandingRow, standings
from archive.read_sheet import convert
from archive.scoring import verify

FIXTURES = Path(__file__).parents[2] / "fixtures"
WHOLE = {
    "twenty": "whole-with-suits",
    "count-to-20": "three-players",
    "twenty-two": "whole-north-american",
    "zwanzig-ab": "pagat-hearts-and-drop-outs",
}


def sound(game: str) -> str:
    return (FIXTURES / game / "sound" / f"{WHOLE[game]}.xxn").read_text("utf-8")


def carried(sheet: str, number: int, by: int) -> str:
    """Return a sheet in which the total of p1 is off from a standing on, to the end."""
    at = [found.start() for found in re.finditer(r"(?m)^@score", sheet)][number]
    off = re.sub(
        r"(?m)^(@(?:score|end).* ?p1:)(-?\d+)",
        lambda found: found[1] + str(int(found[2]) + by),
        sheet[at:],
    )
    return re.sub(r"(?m)^\[Result.*\n", "", sheet[:at]) + off


def rows_of(a: str, b: str) -> list[StandingRow]:
    return standings(compare(verify(a.encode()), verify(b.encode())))


def in_words(sheet: str) -> str:
    read = convert(sheet.encode(), None, "", 60.0)
    assert read is not None
    return read.xxn.decode()


@pytest.mark.parametrize("game", WHOLE)
@pytest.mark.parametrize("wrong", "ab")
def test_one_slip_is_ringed_once_and_what_follows_is_struck(game: str, wrong: str) -> None:
    right = sound(game)
    sheets = carried(right, 1, 1), right
    rows = rows_of(*(sheets if wrong == "a" else sheets[::-1]))
    marks = [[entered.mark for entered in (row.a, row.b) if entered] for row in rows]
    off = [pair["ab".index(wrong)] for pair in marks]
    assert off == [Mark.NONE, Mark.SLIP] + [Mark.FOLLOWS] * (len(rows) - 2)
    assert {pair["ba".index(wrong)] for pair in marks} == {Mark.NONE}
    assert [row.parts for row in rows] == [index == 1 for index in range(len(rows))]
    last = verify(right.encode()).score
    assert rows[-1].counted == [last]


def test_sheets_that_agree_part_nowhere() -> None:
    rows = rows_of(sound("twenty"), sound("twenty"))
    assert len(rows) == 10
    assert not any(row.parts for row in rows)
    assert all(row.a == row.b and row.counted == [row.a.totals] for row in rows if row.a)


def test_a_second_slip_is_a_slip_of_its_own() -> None:
    twice = carried(carried(sound("twenty"), 1, 1), 4, 2)
    marks = [row.a.mark for row in rows_of(twice, sound("twenty")) if row.a]
    assert [index for index, mark in enumerate(marks) if mark is Mark.SLIP] == [1, 4]


def test_a_card_that_changes_no_total_parts_them_in_its_hand() -> None:
    other = sound("twenty").replace("31. p1 Qd=26/6", "31. p1 Kd=27/7")
    parted = [row for row in rows_of(other, sound("twenty")) if row.parts]
    assert [row.place for row in parted] == [SheetLine(1, 4)]
    assert parted[0].a == parted[0].b


def test_a_sheet_without_standings_has_those_of_its_plays() -> None:
    told = "Albert: 8 (8)\nBertha: A (9)\nAlbert: 2 (11)\nBertha: 9 (20; 10 points)\n"
    [row] = rows_of(in_words(told), in_words(told + "Bertha 12, Albert 0\n"))
    assert row.a is not None
    assert row.b is not None
    assert (row.a.totals, row.a.written, row.a.mark) == ({1: 0, 2: 10}, False, Mark.NONE)
    assert (row.b.totals, row.b.written, row.b.mark) == ({1: 0, 2: 12}, True, Mark.SLIP)
    assert row.counted == [{1: 0, 2: 10}]


def test_totals_alone_that_the_rules_allow_both_are_both_counted() -> None:
    totals = "Twenty\nAnna Ben\nHand 1: 10 5\nHand 2: 18 25\n"
    rows = rows_of(in_words(totals), in_words(totals.replace("18 25", "19 25")))
    assert [row.place for row in rows] == [SheetLine(0, 1), SheetLine(0, 2)]
    assert rows[1].counted == [{1: 18, 2: 25}, {1: 19, 2: 25}]
    assert rows[1].parts
    assert {entered.mark for row in rows for entered in (row.a, row.b) if entered} == {Mark.NONE}


def test_players_stand_in_the_seats_of_sheet_a() -> None:
    right = sound("twenty")
    exchanged = re.sub(r"\b([pP])([12])\b", lambda seat: f"{seat[1]}{3 - int(seat[2])}", right)
    for row in rows_of(right, exchanged):
        assert row.a == row.b


def test_a_result_that_its_last_line_contradicts_stands_alone() -> None:
    other = re.sub(r"(?m)^\[Result.*\n", "", sound("twenty"))
    other = re.sub(r"(?m)^@end p1:140", "@end p1:150", other)
    rows = rows_of(other, sound("twenty"))
    assert rows[-1].place == END
    assert rows[-1].a is not None
    assert (rows[-1].a.totals, rows[-1].a.mark) == ({1: 150, 2: 116}, Mark.SLIP)
    assert rows[-2].a is not None
    assert rows[-2].a.mark is Mark.NONE


def test_sheets_of_two_games_have_no_lines_in_common() -> None:
    assert rows_of(sound("twenty"), sound("count-to-20")) == []
