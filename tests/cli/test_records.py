"""`twenties verify` and `twenties fmt`, as somebody at a terminal meets them."""

import json
import re
import sys
import zipfile
from pathlib import Path
from threading import active_count

import pytest

from archive.analysis import verify_fully
from archive.cli.progress import Bar
from archive.cli.words import CHECKED
from archive.scoring import Question, verify
from archive.telling.findings import CLAIMS
from tests.cli.running import flat, run
from tests.served import wait_until

TWENTY = Path(__file__).parents[2] / "fixtures" / "twenty"
SOUND = TWENTY / "sound" / "illustrative-mended.xxn"
SLIP = TWENTY / "flawed" / "points-one-too-few.xxn"
PRINTED = TWENTY / "flawed" / "illustrative.xxn"
NOTE = TWENTY / "flawed" / "gap.xxn"


THREE_DROP_OUT = b"""[XXN "1.0"]
[Game "zwanzig-ab"]
[Rules "zwanzig-ab/twenty-down@1"]

@deal n=1 dealer=p4 cards=5
@trump p1 c
@stay
p2 out p3 out p4 out
"""


@pytest.mark.parametrize(
    ("path", "code"), [(SOUND, 0), (NOTE, 0), (SLIP, 1), (PRINTED, 2), (TWENTY / "nowhere.xxn", 3)]
)
def test_the_exit_code_says_how_it_went(path: Path, code: int) -> None:
    assert run("verify", path).exit_code == code


def test_the_worst_record_decides() -> None:
    assert run("verify", SOUND, PRINTED, SLIP).exit_code == 2


def test_a_finding_is_shown_with_its_place_its_line_and_its_clause() -> None:
    output = run("verify", SLIP).stdout
    assert f"{SLIP}:20:23: error wrong-points  ← first mistake" in output
    assert "Bertha’s play 4 makes exactly 20 and scores 10 points, not 9." in output
    assert "That is 1 point more for Bertha; the final totals are right" in output
    line, caret = output.splitlines()[
        output.splitlines().index("    20 | 3. p1 2=11 4. p2 9=20/9") :
    ][:2]
    assert caret.index("^") == line.index("9", line.index("/"))
    assert "Rule 4.1: Exact Twenty." in output


def test_a_clause_is_quoted_once_in_a_report() -> None:
    output = run("verify", "-", stdin=THREE_DROP_OUT).stdout
    assert output.count("Rule 9.2: Nobody ever drops out") == 1
    assert output.count("Rule 9.2: as above") == 2


def test_the_whole_in_one_sentence_and_the_three_answers_come_first() -> None:
    lines = run("verify", PRINTED).stdout.splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith("  plays"))
    sentence = " ".join(line.strip() for line in lines[1:begin])
    assert sentence.startswith("Albert cannot have held Q J J 4 3")
    assert sentence.endswith("As it was played, Bertha wins, 110–82.")
    answers = [line for line in lines[begin : begin + 6] if line[2:3].strip()]
    assert [line.split()[:2] for line in answers[:3]] == [
        ["plays", "impossible"], ["figures", "right"], ["result", "right"],
    ]  # fmt: skip
    assert "100 of 100 tallies" in answers[1]
    assert "Albert 82, Bertha 110: Bertha wins" in answers[2]


def test_where_no_play_is_written_down_none_is_called_right(tmp_path: Path) -> None:
    sheet = tmp_path / "evening.txt"
    sheet.write_text("Zwanzig ab\nPik ist Trumpf.\nSepp hatte noch Karo.\n")
    output = run("verify", sheet).stdout
    assert "There is no play on the sheet, and so nothing to judge." in output
    assert re.search(r"^  plays +none$", output, re.MULTILINE)


def test_other_rules_are_told_in_words() -> None:
    said = " ".join(
        run(
            "verify", TWENTY.parents[1] / "archive" / "samples" / "zwanzig-ab-disputed-revoke.xxn"
        ).stdout.split()
    )
    drops_out = "Jochen drops out of deal 1, but in Twenty down there is no dropping out."
    assert f"zwanzig-ab/twenty-down@1 {drops_out}" in said


def test_what_only_follows_stands_behind_what_it_follows_from() -> None:
    """A sum carried to the end is wrong in the Result tag too, at the top of the record."""
    carried = PRINTED.with_name("sum-carried-to-the-end.xxn")
    output = run("verify", carried).stdout
    first = output.index("← first mistake")
    assert output.index("only follows") > first
    assert ": error " not in output[: output.rindex("\n", 0, first)]


