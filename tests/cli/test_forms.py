"""`twenties check`, `fmt`, `convert`, `split` and `hash`, each for what it does."""

import json
import os
import stat
from pathlib import Path

import pytest

from archive.cli.diagnostics import excerpt
from archive.notation import read, read_json, split, write
from archive.notation.hashes import chain, hashes
from tests.cli.running import flat, run

TWENTY = Path(__file__).parents[2] / "fixtures" / "twenty"
ONE = (TWENTY / "sound" / "illustrative-mended.xxn").read_bytes()
TWO = (TWENTY / "flawed" / "gap.xxn").read_bytes()
BROKEN = ONE.replace(b"p2 A=9", b"p2 10=9", 1)
MANY = ONE + b"\n" + TWO


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.xxn"
    path.write_bytes(MANY)
    return path


# -- check


@pytest.mark.parametrize(
    ("data", "options", "code"),
    [
        (MANY, [], 0),
        (MANY, ["--strict"], 0),
        (ONE.replace(b"\n", b"\r\n"), [], 0),
        (ONE.replace(b"\n", b"\r\n"), ["--strict"], 1),
        (ONE.replace(b"@up ", b"@up  "), [], 0),
        (ONE.replace(b"@up ", b"@up  "), ["--strict"], 1),
        (BROKEN, [], 1),
        (ONE.replace(b"2. ", b"3. ", 1), [], 1),
        (b"", [], 3),
        ("[XXN".encode("utf-16"), [], 3),
    ],
)
def test_check_says_how_the_writing_is(data: bytes, options: list[str], code: int) -> None:
    assert run("check", *options, "-", stdin=data).exit_code == code


@pytest.mark.parametrize("data", [b"Milk, 2 pints\nEggs: a dozen\n", b"\xff\xd8 \x9a\xb4\n"])
def test_what_is_no_game_in_any_form_is_said_to_be_that_once(tmp_path: Path, data: bytes) -> None:
    """There was a fault for every word of it, and for every byte."""
    path = tmp_path / "shopping.txt"
    path.write_bytes(data * 35)
    for command in (["check"], ["convert", "--to", "xxn"], ["fmt"], ["compare", path]):
        found = run(*command, path)
        assert found.exit_code == 3
        told = found.stdout + found.stderr
        assert "such as “Anna: 8 (8)”" in flat(told)
        assert told.count("unreadable") <= 1
        assert told.count("not-utf-8") <= 1


def test_check_asks_no_rules() -> None:
    assert run("check", TWENTY / "flawed" / "points-one-too-few.xxn").exit_code == 0


def test_a_fault_is_shown_as_good_compilers_do() -> None:
    lines = run("check", "-", stdin=ONE + BROKEN).stdout.splitlines()
    line = (ONE + BROKEN).decode().split("\n").index("1. p1 8=8 2. p2 10=9") + 1
    assert lines == [
        f"-:{line}:17: error unreadable-play",
        "    expected the rank T for a ten, found 10=9",
        f"    {line} | 1. p1 8=8 2. p2 10=9",
        f"    {' ' * len(str(line))} |                 ^~~~",
        "    write 2. p2 T=9",
        "2 games: 1 error",
    ]


def test_check_speaks_json_and_can_be_quiet(many: Path) -> None:
    many.write_bytes(ONE + BROKEN)
    first, second = map(json.loads, run("check", "--json", many).stdout.splitlines())
    assert first == {"file": str(many), "number": 1, "line": 1, "diagnostics": []}
    (fault,) = second["diagnostics"]
    line = (ONE + BROKEN).decode().split("\n").index("1. p1 8=8 2. p2 10=9") + 1
    assert (fault["code"], fault["line"], fault["column"]) == ("unreadable-play", line, 17)
    assert many.read_bytes()[fault["byte"] :].startswith(b"10=9")
    many.write_bytes(ONE)
    assert run("check", "-q", many).stdout == ""


