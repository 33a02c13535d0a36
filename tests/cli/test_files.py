"""Files, folders and streams, as all commands over records take them."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from archive.cli import COMMANDS
from archive.generator import generate
from archive.notation import write
from tests.cli.running import run

TWENTY = Path(__file__).parents[2] / "fixtures" / "twenty"
SOUND = (TWENTY / "sound" / "illustrative-mended.xxn").read_bytes()
OVER_RECORDS = ["verify", "check", "fmt", "hash", "convert --to json", "convert --to xxn"]
TWENTIES = [sys.executable, "-c", "from archive.cli import main; main()"]
IMPATIENT = [
    sys.executable,
    "-c",
    "from archive.cli import main, progress; progress.PATIENCE = 0; main()",
]


def in_terminal(
    columns: int,
    *arguments: str | Path,
    stdout: int | None = None,
    command: list[str] = TWENTIES,
) -> str:
    """What a terminal of that width shows."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*command, *map(str, arguments)],
        stdin=subprocess.DEVNULL, stdout=stdout or theirs, stderr=theirs,
        env={**os.environ, "COLUMNS": str(columns), "TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    process.wait()
    os.close(ours)
    return shown.decode("utf-8", "replace")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games" / "2026").mkdir(parents=True)
    (tmp_path / "games" / "b.xxn").write_bytes(SOUND)
    (tmp_path / "games" / "2026" / "a b.xxn").write_bytes(SOUND)
    (tmp_path / "games" / "notes.txt").write_text("not a record", encoding="utf-8")
    return tmp_path / "games"


@pytest.mark.parametrize("command", OVER_RECORDS)
def test_folders_are_read_with_what_is_below_them(command: str, folder: Path) -> None:
    result = run(*command.split(), folder)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "not a record" not in result.stdout


@pytest.mark.parametrize("command", OVER_RECORDS)
def test_what_cannot_be_opened_is_named_and_the_rest_goes_on(command: str, folder: Path) -> None:
    empty = folder / "empty"
    empty.mkdir()
    result = run(*command.split(), folder / "nowhere.xxn", empty, folder / "b.xxn")
    assert result.exit_code == 3
    assert f"{folder / 'nowhere.xxn'}: No such file or directory" in result.stderr
    assert f"{empty}: no *.xxn in this folder" in result.stderr
    assert result.stdout == run(*command.split(), folder / "b.xxn").stdout


@pytest.mark.parametrize("command", OVER_RECORDS)
def test_a_dash_is_standard_input(command: str) -> None:
    result = run(*command.split(), "-", stdin=SOUND)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"], ["check", "--nonsense", "x"], ["convert", "x"], ["fmt", "-w", "--check", "x"],
        ["convert", "--to", "xxn", "--from", "nonsense", "x"], ["nonsense"],
    ],
)  # fmt: skip
def test_a_command_line_that_is_wrong_has_a_code_of_its_own(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 64


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["veryfy", "x"], "No such command 'veryfy'. Did you mean 'verify'?"),
        (["chek"], "No such command 'chek'. (Did you mean one of: 'check', 'schema'?)"),
        (["zzz"], "No such command 'zzz'."),
        (["compare", "a"], "Two sheets are to be compared, not 1."),
        (["compare", "a", "b", "c"], "Two sheets are to be compared, not 3."),
    ],
)
def test_a_slip_in_the_command_line_is_told(arguments: list[str], why: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 64
    assert result.stderr.splitlines()[-1] == f"Error: {why}"


def test_a_file_without_a_name_is_no_folder() -> None:
    result = run("verify", "")
    assert (result.exit_code, result.stderr) == (3, "'': No such file or directory\n")


def test_what_is_said_to_be_json_is_held_against_json(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    path.write_text("Anna: 8 (8)", "utf-8")
    result = run("convert", "--from", "json", "--to", "xxn", path)
    assert result.exit_code == 3
    assert 'expected JSON (expecting value), found "Anna: 8 (8)"' in result.stderr


def test_every_command_is_described() -> None:
    shown = run("--help").stdout
    assert all(f"  {name} " in shown for name in COMMANDS)
    for name in COMMANDS:
        assert run(name, "--help").exit_code == 0


def test_help_is_quick_and_imports_no_command() -> None:
    code = (
        "import sys; from archive.cli import main; main(['--help'], standalone_mode=False);"
        "print([name for name in sys.modules if name.startswith(('archive.notation', 'rich',"
        "'marshmallow', 'flask', 'sqlmodel', 'sqlalchemy', 'alembic', 'celery', 'redis'))])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert printed.stdout.splitlines()[-1] == "[]", printed.stderr


@pytest.mark.parametrize("form", ["text", "json", "short", "sarif"])
def test_a_sound_record_is_judged_without_importing_what_reads_others(
    form: str, tmp_path: Path
) -> None:
    path = tmp_path / "sound.xxn"
    path.write_text(write(generate("twenty/farrugia@1", 2, 1, {})))
    unneeded = ("archive.notation.lexer", "archive.scoring.examiner", "archive.rules.table",
                "archive.importers", "archive.deduction", "archive.games.count_to_20")  # fmt: skip
    code = (
        "import sys; from archive.cli import main\n"
        f"try: main(['verify', '--format', {form!r}, {str(path)!r}])\n"
        "except SystemExit as end: print(end.code)\n"
        f"print([name for name in sys.modules if name.startswith({unneeded})])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert printed.stdout.splitlines()[-2:] == ["0", "[]"], printed.stderr


@pytest.mark.parametrize("command", ["hash", "verify --json", "fmt", "convert --to ndjson"])
def test_a_reader_that_leaves_early_is_taken_quietly(command: str, tmp_path: Path) -> None:
    path = tmp_path / "many.xxn"
    path.write_bytes(SOUND * 100)
    with subprocess.Popen(
        [*TWENTIES, *command.split(), str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_names_of_files_steer_no_terminal(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31m.xxn"
    path.write_bytes(SOUND.replace(b"p1 8=8", b"p1 10=8"))
    for arguments in (["verify"], ["check"], ["hash"], ["fmt", "--check"], ["check", "--json"]):
        result = run(*arguments, path)
        assert "\x1b" not in result.stdout + result.stderr


def test_records_in_a_terminal_steer_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.xxn"
    path.write_bytes(SOUND.replace(b"Albert", b"Al\x1b]0;title\x07bert"))
    for arguments in (["fmt"], ["convert", "--to", "xxn"], ["convert", "--to", "json"]):
        shown = in_terminal(80, *arguments, path)
        assert "\x1b]" not in shown
        assert "title" in shown
    assert b"\x1b]0;" in run("fmt", path).stdout_bytes


@pytest.mark.parametrize("columns", [30, 60, 200])
def test_a_caret_stands_under_the_fault_however_wide_the_terminal(
    columns: int, tmp_path: Path
) -> None:
    path = tmp_path / "g.xxn"
    line = "1. p1 8=8 {漢字 " + "x" * 300 + "} 2. p2 10=9 {" + "y" * 300 + "}"
    path.write_text(f'[XXN "1.0"]\n[Game "twenty"]\n\n{line}\n', encoding="utf-8")
    os.environ.pop("NO_COLOR", None)
    env = {**os.environ, "COLUMNS": str(columns)}
    printed = subprocess.run(
        [*TWENTIES, "check", str(path)], env=env, capture_output=True, text=True
    ).stdout.splitlines()
    at = next(number for number, text in enumerate(printed) if "4 | " in text)
    source, caret = printed[at : at + 2]
    assert source[caret.index("^") :].startswith("10=9")
    assert len(source) <= max(columns, 30)


def test_a_bar_shows_where_somebody_watches_long_work(tmp_path: Path) -> None:
    path = tmp_path / "many.xxn"
    path.write_bytes(SOUND * 20)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        shown = in_terminal(
            80, "verify", "--json", path, stdout=nowhere.fileno(), command=IMPATIENT
        )
    assert re.search(r"[\d.]+/[\d.]+ [kM]B", shown)
    assert "━" in shown
    quiet = subprocess.run(
        [*TWENTIES, "verify", "--json", str(path)], capture_output=True, check=False
    )
    assert quiet.stderr == b""


def test_a_file_is_read_record_by_record(tmp_path: Path) -> None:
    """The first verdict is there before the file has come to its end."""
    with subprocess.Popen(
        [*TWENTIES, "hash", "--json", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(SOUND * 40)
        process.stdin.flush()
        first = json.loads(process.stdout.readline())
        process.stdin.close()
        process.stdout.read()
    assert first["number"] == 1