def test_json_is_one_verdict_a_line_and_the_same_bytes() -> None:
    lines = run("verify", "--json", SOUND, SLIP).stdout.splitlines()
    assert lines == [verify_fully(path.read_bytes()).json() for path in (SOUND, SLIP)]


def test_the_analysis_can_be_left_out() -> None:
    """The verdict is printed all the same, and as JSON it is what the archive gives at once."""
    whole, alone = run("verify", PRINTED), run("verify", "--no-analysis", PRINTED)
    assert alone.exit_code == whole.exit_code
    assert whole.stdout.startswith(alone.stdout.rstrip("\n"))
    assert "would put this right" in whole.stdout
    assert "would put this right" not in alone.stdout
    as_json = run("verify", "--json", "--no-analysis", PRINTED).stdout.rstrip("\n")
    assert as_json == verify(PRINTED.read_bytes()).json()


def test_what_is_worked_at_is_said_where_somebody_watches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("archive.cli.progress.PATIENCE", 0)
    said: list[str] = []

    def has_said_so() -> bool:
        said.append(capsys.readouterr().err)
        return "Working something out" in "".join(said)

    with Bar(0).working("Working something out"):
        wait_until(has_said_so)
    monkeypatch.setattr("archive.cli.progress.PATIENCE", 1000)
    capsys.readouterr()
    with Bar(0).working("Working something out"):
        pass
    assert capsys.readouterr().err == ""
    bar = Bar(0)
    bar.watched = False
    before = active_count()
    with bar.working("Working something out"):
        assert active_count() == before


def test_records_of_a_file_are_judged_each_for_itself() -> None:
    data = SOUND.read_bytes() + b"\n" + SLIP.read_bytes() + b"{ never closed\n" + SOUND.read_bytes()
    result = run("verify", "--json", "-", stdin=data)
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]
    assert [verdict["record"]["number"] for verdict in verdicts] == [1, 2, 3]
    assert [verdict["answers"]["arithmetic"] for verdict in verdicts] == [
        "upheld",
        "refuted",
        "upheld",
    ]


def test_lines_are_counted_in_the_file() -> None:
    data = SOUND.read_bytes() + SLIP.read_bytes()
    before = SOUND.read_text(encoding="utf-8").count("\n")
    assert f"-:{before + 20}:23: error wrong-points" in run("verify", "-", stdin=data).stdout


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "could not be read as a game"),
        (b"hello \x1b[31mred", "could not be read as a game"),
        (b"\xff\xfe[\0X\0", "could not be read as a game"),
        (b'[XXN "1.0"]\n[Game "whist"]', "no rules of “whist” go by that name"),
        (b'[XXN "1.0"]\n[Game "twenty"]\n[Rules "', "the rules of “twenty” cannot be read"),
    ],
)
def test_what_cannot_be_read_is_said_and_steers_no_terminal(data: bytes, said: str) -> None:
    result = run("verify", "-", stdin=data)
    assert result.exit_code == 3
    assert said in result.stdout
    assert "\x1b" not in result.stdout


def test_fmt_writes_the_canonical_form() -> None:
    untidy = SOUND.read_text(encoding="utf-8").replace("\n1. ", "\n\n 1.").encode()
    result = run("fmt", "-", stdin=untidy)
    assert (result.exit_code, result.stdout) == (0, SOUND.read_text(encoding="utf-8"))


def test_fmt_can_check_and_write_in_place(tmp_path: Path) -> None:
    path = tmp_path / "game.xxn"
    path.write_text(
        SOUND.read_text(encoding="utf-8").replace("1. p1 8", "1.p1 8"), encoding="utf-8"
    )
    assert run("fmt", "--check", path).exit_code == 1
    assert run("fmt", "-w", path).exit_code == 0
    assert path.read_text(encoding="utf-8") == SOUND.read_text(encoding="utf-8")
    assert run("fmt", "--check", path).exit_code == 0


def test_fmt_loses_nothing_it_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "game.xxn"
    path.write_bytes(b"hello\n" + SOUND.read_bytes().replace(b"p1 8=8", b"p1 10=8"))
    before = path.read_bytes()
    result = run("fmt", "-w", path)
    assert result.exit_code == 3
    assert "unreadable-play" in result.stderr
    assert path.read_bytes() == before


OPEN = "twenty/farrugia@1;hands=open"


def test_other_rules_can_be_asked_for_and_are_said() -> None:
    result = run("verify", "--rules", OPEN, SOUND)
    assert result.exit_code == 2
    words = flat(result.stdout)
    assert f"rules {OPEN} as asked; the sheet names twenty/farrugia@1" in words
    assert "not-swapped" in words


