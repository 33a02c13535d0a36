"""Plain stretches are read many tokens at once. What is read is what the tokens say one by one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.core.record import Record
from archive.notation import parser, read, split, write
from archive.notation.lexer import PIECE, TOKEN
from archive.notation.remembered_texts import LONGEST, MOST, Memory
from tests.notation.strategies import RECORDS
from tests.notation.test_fuzz import RECORD, damaged

FOLDER = Path(__file__).parents[2] / "fixtures"
FIXTURES = sorted(FOLDER.rglob("*.xxn"))
HEAD = '[XXN "1.0"]\n[Game "twenty"]\n\n'

LINE = st.sampled_from(
    [
        "p1: QJJ43", "p2: 9s8d+Th", "p1: ", "p1: 9x", "p2:\t9", "@deal n=1", "@deal n=x", "@seance",
        "@score p1:1 p2:-2", "@score p1:1  p2:2", "@score p1:1 p2", "@score ", "@score p1:1 p1:2",
        "@gap", "@gap \u200b", "@bonus p1 /8", "@bonus", "@up 9sTh bonus=8", "@up 9s {so}", "@end",
        "@trick n=2 first=p1", "@x\r", "", " ", "{so}", "(", ")", "*", '[Event "x"]', '[XXN "1.0"]',
        '[Event "\\""]', "[Event x]", "% so", "; so", "`p1 9`", "p1 10",
    ]
)  # fmt: skip
DEED = st.sampled_from(
    ["9h=20/10", "?", "9=0", "Ad+2h+K:2=5", "^R 9", "9!", "d5c", "in", "9/x", "X"]
)
PLAYS = st.tuples(
    st.integers(0, 9),
    st.lists(st.tuples(st.sampled_from(["p1", "p2"]), DEED, st.sampled_from(" \n")), max_size=6),
    st.booleans(),
).map(lambda drawn: "".join(
    f"{drawn[0] + (at if drawn[2] else 0)}. {seat} {deed}{end}"
    for at, (seat, deed, end) in enumerate(drawn[1])
))  # fmt: skip
NEARLY_PLAIN = st.lists(LINE | LINE | PLAYS, max_size=12).map("\n".join).map(HEAD.__add__)


@contextmanager
def token_by_token() -> Iterator[None]:
    with patch.object(parser, "PIECE", TOKEN):
        yield


def same(data: bytes, *, strict: bool = False) -> None:
    quick = read(data, strict=strict)
    with token_by_token():
        slow = read(data, strict=strict)
    assert quick == slow
    assert quick.tags == slow.tags
    assert quick.diagnostics == slow.diagnostics
    assert list(quick.offsets) == list(slow.offsets)
    assert quick.offsets[-2:] == slow.offsets[-2:]
    assert len(quick.offsets) == len(quick.events)


def test_a_fixture_reads_the_same_token_by_token(subtests: pytest.Subtests) -> None:
    for path in FIXTURES:
        with subtests.test(path.stem):
            same(path.read_bytes())


def test_lines_in_the_middle_of_a_fixture_read_as_they_do_in_it(
    subtests: pytest.Subtests,
) -> None:
    for path in FIXTURES:
        data = path.read_bytes()
        record = read(data[: next(split(data)).end])
        text = record.text
        begins = [
            at for at, place in enumerate(record.offsets)
            if place and text[place - 1] == "\n" and "\n[" not in text[place - 1 :]
        ]  # fmt: skip
        for at in begins[:: max(1, len(begins) // 8)]:
            with subtests.test(f"{path.stem} from {at}"):
                told = parser.events_in(text[record.offsets[at] :])
                assert [(type(one), one) for one in told] == [
                    (type(one), one) for one in record.events[at:]
                ]


@given(RECORD | NEARLY_PLAIN, st.booleans())
def test_a_text_reads_the_same_token_by_token(text: str, strict: bool) -> None:
    same(text.encode(), strict=strict)


@given(RECORDS)
def test_a_written_record_reads_the_same_token_by_token(record: Record) -> None:
    same(write(record).encode())


@given((RECORD | NEARLY_PLAIN).map(str.encode).flatmap(damaged))
def test_a_damaged_text_reads_the_same_token_by_token(data: bytes) -> None:
    same(data)


@given(st.binary(max_size=120))
def test_any_bytes_read_the_same_token_by_token(data: bytes) -> None:
    same(data)


@given(NEARLY_PLAIN)
def test_a_stretch_is_whole_tokens(text: str) -> None:
    """So whatever reads a stretch may take it apart, and go on behind it."""
    borders = {match.start(match.lastgroup or 0) for match in TOKEN.finditer(text)}
    for piece in PIECE.finditer(text):
        if piece.lastgroup in ("run", "lines", "tags"):
            start, end = piece.span(piece.lastgroup)
            tokens = list(TOKEN.finditer(text, start, end))
            assert {match.start(match.lastgroup or 0) for match in tokens} <= borders | {end}
            assert not text[tokens[-2].end() : end].strip()


def test_a_fixture_is_mostly_plain() -> None:
    """Lest the quick way is there, and nobody takes it."""
    sound = FOLDER / "twenty/sound/whole-with-suits.xxn"
    text = sound.read_text("utf-8")
    pieces = [match.lastgroup for match in PIECE.finditer(text)]
    assert set(pieces) <= {"tags", "lines", "run", "end"}
    assert len(pieces) < 30


def test_offsets_are_found_when_asked_for() -> None:
    record = read((HEAD + "@deal n=1\np1: 9\n1. p1 9 2. p2 8\n").encode())
    assert "offsets" not in vars(record)
    assert [record.place(at) for at in record.offsets] == [(4, 1), (5, 1), (6, 1), (6, 9)]
    assert all(one < other for one, other in pairwise(record.offsets))


def test_memory_stays_small() -> None:
    met: list[str] = []

    def length(text: str) -> int:
        met.append(text)
        return len(text)

    memory = Memory(length)
    assert [memory["x"], memory["x"], memory["x" * 65], memory["x" * 65]] == [1, 1, 65, 65]
    assert [len(text) for text in met] == [1, LONGEST + 1, LONGEST + 1]
    for number in range(3 * MOST):
        assert memory[str(number)] == len(str(number))
        assert len(memory) <= MOST
