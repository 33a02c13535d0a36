"""Two sheets of one game: where they differ, and which of the two the rules support."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.analysis.comparison.compare import MOST_DIFFERENCES, Comparison, Difference, compare
from archive.analysis.comparison.standings import standings
from archive.analysis.repairs.search import repairs
from archive.notation.edits import edited
from archive.scoring import verify

FIXTURES = Path(__file__).parents[2] / "fixtures"
SHEETS = FIXTURES.parent / "archive" / "games"
FEW = """[XXN "1.0"]
[Game "twenty"]
[P1 "Albert"]
[P2 "Bertha"]

@round n=1 first=p1
@deal n=1
1. p1 8=8 2. p2 A=9
3. p1 2=11 4. p2 9=20/10
5. p1 5=5 6. p2 2=7
@score p1:0 p2:10
"""
SHEET = (FIXTURES / "twenty" / "sound" / "illustrative-mended.xxn").read_text("utf-8")


def compared(other: str, sheet: str = SHEET) -> Comparison:
    return compare(verify(sheet.encode()), verify(other.encode()))


def slip(written: str, instead: str) -> str:
    """The sheet with one slip of the pen in it."""
    assert SHEET.count(written) == 1
    return SHEET.replace(written, instead)


def told(one: Difference) -> tuple[str | None, str | None, str | None]:
    a, b = (" ".join(entry.text for entry in side) or None for side in (one.a, one.b))
    return a, b, one.supports


def test_two_sheets_of_a_draw_agree_on_it() -> None:
    sheet = (FIXTURES / "twenty" / "sound" / "draw.xxn").read_text("utf-8")
    agreed = compared(sheet.replace("4. p2 Qs=20/10", "4. p2 Qs=20/11"), sheet).agreed
    assert agreed is not None
    assert agreed.winner == "draw"


def test_two_sheets_that_say_the_same() -> None:
    found = compared(SHEET.replace("\n", "\r\n") + "{and a word on it}\n")
    assert found.differences == []
    assert (found.same_game, found.complete) == (True, True)
    assert found.alike > 100


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("written", "instead", "right", "wrong", "because"),
    [
        ("14. p2 T=18", "14. p1 T=18", "p2 T=18", "p1 T=18", ("wrong-turn", "twenty/3.1")),
        ("41. p1 7=7 ", "41. p1 7=8 ", "p1 7=7", "p1 7=8", ("wrong-tally", "twenty/3.3")),
        ("@score p1:55", "@score p1:57", "@score p1:55 p2:48", "@score p1:57 p2:48",
         ("wrong-score", "twenty/6.1")),
        ("21. p1 7=23/3 ", "", "p1 7=23/3", None, ("missing-play", "twenty/6.3")),
    ],
)  # fmt: skip
def test_the_rules_support_what_leaves_less_to_object_to(
    written: str, instead: str, right: str, wrong: str | None, because: tuple[str, str],
    swapped: bool,
) -> None:  # fmt: skip
    """A seat slip, a tally, a standing, a play left out; whichever sheet is called A."""
    other = slip(written, instead)
    found = compared(SHEET, other) if swapped else compared(other)
    [one] = found.differences
    expected = (wrong, right, "b") if swapped else (right, wrong, "a")
    assert told(one) == expected
    assert one.because is not None
    assert (one.because.code, one.because.clause) == because


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    "smudged", ["3. p1 Zz=11", "3. p1 2==11", "3. Zz=11", "3. p1 2=11 4. p2 9=2O/10"]
)
def test_what_cannot_be_read_contradicts_nothing(smudged: str, swapped: bool) -> None:
    """It may have said what stands on the other sheet: that is told beside."""
    clear = "3. p1 2=11 4. p2 9=20/10" if "4." in smudged else "3. p1 2=11"
    other = FEW.replace(clear, smudged)
    found = compared(FEW, other) if swapped else compared(other, FEW)
    assert found.differences == []
    assert found.only("b" if swapped else "a") == "entries that can be read (once)"
    assert found.only("a" if swapped else "b") == ""


def test_what_cannot_be_read_is_no_other_player_s() -> None:
    [one] = compared(FEW.replace("3. p1 2=11", "3. p2 Zz=11"), FEW).differences
    assert told(one) == ("p1 2=11", "p2 Zz=11", "a")


def test_plays_left_out_in_a_row_are_missed_together() -> None:
    [one] = compared(slip("21. p1 7=23/3 22. p2 9=9\n", "")).differences
    assert told(one) == ("p1 7=23/3 p2 9=9", None, "a")
    assert one.ply == 21


SHORT = FEW[: FEW.index("4. p2")]


@pytest.mark.parametrize("swapped", [False, True])
def test_a_sheet_that_stops_earlier_says_nothing_of_what_comes_after(swapped: bool) -> None:
    found = compared(FEW, SHORT) if swapped else compared(SHORT, FEW)
    longer = "b" if swapped else "a"
    assert found.differences == []
    assert found.stops == ("a" if swapped else "b")
    assert {(one.sheet, one.what) for one in found.silences} == {
        (longer, "plays"), (longer, "standings")
    }  # fmt: skip
    assert found.agreed is not None
    assert found.agreed.score == {1: 0, 2: 10}
    [row] = standings(found)
    assert [bool(row.a), bool(row.b)] == [not swapped, swapped]


def test_a_sheet_that_stops_earlier_is_wrong_before_that_all_the_same() -> None:
    [one] = compared(SHORT.replace("2. p2 A=9", "2. p2 A=8"), FEW).differences
    assert told(one) == ("p2 A=9", "p2 A=8", "a")


def test_a_play_left_out_before_the_last_line_is_missed() -> None:
    [one] = compared(FEW.replace("5. p1 5=5 6. p2 2=7\n", ""), FEW).differences
    assert told(one) == ("p1 5=5 p2 2=7", None, "either")


@pytest.mark.parametrize("swapped", [False, True])
def test_plays_left_out_at_the_beginning_are_missed(swapped: bool) -> None:
    """A record may begin in the middle; the sheet that does not is still the one to go by."""
    without = FEW.replace("1. p1 8=8 2. p2 A=9\n", "")
    [one] = (compared(FEW, without) if swapped else compared(without, FEW)).differences
    expected = (None, "p1 8=8 p2 A=9", "b") if swapped else ("p1 8=8 p2 A=9", None, "a")
    assert told(one) == expected


def test_suits_on_one_sheet_are_no_difference() -> None:
    """But the card of which they say something else is one; the standing follows from it."""
    suited = re.sub(r"(\d\. p\d \w)=", r"\1h=", FEW)
    assert suited.count("h=") == 6
    found = compared(suited.replace("9h=20/10", "Th=21/1").replace("p2:10", "p2:1"), FEW)
    [one] = found.differences
    assert told(one) == ("p2 9=20/10", "p2 Th=21/1", "either")
    assert [told(echo) for echo in one.echoes] == [("@score p1:0 p2:10", "@score p1:0 p2:1", None)]
    assert found.agreed is None
    assert (found.same_game, found.alike) == (True, 7)
    assert [(one.sheet, one.what, one.times) for one in found.silences] == [("b", "suits", 5)]


@pytest.mark.parametrize(
    ("gone", "only"),
    [
        (r"(?<=[\dA-K])=\d+(/\d+)?(?=\s)", {"tallies", "points"}), (r"p\d: \S+\n", {"hands"}),
        (r"@score [^\n]+\n", {"standings"}), (r"@up [^\n]+\n", {"cards turned up"}),
        (r"\d+\. (?=p)", set()), (r"@end [^\n]+\n", {"results"}),
    ],
)  # fmt: skip
def test_what_a_sheet_leaves_out_is_no_difference(gone: str, only: set[str]) -> None:
    other, times = re.subn(gone, "", SHEET)
    assert times
    found = compared(other)
    assert found.differences == []
    assert found.same_game
    assert {(one.sheet, one.what) for one in found.silences} == {("a", what) for what in only}


def test_cards_that_nobody_named_agree_with_any() -> None:
    found = compared(slip("24. p2 T=21/1", "24. p2 ?=21/1"))
    assert found.differences == []
    assert [(one.what, one.first.text) for one in found.silences] == [("cards", "p2 T=21/1")]


def test_a_gap_contradicts_no_play() -> None:
    found = compared(slip("21. p1 7=23/3 22. p2 9=9\n", "@gap\n"))
    assert found.differences == []
    assert {(one.sheet, one.what) for one in found.silences} == {("a", "plays")}


def renumbered(sheet: str) -> str:
    """The same game by somebody who numbers the seats the other way."""
    return re.sub(r"\b([pP])([12])\b", lambda seat: f"{seat[1]}{3 - int(seat[2])}", sheet)


def test_players_are_known_by_their_names() -> None:
    found = compared(renumbered(SHEET))
    assert found.differences == []
    assert found.seats == {1: 2, 2: 1}
    assert not found.seated_alike


def test_a_slip_of_a_sheet_that_numbers_the_other_way() -> None:
    """Its entries are judged with the seats of the sheet they are put into."""
    other = renumbered(slip("24. p2 T=21/1", "24. p2 9=20/10"))
    [one] = compared(other).differences
    assert told(one) == ("p2 T=21/1", "p1 9=20/10", "a")
    assert set(one.moves) == {2}


def test_two_plays_in_the_other_order_are_one_difference() -> None:
    other = slip("14. p2 T=18\n15. p1 K=28/8", "14. p1 K=28/8\n15. p2 T=18")
    [one] = compared(other).differences
    assert told(one) == ("p2 T=18 p1 K=28/8", "p1 K=28/8 p2 T=18", "a")


def test_what_has_been_decided_is_not_decided_again() -> None:
    """A play that its player did not hold, and the standing that counts it: one slip."""
    other = slip("24. p2 T=21/1", "24. p2 9=20/10").replace(
        "@score p1:21 p2:16", "@score p1:21 p2:25"
    )
    [one] = compared(other).differences
    assert (one.supports, len(one.echoes)) == ("a", 1)


def test_a_total_carried_on_is_one_slip() -> None:
    """Five points too many from one standing to the end are one difference, and eight lines."""

    def more(line: re.Match[str]) -> str:
        total = int(line[2])
        return f"{line[1]}{total + 5 if total >= 21 else total}"

    found = compared(re.sub(r"(?m)^(@(?:score|end) p1:)(\d+)", more, SHEET))
    [one] = found.differences
    assert told(one)[:2] == ("@score p1:21 p2:16", "@score p1:26 p2:16")
    assert [told(echo)[1] for echo in one.echoes][-2:] == [
        "@score p1:87 p2:110", "@end p1:87 p2:110 win=p2",
    ]  # fmt: skip
    assert len(one.echoes) == 8
    assert found.agreed == ({1: 82, 2: 110}, "p2")


def totals(*rows: str, players: tuple[str, str] = ("Mia", "Tom"), end: str = "") -> str:
    """Return a sheet of totals of Count to 20, with a standing a deal."""
    names = "".join(f'[P{seat} "{name}"]\n' for seat, name in enumerate(players, 1))
    deals = "".join(f"@deal n={number}\n@score {row}\n" for number, row in enumerate(rows, 1))
    return f'[XXN "1.0"]\n[Game "count-to-20"]\n{names}\n{deals}{end}'


def test_a_slip_on_a_sheet_of_totals_is_one_however_far_it_is_carried() -> None:
    rows = "p1:0 p2:45", "p1:30 p2:65", "p1:30 p2:105"
    sheet = totals(*rows, end="@end p1:30 p2:105 win=p1\n")
    found = compared(sheet.replace("p2:65", "p2:60").replace("105", "100"), sheet)
    assert [(len(one.echoes), one.moves) for one in found.differences] == [(2, {2: -5})]
    found = compared(sheet.replace("p2:65", "p2:60").replace("p2:105", "p2:110"), sheet)
    assert [len(one.echoes) for one in found.differences] == [0, 1]


def test_another_card_kept_and_the_standing_behind_it_are_one_slip() -> None:
    sheet = (SHEETS / "twenty_two/sheets/twenty-two.xxn").read_text("utf-8")
    other = sheet.replace("@keep p4 Ad=11", "@keep p3 Tc=10").replace("p3:0 p4:11", "p3:10 p4:0")
    [one] = compared(other, sheet).differences
    assert told(one) == ("@keep p4 Ad=11", "@keep p3 Tc=10", "a")
    assert len(one.echoes) == 1


def test_two_cards_in_each_other_s_places_are_one_slip() -> None:
    sheet = (SHEETS / "zwanzig_ab/sheets/twenty-down.xxn").read_text("utf-8")
    other = sheet.replace("p4 Jd", "p4 ?").replace("p4 7d", "p4 Jd").replace("p4 ?", "p4 7d")
    [one] = compared(other, sheet).differences
    assert (told(one)[:2], told(one.echoes[0])[:2]) == (("p4 Jd", "p4 7d"), ("p4 7d", "p4 Jd"))


def test_two_slips_are_two_differences() -> None:
    """Also where the second is written in a line that the first does not reach."""
    other = slip("41. p1 7=7 ", "41. p1 7=8 ").replace("@score p1:71", "@score p1:75")
    found = compared(other)
    assert [told(one)[2] for one in found.differences] == ["a", "a"]
    assert [one.echoes for one in found.differences] == [(), ()]


def test_a_play_left_out_is_missed_among_other_faults() -> None:
    """To fill the gap brings other faults to light, and is right all the same."""
    other = slip("21. p1 7=23/3 ", "").replace("@score p1:55", "@score p1:57")
    other = other.replace("14. p2 T=18", "14. p1 T=18").replace("41. p1 7=7 ", "41. p1 7=8 ")
    assert [one.supports for one in compared(other).differences] == ["a"] * 4


def test_points_not_written_down_are_no_fault() -> None:
    """The one says what was scored, the other does not."""
    found = compared(slip("24. p2 T=21/1", "24. p2 T=21"))
    assert found.differences == []
    assert found.only("a") == "points (once)"


def test_what_both_have_wrong_elsewhere_is_not_held_against_an_entry() -> None:
    wrong = FEW.replace("p2:10", "p2:12")
    [one] = compared(wrong.replace("6. p2 2=7", "6. p2 3=8"), wrong).differences
    assert one.supports == "either"


def test_two_sheets_may_both_be_wrong() -> None:
    [one] = compared(
        slip("@score p1:55", "@score p1:57"), slip("@score p1:55", "@score p1:58")
    ).differences
    assert one.supports == "neither"


def test_neither_of_two_wrong_numbers_is_right_for_being_nearer() -> None:
    """Ten points are due for twenty exactly; twelve are as wrong as eleven."""
    few = FEW.replace("=20/10", "=20/11").replace("p2:10", "p2:11")
    other = FEW.replace("=20/10", "=20/12").replace("p2:10", "p2:12")
    for one, two in ((few, other), (other, few)):
        found = compared(one, two)
        assert [difference.supports for difference in found.differences] == ["neither"]
    few = few.replace("p2:11", "p2:10")
    for one, two in ((few, other), (other, few)):
        assert compared(one, two).differences[0].supports == "neither"


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
    [one] = found.differences
    assert one.supports == "b"
    assert len(one.echoes) > 4
    assert found.agreed == ({1: 82, 2: 110}, "p2")


def test_sheets_of_different_games_are_not_laid_side_by_side() -> None:
    other = (FIXTURES / "count-to-20" / "flawed" / "wrong-count.xxn").read_text("utf-8")
    found = compared(other)
    assert not found.same_game
    assert found.not_one_game == (
        "A is Twenty, B is Count to 20: these are not two sheets of one game."
    )
    assert (found.differences, found.silences, found.complete) == ([], [], False)
    told = found.as_dict()
    assert (told["same_game"], told["not_one_game"]) == (False, found.not_one_game)


def test_sheets_of_more_and_of_fewer_players_are_not_laid_side_by_side() -> None:
    """Where all who are named play. A player too many on one line is a slip, and a difference."""
    sound = FIXTURES / "count-to-20" / "sound"
    three, two = (sound / f"{name}-players.xxn" for name in ("three", "two"))
    found = compare(verify(three.read_bytes()), verify(two.read_bytes()))
    assert found.not_one_game == "A has 3 players, B has 2: these are not two sheets of one game."
    assert found.differences == []
    slipped = compared(slip("14. p2 T=18", "14. p3 T=18"))
    assert slipped.not_one_game is None
    assert slipped.differences
    named = compared(slip('[P2 "Bertha"]', '[P2 "Bertha"]\n[P3 "Carla"]'))
    assert named.not_one_game is None


def test_sheets_of_two_games_of_the_same_name() -> None:
    other = (FIXTURES / "twenty" / "sound" / "whole-with-suits.xxn").read_text("utf-8")
    found = compared(other)
    assert (found.same_game, found.not_one_game) == (False, None)
    assert 0 < len(found.differences) <= MOST_DIFFERENCES


def test_as_json() -> None:
    found = compared(slip("14. p2 T=18", "14. p1 T=18")).as_dict()
    assert list(found) == [
        "a", "b", "seats", "same_game", "not_one_game", "alike", "complete", "spent",
        "differences", "agreed", "one_sided",
    ]  # fmt: skip
    [one] = found["differences"]
    line = SHEET[: SHEET.index("14. p2 T=18")].count("\n") + 1
    assert one["a"] == [{"line": line, "column": 12, "text": "p2 T=18"}]
    assert (one["ply"], one["supports"]) == (14, "a")
    assert found["a"]["score"] == {"p1": 82, "p2": 110}


def test_of_totals_without_plays_that_are_both_possible_neither_is_refuted() -> None:
    """What follows is carried from either number: the other alone among them proves nothing."""
    one, other = (
        totals(f"p1:0 p2:{tom}", f"p1:30 p2:{tom}", f"p1:30 p2:{tom + 60}", end="@end win=p1\n")
        for tom in (45, 40)
    )
    found = compared(other, one)
    (difference,) = found.differences
    assert difference.supports == "either"
    assert difference.because is None
    assert found.same_game


def test_totals_of_several_players_in_one_deal_are_as_many_places() -> None:
    one, other = (
        totals("p1:0 p2:35", second, "p1:20 p2:105") for second in ("p1:20 p2:35", "p1:25 p2:40")
    )
    found = compared(other, one)
    (difference,) = found.differences
    assert found.totals_apart(difference) == [(1, 20, 25), (2, 35, 40)]
    assert found.places == 2
    assert difference.supports == "a"  # with the other Mia’s total would fall
    assert difference.because
    assert difference.because.code == "impossible-total"


def test_totals_apart_follow_players_to_their_seats() -> None:
    one = totals("p1:0 p2:35", "p1:20 p2:35")
    other = totals("p1:35 p2:0", "p1:45 p2:30", players=("Tom", "Mia"))
    found = compared(other, one)
    (difference,) = found.differences
    assert found.totals_apart(difference) == [(1, 20, 30), (2, 35, 45)]