def test_other_rules_are_said_in_json_too() -> None:
    body = json.loads(run("verify", "--json", "--rules", OPEN, SOUND).stdout)
    assert body["rules"] == {"asked": OPEN, "named": "twenty/farrugia@1"}
    assert body["answers"]["legality"] == "refuted"


def test_rules_that_are_asked_for_help_a_record_that_names_none_or_unknown_ones() -> None:
    text = SOUND.read_text(encoding="utf-8")
    none = text.replace('[Rules "twenty/farrugia@1"]\n', "").encode()
    other = text.replace("farrugia@1", "farrugia@9").encode()
    asked = ("verify", "--rules", "twenty/farrugia@1", "-")
    assert "the sheet names none" in run(*asked, stdin=none).stdout
    assert "the sheet names twenty/farrugia@9" in run(*asked, stdin=other).stdout
    assert "the sheet names the same" in run(*asked, stdin=text.encode()).stdout
    assert run(*asked, stdin=other).exit_code == 0


def test_a_record_of_another_game_is_not_judged_by_the_rules_asked_for() -> None:
    other = SOUND.read_text(encoding="utf-8").replace("twenty", "zwanzig-ab").encode()
    result = run("verify", "--rules", "twenty/farrugia@1", "-", stdin=other)
    assert result.exit_code == 3
    assert "expected a record of twenty, not “zwanzig-ab”" in flat(result.stdout)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("whist", "one of count-to-20, twenty"),
        ("twenty", "twenty/farrugia@1"),
        ("twenty/farrugia@2", "twenty/farrugia@1"),
        ("twenty/farrugia@1;hands=opened", "hands=hidden|open"),
        ("twenty/farrugia@1;packs=2", "hands, replenish"),
    ],
)
def test_rules_that_are_not_known_are_refused_with_those_that_are(
    rules: str, expected: str
) -> None:
    result = run("verify", "--rules", rules, SOUND)
    assert (result.exit_code, result.stdout) == (64, "")
    assert expected in flat(result.stderr)


def test_a_verdict_fits_the_terminal() -> None:
    result = run("verify", "-", stdin=SLIP.read_bytes(), COLUMNS="80")
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert [line for line in result.stdout.splitlines() if line != line.rstrip()] == []


def test_every_kind_of_number_claimed_has_a_name() -> None:
    arithmetic = {kind for kind, about in CLAIMS.items() if about is Question.ARITHMETIC}
    assert set(CHECKED) == arithmetic


def test_a_witness_that_cannot_be_says_which_lines_rule_it_out() -> None:
    result = run("witness", TWENTY.parent / "zwanzig-ab" / "flawed" / "no-deal-fits.xxn")
    assert (result.exit_code, result.stdout) == (2, "")
    said = flat(result.stderr)
    assert "There is no deal that fits all of this sheet." in said
    assert "no deal of the pack fits lines 16, 17 and 18" in said


SHEET = """Players: Anna, Berta
Anna: 8 (8)
Berta: A (9)
Anna: 2 (12)
Carl: 7 (7)
"""


def test_a_sheet_is_judged_by_its_own_lines(tmp_path: Path) -> None:
    path = tmp_path / "sheet.txt"
    path.write_text(SHEET, "utf-8")
    result = run("verify", path)
    assert f"{path}:4:1: error wrong-tally" in result.stdout
    assert "4 | Anna: 2 (12)" in result.stdout
    assert f"{path}:5:1: error unknown-player" in result.stderr
    assert result.exit_code == 3
    told = json.loads(run("verify", "--json", path).stdout)
    assert told["sheet"]["findings"][0] == {
        "line": 4, "column": 1, "cell": None, "text": "Anna: 2 (12)",
    }  # fmt: skip
    assert [one["line"] for one in told["sheet"]["diagnostics"]] == [5]


def test_what_would_settle_it_names_the_sheets_own_lines(tmp_path: Path) -> None:
    path = tmp_path / "sheet.txt"
    path.write_text("Anna and Berta\n\n\nAnna: 8 (8)\nBerta: ? (9)\n", "utf-8")
    told = run("verify", path).stdout
    assert "what would settle it: the card of play 2 (line 5)." in flat(told)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("hello there\n" * 70, 1, "hello there"),
        ("8 (8)\n9 (17)\n" * 35, 1, "8 (8)"),
        ("a, b\n1, 2\n", 2, "1, 2"),
    ],
)
def test_what_is_no_game_is_answered_in_one_sentence(text: str, line: int, words: str) -> None:
    result = run("verify", "--json", "-", stdin=text)
    told = json.loads(result.stdout)
    assert [one["code"] for one in told["findings"]] == ["unreadable"]
    assert f"line {line}, “{words}”, is not understood" in told["findings"][0]["sentence"]
    assert "such as “Anna: 8 (8)”" in told["findings"][0]["sentence"]
    checked = run("check", "--json", "-", stdin=text)
    [fault] = json.loads(checked.stdout)["diagnostics"]
    assert (fault["code"], fault["line"], fault["found"]) == ("unreadable", line, words)
    assert "such as “Anna: 8 (8)”" in fault["expected"]


