"""The records under fixtures/notation/, one trap a file.

`good/` reads without complaint (a note aside) as what its `.canonical` says. `syntax-bad/` and
`rules-bad/` give exactly the faults their `.faults` name, the one to the reader, the other to the
judge. A new case is a new file, nothing else.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.notation import read, split, write
from archive.notation.hashes import hashes
from archive.scoring import verify
from tests.notation.faults_file import canonical, judge_faults, reader_faults

ROOT = Path(__file__).parents[2] / "fixtures" / "notation"
GOOD, SYNTAX_BAD, RULES_BAD = (
    sorted((ROOT / folder).glob("*.xxn")) for folder in ("good", "syntax-bad", "rules-bad")
)
HEAD = b'[XXN "1.0"]\n[Game "twenty"]\n\n'
# These stand in no file: they would be large, or the code is given by another step.
CODES_ELSEWHERE = {"large-record", "long-comment", "too-many-faults", "not-canonical"}


def told(path: Path) -> str:
    beside = path.with_suffix(".faults")
    return beside.read_text(encoding="utf-8") if beside.exists() else ""


def test_no_folder_is_empty() -> None:
    assert {path.name for path in ROOT.iterdir()} == {"good", "syntax-bad", "rules-bad"}
    assert GOOD
    assert SYNTAX_BAD
    assert RULES_BAD


def test_nothing_stands_alone() -> None:
    """Every file but a record belongs to a record, and every bad record says what is bad."""
    for path in ROOT.glob("*/*"):
        assert path.with_suffix(".xxn").exists(), path
    for path in GOOD:
        assert path.with_suffix(".canonical").exists(), path
    for path in (*SYNTAX_BAD, *RULES_BAD):
        assert told(path), path


def test_good(subtests: pytest.Subtests) -> None:
    for path in GOOD:
        with subtests.test(path.stem):
            data, due = path.read_bytes(), path.with_suffix(".canonical").read_bytes()
            assert reader_faults(data) == told(path)
            assert all(line.startswith("note ") for line in told(path).splitlines())
            assert canonical(data).encode() == due
            assert canonical(due) == due.decode()
            assert reader_faults(due) == ""
            assert not any(line.endswith((" ", "\t")) for line in due.decode().splitlines())


def test_syntax_bad(subtests: pytest.Subtests) -> None:
    for path in SYNTAX_BAD:
        with subtests.test(path.stem):
            assert reader_faults(path.read_bytes()) == told(path)


def test_rules_bad(subtests: pytest.Subtests) -> None:
    for path in RULES_BAD:
        with subtests.test(path.stem):
            assert reader_faults(path.read_bytes()) == ""
            assert judge_faults(path.read_bytes()) == told(path)


def test_nothing_is_lost_and_nothing_raises(subtests: pytest.Subtests) -> None:
    for path in (*GOOD, *SYNTAX_BAD, *RULES_BAD):
        with subtests.test(path.stem):
            data = path.read_bytes()
            slices = list(split(data))
            assert b"".join(data[one.start : one.end] for one in slices) == data
            for one in slices:
                record = read(data[one.start : one.end], one.number)
                text = write(record)
                again = read(text.encode("utf-8", "surrogateescape"))
                assert again == record
                assert write(again) == text
                assert hashes(again)[1:] == hashes(record)[1:]
                assert verify(data[one.start : one.end]).json()


def test_a_message_can_be_seen(subtests: pytest.Subtests) -> None:
    """A fault says what was expected and found, in characters a reader can see; a fix helps."""
    for path in SYNTAX_BAD:
        with subtests.test(path.stem):
            data = path.read_bytes()
            for one in split(data):
                for fault in read(data[one.start : one.end]).diagnostics:
                    assert fault.expected
                    assert (fault.expected + fault.found).isprintable()
                    assert len(fault.found) < 200
                    assert fault.fix is None or fault.fix.isprintable()


def test_every_code_of_reading_stands_in_some_record() -> None:
    found = {line.split()[1] for path in (*GOOD, *SYNTAX_BAD) for line in told(path).splitlines()}
    documented = (Path(__file__).parents[2] / "docs/notation.md").read_text(encoding="utf-8")
    section = documented.partition("## What cannot be read")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    codes = {word.strip(" `") for row in rows for word in row.split(",")}
    assert len(codes) > 15
    assert codes - found == CODES_ELSEWHERE


# what would be large as a file


def codes(data: bytes) -> list[str]:
    return [fault.code for fault in read(data).diagnostics]


def test_a_comment_of_20_mb_that_is_never_closed_harms_no_neighbour() -> None:
    whole = HEAD + b"1. p1 8=8 {" + b"on and on\n" * 2_000_000 + HEAD + b"1. p1 8=8\n"
    first, second = split(whole)
    assert codes(whole[first.start : first.end]) == ["large-record"]
    assert codes(whole[second.start : second.end]) == []
    assert second.line == 2_000_004


def test_a_comment_within_a_record_that_is_never_closed_is_one_fault() -> None:
    record = read(HEAD + b"1. p1 8=8 {" + b"on and on\n" * 100_000)
    assert [fault.code for fault in record.diagnostics] == ["open-comment"]
    assert len(record.events) == 2


def test_a_comment_may_be_so_long_and_no_longer() -> None:
    assert codes(HEAD + b"{" + b"x" * 65_536 + b"}") == []
    assert codes(HEAD + b"{" + b"x" * 65_537 + b"}") == ["long-comment"]


@pytest.mark.parametrize("closed", [0, 3000])
def test_variations_3000_deep(closed: int) -> None:
    record = read(HEAD + b"1. p1 8=8 " + b"(1. p1 9 " * 3000 + b")" * closed + b" 2. p2 A=9")
    found = [fault.code for fault in record.diagnostics]
    assert found == ["open-variation"] * (0 if closed else 32) + ["deep-variation"]
    assert read(write(record).encode()) == record


def test_thousands_of_records_in_one_file() -> None:
    slices = list(split(HEAD * 5000))
    assert [one.number for one in slices] == list(range(1, 5001))
    assert slices[-1].line == 3 * 4999 + 1


def test_a_sheet_pasted_in_the_wrong_place_is_one_fault_a_line() -> None:
    prose = "We played two rounds on Friday, and Bertha won both of them.\n" * 50
    assert codes(HEAD + prose.encode()) == ["unreadable"] * 50
