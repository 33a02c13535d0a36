"""What people write about a game goes into a record and comes out of it again as it was."""

import json
from pathlib import Path

import pytest

from archive.core.events import Variation
from archive.notation import read
from archive.notation.notes import (
    Arrow,
    Note,
    NoVariation,
    as_json,
    difference,
    notes_in,
    of_json,
    text_of_variation,
    variation_of,
    with_notes,
)
from archive.scoring import verify

SAMPLES = sorted((Path(__file__).parents[2] / "archive" / "samples").glob("*.xxn"))
NOTES = [
    Note(0, "Before the first play: a {brace}, a \\ and\n\ntwo lines."),
    Note(
        3,
        "Better was the 9♠, see #5",
        (2,),
        (Arrow("p1:9s", "table"), Arrow("p2", "p1")),
        ("3. p1 9h",),
    ),
    Note(4, "", (1, 140)),
    Note(5, variations=("5. p1 9h {good} 6. p2 Td $2\n(\n6. p2 7h\n)\n7. p1 8c", "5. p1 2c")),
]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_notes_come_out_as_they_went_in(path: Path) -> None:
    record = read(path.read_bytes(), 1)
    made = with_notes(record, [("", NOTES)])
    again = read(made, 1)
    assert [note._replace(variations=()) for note in notes_in(again, record)] == [
        note._replace(variations=()) for note in NOTES
    ]
    assert [
        [variation_of(text) for text in note.variations] for note in notes_in(again, record)
    ] == [[variation_of(text) for text in note.variations] for note in NOTES]
    assert difference(record, again) is None
    assert not again.diagnostics or again.diagnostics == record.diagnostics
    before, after = verify(record.raw), verify(made)
    assert [one.code for one in before.findings] == [one.code for one in after.findings]
    assert (before.answers, before.score) == (after.answers, after.score)
    assert notes_in(read(record.text.encode(), 1), record) == []


@pytest.mark.parametrize("rest", ["", "@round n=1\n", "@round n=1\n*\n", "@end p1:0 p2:0\n"])
def test_what_stands_before_the_first_play_goes_into_a_record_without_plays(rest: str) -> None:
    record = read(f'[XXN "1.0"]\n[Game "twenty"]\n\n{rest}'.encode(), 1)
    made = with_notes(record, [("", [Note(0, "The sheet is lost.")])])
    again = read(made, 1)
    assert notes_in(again, record) == [Note(0, "The sheet is lost.")]
    assert difference(record, again) is None
    assert [one.code for one in verify(made).findings] == [
        one.code for one in verify(record.raw).findings
    ]


def test_several_say_whose_words_they_are() -> None:
    record = read(SAMPLES[0].read_bytes(), 1)
    made = with_notes(record, [("Anna", [Note(1, "Fine.")]), ("Tom", [Note(1, "", (1,))])])
    assert [(note.ply, note.comment, note.glyphs) for note in notes_in(read(made, 1), record)] == [
        (1, "Anna: Fine.", (1,))
    ]


def test_another_game_differs_at_a_play() -> None:
    head = b'[XXN "1.0"]\n[Game "twenty"]\n'
    here, there, short = (
        read(head + text) for text in (b"1. p1 9=9 2. p2 8\n", b"1. p1 9 2. p2 7\n", b"1. p1 9\n")
    )
    assert difference(here, there) == (2, "2. p2 8", "2. p2 7")
    assert difference(here, short) == (2, "2. p2 8", "")
    assert difference(read(head + b"1. p1 9/3 {x} 2. p2 8"), here) is None


@pytest.mark.parametrize(
    "text", ["", "x", "{a comment}", "1. p1 9h ) 2. p2 8", '[XXN "1.0"]', "@deal n=1", "1. p1 9h ("]
)
def test_what_is_no_line_of_plays_is_no_variation(text: str) -> None:
    with pytest.raises(NoVariation):
        variation_of(text)


def test_they_are_kept_as_they_are() -> None:
    assert of_json(json.loads(json.dumps(as_json(NOTES)))) == NOTES
    events = variation_of(NOTES[3].variations[0]).events
    assert variation_of(text_of_variation(events)) == Variation(events)