def test_every_form_is_checked(tmp_path: Path) -> None:
    """Places are those of the sheet, with its own line and a caret."""
    words, packed = tmp_path / "a.txt", tmp_path / "b.zip"
    words.write_text("Anna: T (10)\nBerta: 10 (20)\nAnna: 2 (2)\n", "utf-8")
    with zipfile.ZipFile(packed, "w") as held:
        held.writestr("b.csv", "Player,Card,Tally\nAnna,8,8\nBerta,A,9\n")
    result = run("check", words, packed)
    assert f"{words}:2:8: error not-a-card" in result.stdout
    assert "2 | Berta: 10 (20)\n      |        ^~" in result.stdout
    assert "2 games: 1 error" in result.stdout
    assert result.exit_code == 3
    assert run("check", "--ranks", "10", words).exit_code == 0
    for command in ("check", "repair", "verify"):
        refused = run(command, "--ranks", "french", words)
        assert refused.exit_code == 64, command
    [told] = run("check", "--json", packed).stdout.splitlines()
    assert json.loads(told)["read_as"].startswith("a table of plays")


def test_a_sheet_is_shown_in_the_encoding_that_it_is_read_in(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("Jörg: 8 (8)\nKäthe: Ü (17)\n".encode("cp1252"))
    for command in (["check"], ["convert", "--to", "xxn"]):
        told = run(*command, "--encoding", "cp1252", path)
        assert "2 | Käthe: Ü (17)" in told.output, command
        assert run(*command, "--encoding", "none", path).exit_code == 64, command
        assert run(*command, "--encoding", "hex", path).exit_code == 64, command


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("torn", [b"a", b"\xe9"])
def test_a_sheet_that_breaks_off_within_a_character_is_read(
    tmp_path: Path, mark: str, torn: bytes
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(f"{mark}Anna: 8 (8)\nBerta: 9 (17)\n".encode("utf-16-le") + torn)
    declared = [] if mark else ["--encoding", "utf-16-le"]
    for command in (["check"], ["convert", "--to", "xxn"]):
        assert run(*command, *declared, path).exit_code == 3, command


def test_every_form_is_compared(tmp_path: Path) -> None:
    """A sheet in words beside a table in a zip of its own."""
    words, packed = tmp_path / "a.txt", tmp_path / "b.zip"
    words.write_text("Anna: 8 (8)\nBerta: A (9)\nAnna: 2 (11)\n", "utf-8")
    table = "Player,Card,Tally\nAnna,8,8\nBerta,A,9\nAnna,2,12\n"
    with zipfile.ZipFile(packed, "w") as held:
        held.writestr("b.csv", table)
    result = run("compare", words, packed)
    assert "A  line 3: Anna: 2 (11)" in result.stdout
    assert "B  line 4: Anna,2,12" in result.stdout
    [told] = json.loads(run("compare", "--json", words, packed).stdout)["differences"]
    assert [one["sheet"]["line"] for one in (*told["a"], *told["b"])] == [3, 4]
    assert result.exit_code == 1


def test_rules_by_which_a_game_is_not_over_either_are_not_listed() -> None:
    shown = run("verify", "fixtures/zwanzig-ab/flawed/early-end.xxn").stdout
    assert "The other rules of the game, and its options, make no difference to this." in shown
    assert "twenty-down" not in shown


def test_notes_that_are_alike_are_told_once(tmp_path: Path) -> None:
    sheet = tmp_path / "losers.txt"
    hands = ["1. Uli K (10)", "2. Vera 9 (9)", "3. Uli 4 (14)", "4. Vera A (20)"]
    sheet.write_text("\n".join(["Twenty-Two, Uli and Vera", *hands, ""]))
    told = run("verify", sheet).stdout
    assert (told.count("note gap"), told.count("note unknown-card")) == (1, 1)
    assert told.count("There are 3 more notes like this one, on lines 3, 4, 5.") == 2
    sheet.write_text("\n".join(["Twenty-Two, Uli and Vera", *hands[:2], ""]))
    told = run("verify", sheet).stdout
    assert (told.count("note gap"), told.count("more note")) == (2, 0)