def test_excerpts_fit_their_room() -> None:
    assert excerpt("p1 10", 4, 2, 40) == ("p1 10", "   ^~")
    assert excerpt("", 1) == ("", "^")
    source, caret = excerpt("ab\x1b[", 3, 1)
    assert source.isprintable()
    assert len(caret) == len(source) - 1  # the whole sign that stands for the escape is marked
    for at in range(1, 200, 7):
        source, caret = excerpt("漢" * 60 + "x" * 140, at, 3, 50)
        assert len(source) <= 53
        assert caret.lstrip() in {"^" + "~" * more for more in range(6)}


# -- fmt


def test_fmt_formats_many_records_and_files(many: Path, tmp_path: Path) -> None:
    untidy = tmp_path / "untidy.xxn"
    untidy.write_bytes(ONE.replace(b"@up ", b"@up   ") + b"\n\n\n" + TWO)
    assert run("fmt", "--check", many, untidy).exit_code == 1
    result = run("fmt", "--check", "--json", many, untidy)
    assert [json.loads(line)["canonical"] for line in result.stdout.splitlines()] == [True, False]
    assert run("fmt", "-w", tmp_path).exit_code == 0
    assert many.read_bytes() == untidy.read_bytes() == MANY
    assert sorted(path.name for path in tmp_path.iterdir()) == ["many.xxn", "untidy.xxn"]


def test_fmt_keeps_permissions_and_links(tmp_path: Path) -> None:
    path, link = tmp_path / "game.xxn", tmp_path / "link.xxn"
    path.write_bytes(ONE.replace(b"@up ", b"@up   "))
    path.chmod(0o640)
    link.symlink_to(path)
    assert run("fmt", "-w", link).exit_code == 0
    assert link.is_symlink()
    assert path.read_bytes() == ONE
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_fmt_leaves_what_is_too_large_as_it_is() -> None:
    large = b'[XXN "1.0"]\n{' + b"x" * (3 << 20) + b"}\n"
    result = run("fmt", "-", stdin=large + ONE)
    assert result.exit_code == 3
    assert result.stdout_bytes == large + ONE


# -- convert


@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_there_and_back_again(form: str, many: Path, tmp_path: Path) -> None:
    there = tmp_path / f"many.{form}"
    assert run("convert", "--to", form, "-o", there, many).exit_code == 0
    back = run("convert", "--to", "xxn", there)
    assert (back.exit_code, back.stdout_bytes) == (0, MANY)
    assert run("convert", "--to", "xxn", "-", stdin=there.read_bytes()).stdout_bytes == MANY


def test_json_is_one_document_and_ndjson_a_line_each(many: Path, tmp_path: Path) -> None:
    assert isinstance(json.loads(run("convert", "--to", "json", many).stdout), list)
    assert isinstance(json.loads(run("convert", "--to", "json", "-", stdin=ONE).stdout), dict)
    assert run("convert", "--to", "json", tmp_path / "no").stdout == "[]\n"
    lines = run("convert", "--to", "ndjson", many, many).stdout.splitlines()
    assert len(lines) == 4
    assert read_json(lines[0].encode()) == [read(ONE)]


