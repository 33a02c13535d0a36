"""What must hold of all that is done with a game besides judging it: lines of *What if*, notes that
people write, every play weighed, other forms of a record, packed files.

As in laws.py a broken law is an exception. What is tried is drawn by chance.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from archive.analyst import of_json, weigh
from archive.analyst.annotated import annotated
from archive.analyst.annotations import difficulty, level, puzzles
from archive.analyst.words import not_weighed, play, story, turning
from archive.core.record import Record
from archive.notation import from_json, read, read_json, to_json, write
from archive.notation.insertion import with_variation
from archive.notation.notes import (
    Arrow,
    Note,
    NoVariation,
    as_json,
    difference,
    notes_in,
    variation_of,
    with_lines,
    with_notes,
    without_notes,
)
from archive.notation.notes import of_json as notes_of_json
from archive.scoring import Verdict, verify
from archive.scoring.line_in_address import LineError
from archive.scoring.replay import replay
from archive.scoring.what_if import Line, NoPosition
from archive.services import packed_files
from archive.services.packed_files import Damaged, Limits, PackedFileRefused
from archive.web.presenters.replay_cache import CachedReplay, open_record

LONGEST = 25  # choices of a line that are tried
SAMPLES = 2  # deals drawn for a play that is weighed
WORDS = ("9h", "4d2c", "d", "pass", "in", "out", "x-", "x9h7s", "trump-h", "trump-", "?", "??",
         "x?", "AA", "KK", "10", "", "p1", "X", "x", "ThTsJhJs2c")  # fmt: skip
"""What may stand in the address of a line."""
PLACES = ("9s", "p2:9s", "p1", "table", "A", "p3:h")
TEXTS = ("Better was the 9♠", "Anna: no", "{", "}", "\\", "[%arrow p1 p2]", "$1", "(1. p1 9)",
         "a\nb", "", "#47", "@gap")  # fmt: skip
LINES = ("1. p1 9h", "p1 9h {why}", "( p1 9 )", "p1 9 ( p2 8 ) p1 7", "@gap", "p1 pass", "p2 d?",
         "12. p2 x9s>??", "9", ")", "( p1 9", "p1 out $1")  # fmt: skip
PACKED = Limits(members=50, unpacked=1 << 20, ratio=200)


def of_a_game(verdict: Verdict, rng: Random) -> None:
    """Hold every law about what is done with a record that was judged."""
    record = verdict.record
    if len(record.events) > 400 or not verdict.readable:
        return
    opened = open_record(record)
    rng.choice((_lines, _notes, _weighed))(verdict, opened, rng)


def _lines(verdict: Verdict, opened: CachedReplay, rng: Random) -> None:
    """What if: a game is left and played on by chance, now and then against the rules."""
    if opened.replay is None or not opened.positions:
        return
    start = rng.choice([*opened.positions])
    with suppress(NoPosition):
        line = Line(opened.known, start, opened.positions)
        _followed(line, rng)
        again = Line(opened.known, start, opened.positions, line.text)
        again.follow(line.text)
        assert again.text == line.text, "a line followed again is another one"
        assert again.position.totals == line.position.totals, (
            "a line followed again scores otherwise"
        )
        replay(line.record)
        if line.moves and start < opened.record.plies[-1]:
            _kept(opened.record, start + 1, line)


def _followed(line: Line, rng: Random) -> None:
    for _ in range(rng.randint(1, LONGEST)):
        choices = line.choices()
        with suppress(LineError):
            if rng.random() < 0.15 or not choices:
                line.follow(rng.choice(WORDS))
            elif rng.random() < 0.1:
                line.go_on(range(1, rng.randint(1, line.position.seats) + 1))
            else:
                line.follow(rng.choice(choices[:40]).text)


def _kept(record: Record, ply: int, line: Line) -> None:
    """A line is written into the record, as its variation."""
    made = read(with_variation(record, ply, [one.event for one in line.moves]))
    assert without_notes(made) == without_notes(record), "a line kept changes the record"
    assert difference(record, made) is None, "a line kept makes another game"


def _notes(verdict: Verdict, opened: CachedReplay, rng: Random) -> None:
    """Notes are written into a record and read out of it."""
    record = verdict.record
    notes = _made_up(record.plies[-1], rng)
    assert notes_of_json(json.loads(json.dumps(as_json(notes)))) == notes, "other notes from JSON"
    data = with_notes(record, [(rng.choice(("", "Anna")), notes)])
    made = read(data, record.number)
    assert difference(record, made) is None, "notes make another game"
    assert without_notes(made) == without_notes(record), "notes change the record"
    found = notes_in(made, record)
    assert {one.ply for one in found} == {one.ply for one in notes if not one.empty}, (
        "notes go astray"
    )
    with_lines(record, notes)
    annotation = verify(data, record.number)
    assert annotation.answers == verdict.answers, "with notes it is judged otherwise"
    assert open_record(made).variations is not None


def _made_up(last: int, rng: Random) -> list[Note]:
    """Return notes on some plays of a record with so many."""
    plies = sorted(rng.sample(range(last + 1), min(last + 1, rng.randint(1, 4))))
    notes = []
    for ply in plies:
        glyphs = {rng.randint(1, 6) for _ in range(rng.randint(0, 2))}
        arrows = [Arrow(rng.choice(PLACES), rng.choice(PLACES)) for _ in range(rng.randint(0, 2))]
        lines = tuple(_variations(rng)) if ply else ()
        notes.append(Note(ply, rng.choice(TEXTS), tuple(glyphs), tuple(arrows), lines))
    return notes


def _variations(rng: Random) -> Iterator[str]:
    for text in rng.sample(LINES, rng.randint(0, 2)):
        with suppress(NoVariation):
            variation_of(text)
            yield text


def _weighed(verdict: Verdict, opened: CachedReplay, rng: Random) -> None:
    """Every play is weighed, and what is said of it written into the record."""
    said = weigh(verdict, SAMPLES)
    assert of_json(said.json()) == of_json(of_json(said.json()).json()), "weighings lost in JSON"
    if said.not_weighed:
        assert not_weighed(said)
    names = opened.names()
    for one in said.choices:
        play(one)
    if said.story:
        story(said.story, names)
        turning(said.story, names)
    for puzzle in puzzles(said):
        assert any(one.good for one in puzzle.answers), "a puzzle without a solution"
        difficulty(said.game, puzzle)
        level(said.game, puzzle)
    made = annotated(verdict.record, said)
    again = read(write(made).encode(errors="surrogateescape"))
    assert difference(verdict.record, again) is None, "weighed it is another game"


def of_json_form(data: bytes) -> Iterator[bytes]:
    """Hold every law about records in their JSON form, be it broken; yield them as XXN."""
    for record in read_json(data):
        text = write(record).encode("utf-8", "surrogateescape")
        assert read(text) == record, "read from JSON, it is written as something else"
        assert from_json(to_json(record)) == record, "the JSON form is another record"
        yield text


def of_packed(data: bytes) -> None:
    """Hold every law about a packed file: whatever is in it, it is unpacked or refused."""
    file = io.BytesIO(data)
    with suppress(PackedFileRefused, Damaged):
        match packed_files.kind(file):
            case "gzip":
                _within(packed_files.gunzip(file, PACKED))
            case "zip":
                for member in packed_files.members(file, PACKED):
                    with suppress(Damaged):
                        _within(packed_files.unpack(file, member))
    with suppress(PackedFileRefused, Damaged):
        packed_files.only_text(data, "sheet.gz", PACKED)


def _within(pieces: Iterator[bytes]) -> None:
    size = sum(map(len, pieces))
    assert size <= max(PACKED.unpacked, packed_files.FREE_OF_RATIO), "more comes out than may"
