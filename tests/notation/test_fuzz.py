"""Texts after the grammar of docs/notation.md, sound ones and damaged ones, for Hypothesis.

What is drawn here is text, not a record: odd spacing, arguments in any order, pieces cut off.
Longer runs, guided by coverage, are started by hand: bench/fuzz/.
"""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from archive.notation import read, split, write
from archive.notation.hashes import hashes
from archive.scoring import verify

SPACE = st.sampled_from([" ", "  ", "\t", " \t "])
GAP = st.sampled_from([" ", "\n", "\r\n", "  ", "\n\n", " \n\t"])
NUMBER = st.integers(0, 40).map(str)
SEAT = st.integers(1, 4).map("p{}".format)
CARD = st.builds(str.__add__, st.sampled_from("A23456789TJQK?"), st.sampled_from(["", *"cdhs"]))
RUN = st.lists(CARD, min_size=1, max_size=4).map("".join)
VALUE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters='\r\n"\\'), max_size=8)
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\\{}"), max_size=12)


def maybe(strategy: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.just("") | strategy


def joined(*parts: st.SearchStrategy[str] | str) -> st.SearchStrategy[str]:
    """The parts, one right behind the other."""
    drawn = [st.just(part) if isinstance(part, str) else part for part in parts]
    return st.tuples(*drawn).map("".join)


def some(piece: st.SearchStrategy[str], between: str = "", most: int = 3) -> st.SearchStrategy[str]:
    return st.lists(piece, max_size=most).map(between.join)


PART = joined(RUN, maybe(NUMBER.map(":{}".format)))
SET = joined(
    st.lists(PART, min_size=1, max_size=3).map("+".join),
    maybe(NUMBER.map("={}".format)),
    maybe(st.integers(-20, 20).map("/{}".format)),
)
DEED = st.one_of(
    SET,
    joined("x", RUN, maybe(joined(">", RUN))),
    joined("d", CARD),
    st.sampled_from(["x-", "in", "out", "pass"]),
)
MARK = maybe(st.sampled_from(["^", "^R", "^L ", "^ "]))
PLAY = joined(maybe(joined(NUMBER, ".", maybe(SPACE))), SEAT, SPACE, MARK, DEED)
HAND = joined(SEAT, ":", maybe(SPACE), some(RUN, "+"), "\n")
ARGUMENT = st.one_of(
    joined(st.sampled_from(["n=", "first=", "dealer=", "cards=", "bonus=", "win="]), NUMBER | SEAT),
    joined(SEAT, ":", NUMBER),
    joined("/", NUMBER),
    joined(CARD, "=", NUMBER),
    SEAT,
    RUN,
    st.sampled_from([*"cdhs", "win=draw", "win=p1,p2"]),
)
TABLE = (
    "round", "up", "deal", "cut", "trump", "exchange", "stay", "trick", "show", "keep", "out",
    "bonus", "score", "gap", "end", "seance",
)  # fmt: skip
LINE = joined("@", st.sampled_from(TABLE), some(joined(SPACE, ARGUMENT), most=5), "\n")
GLYPH = st.integers(0, 260).map("${}".format) | st.sampled_from(["!", "?", "!!", "??", "!?", "?!"])
NOTE = st.one_of(
    joined("{", WORDS, "}"),
    joined("; ", WORDS.map(lambda words: words.replace("\n", " ")), "\n"),
    GLYPH,
    st.sampled_from(["*", "+", "`what`", "10", "p1 10", '[Late "tag"]', "\u00a0", "}", ")", "\\"]),
)
ITEM = st.recursive(
    st.one_of(PLAY, PLAY, LINE, HAND, NOTE),
    lambda inner: st.lists(inner, max_size=4).map(lambda items: f"( {' '.join(items)} )"),
    max_leaves=6,
)
TAG = joined(
    "[",
    st.sampled_from(["Game", "Rules", "P1", "P2", "Deck", "Result", "Zebra"]),
    SPACE,
    '"',
    st.sampled_from(["twenty", "52", "*", "p1:3 p2:9", '\\"', "\\\\"]) | VALUE,
    '"]\n',
)
RECORD = joined(
    maybe(st.just("\ufeff")),
    st.sampled_from(['[XXN "1.0"]\n', '[XXN "1.0"]\r\n', ""]),
    some(TAG, most=4),
    st.lists(st.tuples(ITEM, GAP).map("".join), max_size=14).map("".join),
)


def holds(data: bytes) -> None:
    """What must be true of any bytes; bench/fuzz/ holds the same."""
    slices = list(split(data))
    assert b"".join(data[one.start : one.end] for one in slices) == data
    for one in slices:
        record = read(data[one.start : one.end], one.number)
        text = write(record)
        again = read(text.encode("utf-8", "surrogateescape"))
        assert again == record
        assert write(again) == text
        assert hashes(again)[1:] == hashes(record)[1:]
        for fault in record.diagnostics:
            assert record.offset(fault.line, fault.column) <= len(record.text)
        json.loads(verify(data[one.start : one.end], one.number).json())


@given(st.lists(RECORD, max_size=3))
def test_texts_of_the_grammar(records: list[str]) -> None:
    holds("\n".join(records).encode())


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """The same bytes with a few pieces cut out or put in."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(whole)))
        end = draw(st.integers(start, min(start + 6, len(whole))))
        piece = draw(st.binary(max_size=3) | st.sampled_from([b"{", b"(", b"`", b"\r", b'"']))
        whole = whole[:start] + piece + whole[end:]
    return whole


@given(RECORD.map(str.encode).flatmap(damaged))
def test_damaged_texts(data: bytes) -> None:
    holds(data)


@given(st.binary(max_size=120))
def test_any_bytes(data: bytes) -> None:
    holds(data)


@given(RECORD)
def test_a_sound_record_beside_it_stays_sound(text: str) -> None:
    neighbour = '[XXN "1.0"]\n[Game "twenty"]\n\n1. p1 8=8\n'
    *_, last = split((text + "\n" + neighbour).encode())
    data = (text + "\n" + neighbour).encode()[last.start : last.end]
    assert data.lstrip() == neighbour.encode()
    assert read(data).diagnostics == []