def test_a_fault_of_json_is_shown_in_its_own_text(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    text = run("convert", "--to", "json", "-", stdin=ONE).stdout.replace('["A"]', '["10"]', 1)
    path.write_text(text, encoding="utf-8")
    result = run("convert", "--to", "xxn", path)
    line = next(n for n, one in enumerate(text.split("\n"), 1) if '["10"]' in one)
    column = text.split("\n")[line - 1].index('"10"') + 1
    assert result.exit_code == 3
    assert f"{path}:{line}:{column}: error unreadable-value" in result.stderr
    assert 'found "10"' in result.stderr
    assert "at $.events[" in result.stderr
    assert '`{"type": "play"' in result.stdout  # kept where it cannot be read


def test_what_cannot_be_read_is_kept_on_the_way(many: Path) -> None:
    many.write_bytes(BROKEN)
    result = run("convert", "--to", "ndjson", "--json", many)
    assert result.exit_code == 3
    (fault,) = json.loads(result.stderr)["diagnostics"]
    assert fault["code"] == "unreadable-play"
    (record,) = read_json(result.stdout_bytes)
    assert record == read(BROKEN)


def test_convert_keeps_the_old_file_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.xxn"
    path.write_bytes(ONE.replace(b"@up ", b"@up   "))
    assert run("convert", "--to", "xxn", "-o", path, path).exit_code == 0
    assert path.read_bytes() == ONE
    assert run("convert", "--to", "xxn", "-o", tmp_path / "no" / "x", path).exit_code == 3


def test_convert_writes_into_a_pipe_and_leaves_it_one(tmp_path: Path) -> None:
    """As /dev/null stays what it is."""
    path, pipe = tmp_path / "game.xxn", tmp_path / "pipe"
    path.write_bytes(ONE)
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("convert", "--to", "xxn", "-o", pipe, path).exit_code == 0
        assert os.read(reading, len(ONE) + 1) == ONE
    finally:
        os.close(reading)
    assert pipe.is_fifo()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["game.xxn", "pipe"]


def test_a_transcript_is_imported(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("player,card,tally\nAda,8,8\nBen,A,9\n", encoding="utf-8")
    result = run("convert", "--to", "xxn", path)
    assert "p1 8=8" in result.stdout
    assert "p2 A=9" in result.stdout
    assert "read as" in result.stderr


# -- split


def test_split_writes_every_record_and_overwrites_none(many: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    result = run("split", many, "--into", folder)
    assert result.exit_code == 0
    names = [path.name for path in sorted(folder.iterdir())]
    assert names == ["0001-albert-bertha.xxn", "0002-ada-ben.xxn"]
    assert b"".join(path.read_bytes() for path in sorted(folder.iterdir())) == MANY
    again = run("split", many, "--into", folder, "--json")
    assert again.exit_code == 0
    assert [json.loads(line)["written"] for line in again.stdout.splitlines()] == [False, False]
    (folder / names[0]).write_bytes(b"mine")
    clash = run("split", many, "--into", folder)
    assert clash.exit_code == 1
    assert "there already" in clash.stderr
    assert (folder / names[0]).read_bytes() == b"mine"


def test_split_makes_names_that_harm_nobody(tmp_path: Path) -> None:
    names = b'[P1 "../../etc/passwd"]\n[P2 "\xc4\xa0or\xc4\xa1a\x1b$(rm) ' + b"x" * 500 + b'"]'
    data = b'[XXN "1.0"]\n[Game "twenty"]\n' + names + b"\n\n@round\n"
    result = run("split", "-", "--into", tmp_path / "out", stdin=data)
    assert result.exit_code == 0
    (path,) = (tmp_path / "out").iterdir()
    assert path.name.startswith("0001-etc-passwd-ġorġa-rm-xxx")
    assert len(os.fsencode(path.name)) < 120
    assert path.read_bytes() == data


# -- hash


def test_hash_names_records(many: Path) -> None:
    parts = [MANY[part.start : part.end] for part in split(MANY)]
    found = [json.loads(line) for line in run("hash", "--json", many).stdout.splitlines()]
    for one, part in zip(found, parts, strict=True):
        assert {key: one[key] for key in ("raw", "record", "play")} == hashes(read(part))._asdict()
    assert [one["number"] for one in found] == [1, 2]
    only = run("hash", "--only", "play", many).stdout.splitlines()
    line = ONE.count(b"\n") + 2
    assert only == [f"{found[0]['play']}  {many}:1", f"{found[1]['play']}  {many}:{line}"]


def test_hash_chains_plays(many: Path) -> None:
    links = chain(read(ONE))
    first = json.loads(run("hash", "--chain", "--json", many).stdout.splitlines()[0])
    assert first["chain"] == links
    shown = run("hash", "--chain", "-", stdin=ONE).stdout.splitlines()
    assert shown[3] == f"1      {links[0]}  -:1"
    assert len(shown) == 3 + len(links)
    assert write(read(ONE)).encode() == ONE
