"""What the analyst writes into a copy of a record can be told from what players wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.analyst import weigh
from archive.analyst.annotated import annotated, without_annotations
from archive.core.events import Comment, Nag
from archive.core.record import Record
from archive.notation import read, write
from archive.scoring import verify
from tests.analyst.plain_deals import weighed

SAMPLES = Path("archive/samples")
NAMES = ["twenty-illustrative", "twenty-two-kitchen-table", "count-to-20-two-players"]


def copied(data: bytes) -> tuple[Record, Record]:
    """A record, and its annotated copy as it is read again."""
    record = read(data)
    return record, read(write(annotated(record, weigh(verify(data), 2))).encode())


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_without_the_analysts_annotations_is_the_record(name: str) -> None:
    record, copy = copied((SAMPLES / f"{name}.xxn").read_bytes())
    assert copy.events != record.events
    assert without_annotations(copy).events == record.events
    assert without_annotations(record).events == record.events


def test_so_is_one_with_trumps_that_were_named() -> None:
    data, said = weighed()
    copy = read(write(annotated(read(data), said)).encode())
    assert without_annotations(copy).events == read(data).events


def test_a_players_mark_and_words_on_the_same_play_stay() -> None:
    data = (SAMPLES / "twenty-illustrative.xxn").read_bytes()
    marked = weigh(verify(data), 2).plies
    ply = next(one.ply for one in marked if one.glyph == 4)
    text = write(annotated(read(data), weigh(verify(data), 2)))
    record = read(text.encode())
    at = next(at for at, _ in enumerate(record.events) if record.plies[at + 1] == ply)
    own = [Nag(1), Comment("Better was luck?")]
    events = [*record.events[: at + 1], *own, *record.events[at + 1 :]]
    left = without_annotations(Record(record.tags, events)).events
    assert [one for one in left if one in own] == own
