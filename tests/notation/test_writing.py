"""Writing XXN: one canonical form, from which the same record is read again."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.core import events as said
from archive.core.events import Draw, Event, Exchange, Held, Pass, Play, Stay, Trump, Up
from archive.core.record import Record, Tag
from archive.notation import from_json, read, write
from archive.notation.hashes import chain, hashes
from archive.scoring import verify
from tests.notation.strategies import RECORDS

UNTIDY = """\
[Game "twenty"]
[XXN "1.0"]
[Zebra "last"]
[Result "*"]
[P2 "Ben"]
[P1 "Ada"]

@round   first=p1 n=1
@deal n=1
p1: 24855   {after a hand}
1.p1 8=8 2. p2 A=9   3. p1 2=11 !
  4. p2 9=20/10 ( 4. p2 T=21/1 {greedy} ) 5. p1 5=5 *
"""

TIDY = """\
[XXN "1.0"]
[Game "twenty"]
[P1 "Ada"]
[P2 "Ben"]
[Result "*"]
[Zebra "last"]

@round n=1 first=p1
@deal n=1
p1: 85542
{after a hand}
1. p1 8=8 2. p2 A=9
3. p1 2=11 $1 4. p2 9=20/10
(
4. p2 T=21/1
{greedy}
)
5. p1 5=5
*
"""


def test_the_canonical_form() -> None:
    assert write(read(UNTIDY.encode())) == TIDY
    assert write(read(TIDY.encode())) == TIDY
    assert read(TIDY.encode()) == read(UNTIDY.encode())


@given(RECORDS)
def test_whatever_is_written_is_read_back(record: Record) -> None:
    text = write(record)
    again = read(text.encode())
    assert again == record
    assert write(again) == text


@given(st.text(alphabet='[]{}()"\\`@;%$!?*+p129AKh:.=/^ \n\rXXN', max_size=80))
def test_text_of_any_kind_survives(text: str) -> None:
    record = read(text.encode())
    written = write(record)
    assert read(written.encode()) == record
    assert write(read(written.encode())) == written


def test_a_comment_cannot_open_a_record() -> None:
    record = Record([], [said.Comment('see\n[XXN "1.0"]')])
    assert '\n[XXN "' not in write(record)
    assert read(write(record).encode()) == record


def test_a_play_has_one_hash_on_two_sheets() -> None:
    mine, theirs = (
        read(TIDY.encode()),
        read(TIDY.replace("Ada", "Eva").replace("=8 ", " ").encode()),
    )
    assert hashes(mine).play == hashes(theirs).play
    assert hashes(mine).record != hashes(theirs).record
    assert len({*hashes(mine), *hashes(theirs)}) == 5


def test_a_chain_is_shared_as_far_as_two_games_are_the_same() -> None:
    one, other = (
        chain(read(text.encode())) for text in (TIDY, TIDY.replace("5. p1 5=5", "5. p1 4=4"))
    )
    assert len(one) == len(other) == 5
    assert one[:4] == other[:4]
    assert one[4] != other[4]


def test_layout_changes_the_raw_hash_alone() -> None:
    tidy, untidy = hashes(read(TIDY.encode())), hashes(read(UNTIDY.encode()))
    assert (tidy.record, tidy.play) == (untidy.record, untidy.play)
    assert tidy.raw != untidy.raw


@given(RECORDS)
def test_the_play_hash_is_of_plays_without_claims(record: Record) -> None:
    """As docs/notation.md has it, written out."""
    bare: list[Event] = []
    for event in record.events:
        if isinstance(event, Play):
            bare.append(Play(None, event.seat, event.cards, parts=event.parts))
        elif isinstance(event, Exchange | Draw | Stay | Pass):
            bare.append(event._replace(number=None, mark=""))
        elif isinstance(event, Up):
            bare.append(Up(event.cards, None))
        elif isinstance(event, Held | Trump):
            bare.append(event)
    game = Record([Tag("Game", record.game or "?")], bare)
    text = write(game).encode("utf-8", "surrogateescape")
    assert hashes(record).play == sha256(b"twenties/1/play\0" + text).hexdigest()


@pytest.mark.parametrize(
    "text",
    [
        "@trump p1 h x\n",  # an argument, or a line of its own
        "@trump p1 h\nx\n",
        "@Deal n=1 p1: 85542 p2 9\n",
        "@Deal n=1\np1: 85542 p2 9\n",
        "1. p1 8 xx 2. p2 9\n",
        "1. p1 8=8 (1. p1 9 (1. p1 7",
        "1. p1 8=8 (1. p1 9 (1. p1 7)) 2. p2 9=17",
        "@deal n=1\n `x` p1 9\n",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_is_written_back_is_judged_as_it_was(text: str, end: str) -> None:
    whole = f'[XXN "1.0"]\n[Game "twenty"]\n[P1 "A"]\n[P2 "B"]\n\n{text}'.replace("\n", end)
    once = verify(whole.encode())
    written = write(once.record)
    twice = verify(written.encode())
    assert twice.record == once.record
    assert write(twice.record) == written
    assert (twice.answers, twice.score) == (once.answers, once.score)
    assert hashes(twice.record)[1:] == hashes(once.record)[1:]


def test_a_line_of_play_left_open_is_the_last_thing_in_a_record() -> None:
    inner = {"type": "variation", "events": [], "closed": False}
    last = from_json({"tags": {}, "events": [{"type": "stop", "sign": "*"}, inner]})
    assert not last.diagnostics
    assert last.events[-1] == said.Variation((), closed=False)
    for events in (
        [inner, {"type": "stop", "sign": "*"}],
        [{"type": "variation", "events": [inner]}],
    ):
        assert from_json({"tags": {}, "events": events}).diagnostics
