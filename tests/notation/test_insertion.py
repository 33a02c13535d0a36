"""A variation is added to a record, and nothing else of its text changes."""

import difflib
from pathlib import Path

import pytest

from archive.core.cards import cards
from archive.core.events import Play, Variation
from archive.core.record import Record
from archive.notation import read
from archive.notation.insertion import with_variation

SAMPLES = sorted((Path(__file__).parents[2] / "archive" / "samples").glob("*.xxn"))
LINE = [Play(3, 1, cards("9h")), Play(4, 2, cards("Td"))]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_nothing_else_of_the_text_changes(path: Path) -> None:
    data = path.read_bytes()
    record = read(data, 1)
    last = record.plies[-1]
    for ply in (1, 2, last // 2, last - 1, last):
        made = with_variation(record, ply, LINE)
        found = list(difflib.ndiff(data.decode().split(), made.decode().split()))
        assert not [one for one in found if one.startswith("-")]
        added = [one[2:] for one in found if one.startswith("+")]
        assert added == ["(", "3.", "p1", "9h", "4.", "p2", "Td", ")"]
        again = read(made, 1)
        at = next(at for at, one in enumerate(again.events) if one == Variation(tuple(LINE)))
        assert again.plies[at] == ply
        rest = [one for one in again.events if one != Variation(tuple(LINE))]
        assert Record(again.tags, rest) == record


def test_what_is_written_about_a_play_stays_with_it() -> None:
    head = '[XXN "1.0"]\r\n[Game "twenty"]\r\n\r\n@round n=1 first=p1\r\n'
    data = (head + "1. p1 9 $2 {a slip} 2. p2 8\r\n*\r\n").encode()
    made = with_variation(read(data, 1), 1, LINE).decode()
    assert made == head + "1. p1 9 $2 {a slip} \r\n(\r\n3. p1 9h 4. p2 Td\r\n)\r\n2. p2 8\r\n*\r\n"


def test_a_play_that_is_not_there_has_no_variation() -> None:
    with pytest.raises(IndexError):
        with_variation(read(b'[XXN "1.0"]\n[Game "twenty"]\n1. p1 9\n', 1), 2, LINE)
