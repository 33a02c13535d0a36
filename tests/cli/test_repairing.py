"""`twenties repair` and `twenties compare`, as somebody at a terminal meets them."""

import json
from pathlib import Path

import pytest

from tests.cli.running import flat, run

ROOT = Path(__file__).parents[2]
TWENTY = ROOT / "fixtures" / "twenty"
SOUND = TWENTY / "sound" / "illustrative-mended.xxn"
PRINTED = TWENTY / "flawed" / "illustrative.xxn"
SLIP = TWENTY / "flawed" / "points-one-too-few.xxn"
NO_REPAIR = TWENTY / "flawed" / "round-cut-short.xxn"
REVOKE = ROOT / "fixtures/zwanzig-ab/flawed/not-followed-by-one-who-seemed-to-owe-a-trump.xxn"
TIES = ROOT / "tests" / "analysis" / "shown-twice.xxn"


HANDS = "Game: twenty\n\nAda: 8 5 5 4 2\nBen: T 9 8 2 A\n"


@pytest.fixture
def seat_slip(tmp_path: Path) -> Path:
    path = tmp_path / "slip.xxn"
    path.write_text(SOUND.read_text("utf-8").replace("14. p2 T=18", "14. p1 T=18"), "utf-8")
    return path


@pytest.mark.parametrize(
    ("path", "code"), [(SOUND, 0), (SLIP, 1), (NO_REPAIR, 2), (TWENTY / "nowhere.xxn", 3)]
)
def test_the_exit_code_says_whether_it_can_be_put_right(path: Path, code: int) -> None:
    assert run("repair", path).exit_code == code


def test_nothing_readable_is_the_worst() -> None:
    result = run("repair", "-", SLIP, stdin=b"no record\n")
    assert result.exit_code == 3
    assert "could not be read as a game" in result.stdout


def test_a_repair_is_shown_as_a_patch_of_the_file() -> None:
    """With the lines of the file, also where the record begins late in it."""
    result = run(
        "repair", "-", "--budget", "80000", stdin=SOUND.read_bytes() + PRINTED.read_bytes()
    )
    line = (
        SOUND.read_bytes().count(b"\n") + PRINTED.read_bytes().split(b"QJJ43")[0].count(b"\n") + 1
    )
    assert result.exit_code == 1
    assert f"1. Line {line}: five for jack." in result.stdout
    assert f"     @@ -{line - 1},3 +{line - 1},3 @@\n" in result.stdout
    assert "     -p1: QJJ43\n     +p1: Q5J43\n" in result.stdout
    assert (
        "Score and winner by the rules stay: Albert 82, Bertha 110: Bertha wins." in result.stdout
    )


def test_no_file_is_changed() -> None:
    before = SLIP.read_bytes()
    run("repair", SLIP)
    assert SLIP.read_bytes() == before


def test_ties_are_all_shown_with_what_follows() -> None:
    output = run("repair", TIES, "--budget", "60000").stdout
    assert "12 ways" in output
    assert "Then the rules give: Ada 35, Ben 35: a draw; another winner than before." in output
    assert "Score and winner by the rules stay: Ada 40, Ben 35: Ben wins." in output


def test_a_search_that_came_to_its_end_says_so() -> None:
    result = run("repair", "--budget", "1", PRINTED)
    assert result.exit_code == 2
    assert "Nothing was found that puts this right; --budget" in result.stdout


def test_repairs_as_json() -> None:
    lines = [json.loads(line) for line in run("repair", "--json", SOUND, SLIP).stdout.splitlines()]
    assert lines[0] == {"record": 1, "repairs": [], "complete": True}
    [repair] = lines[1]["repairs"]
    assert [(edit["old"], edit["new"]) for edit in repair["edits"]] == [("9", "10")]


def test_what_no_slip_explains_is_said_to_be_that() -> None:
    played = ROOT / "archive" / "samples" / "count-to-20-disputed-count.xxn"
    said = flat(run("repair", played).stdout)
    assert "Nothing that was tried puts this right: no single slip of the pen" in said
    said = flat(run("repair", "--budget", "10", played).stdout)
    assert "--budget lets the search go on" in said


def test_rules_that_are_not_known_are_refused() -> None:
    for command in (["repair", SLIP], ["compare", SLIP, SLIP]):
        result = run(*command, "--rules", "twenty/nobody@1")
        assert result.exit_code == 64
        assert "No rules 'twenty/nobody@1' are known here" in result.output


