"""Names replaced in a record's text: all of them, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.notation import read
from archive.notation.hashes import hashes
from archive.notation.redaction import Mask, Masked, seated

RECORD = b"""\
[XXN "1.0"]
[Game "twenty"]
[Event "Anna de Schmidt memorial"]
[P1 "Anna de Schmidt"]
[P2 "Bo"]
[Result "p1:5 p2:3"]
[Annotator "Anna"]

@deal n=1
p1: KcQh7h3d3s
{Schmidt \xff plays; ANNA's turn, Bo and bo wait; Joanna does not} 1. p1 8=8 2. p2 A=9 {Annas}
; Anna de Schmidt
`Anna \\` Bo`
*
"""


def test_the_name_and_its_words_are_replaced() -> None:
    text = Masked(RECORD, [Mask(1, "Player x")]).data
    assert b'[Event "Player x memorial"]' in text
    assert b'[P1 "Player x"]' in text
    assert b'[Annotator "Player x"]' in text
    assert b"{Player x \xff plays; Player x's turn, Bo and bo wait; Joanna does not}" in text
    assert b"{Annas}" in text
    assert b"; Player x\n" in text
    assert b"`Player x \\` Bo`" in text


def test_a_short_name_is_taken_as_it_is_written() -> None:
    text = Masked(RECORD, [Mask(2, "Player y")]).data
    assert b'[P2 "Player y"]' in text
    assert b"Player y and bo wait" in text


@pytest.mark.parametrize("name", ["twenty", "p1", "8", "Kc", "1.0", "2026", "deal", "n"])
def test_a_name_like_a_word_of_the_notation_changes_no_game(name: str) -> None:
    data = RECORD.replace(b"Anna de Schmidt", name.encode())
    before, after = read(data), read(Masked(data, [Mask(1, "Player x")]).data)
    assert hashes(before).play == hashes(after).play
    assert (after.game, after.result) == (before.game, before.result)
    assert after.players == ["Player x", "Bo"]


def test_lines_stay_and_columns_move() -> None:
    masked = Masked(RECORD, [Mask(1, "Player x")])
    before, after = RECORD.split(b"\n"), masked.data.split(b"\n")
    assert len(before) == len(after)
    line = next(n for n, text in enumerate(before) if b"2. p2" in text)
    shown = [text.decode("utf-8", "surrogateescape")[:] for text in (before[line], after[line])]
    column = shown[0].index("2. p2") + 1
    assert masked.column(line + 1, column) == shown[1].index("2. p2") + 1
    assert masked.column(1, 3) == 3
    assert masked.column(99, 3) == 3


def test_who_sits_where() -> None:
    assert seated(RECORD) == [(1, "Anna de Schmidt"), (2, "Bo")]
    assert seated(b'[P1 "?"]\n[P2 "a \\"b\\" \\\\"]') == [(2, 'a "b" \\')]


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=4, max_size=20).filter(
        lambda name: len(name.strip()) > 3 and name != "?"
    )
)
def test_no_name_is_left(name: str) -> None:
    written = name.replace("\\", "\\\\").replace('"', '\\"')
    quoted = name.replace("\\", "\\\\").replace("}", "\\}").replace("[XXN", "XXN")
    data = f'[XXN "1.0"]\n[Game "twenty"]\n[P1 "{written}"]\n{{{quoted}}}\n1. p1 8=8\n'.encode()
    masked = Masked(data, [Mask(1, "Player x")]).data
    assert read(masked).players == ["Player x"]
    if re.fullmatch(r"\w+", name):
        assert name not in masked.decode()