def test_sheets_that_say_the_same() -> None:
    result = run("compare", SOUND, SOUND)
    assert result.exit_code == 0
    assert "The two sheets say the same." in result.stdout


def test_sheets_that_differ(seat_slip: Path) -> None:
    result = run("compare", SOUND, seat_slip)
    assert result.exit_code == 1
    assert "the sheets differ in one place" in result.stdout
    assert "Play 14: the rules support A" in result.stdout
    assert "Against B: Play 14 is out of turn" in result.stdout
    assert "p2 T=18" in result.stdout


def test_sheets_of_two_games_are_not_laid_side_by_side() -> None:
    result = run("compare", ROOT / "fixtures" / "count-to-20" / "flawed" / "wrong-count.xxn", SOUND)
    assert result.exit_code == 1
    said = flat(result.stdout)
    assert "A is Count to 20, B is Twenty: these are not two sheets of one game." in said
    assert said.endswith("these are not two sheets of one game.")


def test_points_that_would_be_lost(tmp_path: Path) -> None:
    path = tmp_path / "short.xxn"
    path.write_text(SOUND.read_text("utf-8").replace("21. p1 7=23/3 ", ""), "utf-8")
    result = run("compare", SOUND, path)
    assert "(no entry)" in result.stdout
    assert "Albert an unknown score" in flat(result.stdout)


def test_a_comparison_as_json(seat_slip: Path) -> None:
    found = json.loads(run("compare", "--json", SOUND, seat_slip).stdout)
    assert [one["supports"] for one in found["differences"]] == ["a"]


@pytest.mark.parametrize("text", [b"", b"no record\n"])
def test_a_sheet_that_cannot_be_read(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "blank.xxn"
    path.write_bytes(text)
    result = run("compare", SOUND, path)
    assert result.exit_code == 3
    assert "blank.xxn" in result.stderr


def test_one_sheet_is_one_record(tmp_path: Path) -> None:
    path = tmp_path / "two.xxn"
    path.write_bytes(SOUND.read_bytes() * 2)
    result = run("compare", path, SOUND)
    assert result.exit_code == 64
    assert "has 2 records; one sheet is one record" in flat(result.output)


def test_a_verdict_says_when_more_repairs_may_be_found_than_it_counts(tmp_path: Path) -> None:
    """The search for a verdict is shorter than that of `repair`, which finds three here."""
    path = tmp_path / "two-slips.xxn"
    text = REVOKE.read_text("utf-8")
    path.write_text(text.replace("@score p1:17", "@score p1:18"), "utf-8")
    assert "for 18; there may be other ways" in flat(run("verify", path).stdout)


def test_a_repair_of_a_later_record_names_the_line_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "two.xxn"
    slip = SLIP.read_bytes()
    path.write_bytes(SOUND.read_bytes() + b"\n" + slip)
    first = SOUND.read_bytes().count(b"\n") + 1
    [told] = json.loads(run("repair", "--json", SLIP).stdout)["repairs"]
    line = told["changes"][0]["places"][0]["line"]
    assert f": line {first + line}, play 4: " in flat(run("verify", path).stdout)


def test_a_repair_of_a_sheet_names_the_sheets_own_line(tmp_path: Path) -> None:
    path = tmp_path / "sheet.txt"
    path.write_text(HANDS + "\nAda 8 makes 8\nBen A makes 9\nAda 2 makes 12\n", "utf-8")
    assert "1. Line 8, play 3: 11 for 12." in run("repair", path).stdout
    [told] = json.loads(run("repair", "--json", path).stdout)["repairs"]
    assert told["words"] == "line 8, play 3: 11 for 12"
    assert "line 8, play 3: 11 for 12; there may be other ways (" in " ".join(
        run("verify", path).stdout.split()
    )


def test_the_second_game_of_a_sheet_has_its_own_lines(tmp_path: Path) -> None:
    """The patch is of the XXN that `convert` makes of the sheet."""
    path = tmp_path / "two.txt"
    path.write_text("Round 1\nAda: 8 (8)\nBen: A (9)\n\n" * 2 + "Ada: 2 (12)\n", "utf-8")
    told = run("repair", path).stdout
    assert f"{path}:5 · Ada – Ben" in told
    assert "1. Line 9, play 3: " in told
    made = run("convert", "--to", "xxn", path).stdout.splitlines()
    line = len(made) - made[::-1].index("3. p1 2=12")
    assert f"@@ -{line - 1},3 +{line - 1},3 @@" in told
