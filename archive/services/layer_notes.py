"""The notes of a layer as they are kept: in order, within limits, each about a play of its game;
and those in a copy of a game that are not in the record here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from archive.analyst.annotated import without_annotations
from archive.core.errors import Refused
from archive.core.record import Record
from archive.core.text import kept_text
from archive.languages import marked
from archive.notation import read
from archive.notation.notes import (
    Difference,
    Note,
    NoVariation,
    as_json,
    difference,
    joined,
    notes_in,
    variation_of,
    without_notes,
)
from archive.store.row_views import GameView

LARGEST: Final = 1 << 16
"""The largest notes of a layer, in bytes of JSON."""
MOST_VARIATIONS: Final = 100
"""The most other lines of play in one layer: each is replayed when it is shown."""


class LayerRefused(Refused):
    """Notes that are refused; the text says why."""


def body_of(game: GameView, notes: Iterable[Note]) -> str:
    """Return notes as they are kept, in the order of the plays. Raises LayerRefused."""
    last = record_of(game).plies[-1]
    kept: list[Note] = []
    for note in sorted(notes, key=lambda one: one.ply):
        if note.empty:
            continue
        if not 0 <= note.ply <= last:
            raise LayerRefused(
                marked("There is no play %(ply)s: this game has %(last)s."), ply=note.ply, last=last
            )
        if kept and kept[-1].ply == note.ply:
            raise LayerRefused(marked("There are two notes about play %(ply)s."), ply=note.ply)
        if note.variations and not note.ply:
            raise LayerRefused(
                marked("Another line stands in place of a play; 0 is before the first.")
            )
        for text in note.variations:
            _check(text, note.ply)
        kept.append(note)
    if sum(len(one.variations) for one in kept) > MOST_VARIATIONS:
        raise LayerRefused(
            marked("Notes on a game have at most %(most)s other lines of play."),
            most=MOST_VARIATIONS,
        )
    body = json.dumps(as_json(kept))
    if len(body) > LARGEST:
        raise LayerRefused(
            marked("Notes on a game have at most %(most)s kB."), most=LARGEST // 1024
        )
    return body


def _check(text: str, ply: int) -> None:
    try:
        variation_of(text)
    except NoVariation:
        raise LayerRefused(
            marked(
                "At play %(ply)s: “%(text)s” is no line of plays. Write one such as "
                "“12. p1 9h 13. p2 7s”."
            ),
            ply=ply,
            text=text,
        ) from None


def record_of(game: GameView) -> Record:
    """Return a game's record, parsed."""
    return read(game.data, game.number or 1)


def note_on(notes: Iterable[Note], ply: int) -> Note:
    """Return the note on a play, an empty one where there is none."""
    return next((one for one in notes if one.ply == ply), Note(ply))


def mark_of(note: Note) -> str:
    """Return a mark that differs for notes that differ."""
    return hashlib.sha256(repr(note).encode(errors="backslashreplace")).hexdigest()[:32]


def without(notes: Iterable[Note], ply: int) -> list[Note]:
    """Return the notes on all other plays."""
    return [one for one in notes if one.ply != ply]


def changed(before: Sequence[Note], after: Sequence[Note]) -> list[int]:
    """Return the plays whose notes differ."""
    return sorted({one.ply for one in {*before} ^ {*after}})


LARGEST_COPY: Final = 1 << 20
"""The largest copy of a record that notes are taken from, in bytes."""
ANOTHER_GAME: Final = {
    (True, True): marked("This is another game: play %(ply)s is “%(here)s” here and “%(there)s” "
                         "in yours."),
    (True, False): marked("This is another game: play %(ply)s is “%(here)s” here, and yours has "
                          "ended before it."),
    (False, True): marked("This is another game: it has no play %(ply)s, which is “%(there)s” in "
                          "yours."),
    (False, False): marked("This is another game: it has no play %(ply)s."),
}  # fmt: skip
"""The refusal of a copy, by whether the game here, and the copy, have the play at which they
part."""


class AnotherGame(LayerRefused):
    """The copy has other plays than the game that the notes are for."""

    def __init__(self, at: Difference) -> None:
        template = ANOTHER_GAME[bool(at.here), bool(at.there)]
        super().__init__(template, ply=at.ply, here=at.here, there=at.there)
        self.at = at


class Copy(NamedTuple):
    """The notes of a copy, and whether it differs from the record here in more than these."""

    notes: list[Note]
    otherwise: bool


def read_copy(game: GameView, content: bytes) -> Copy:
    """Return the notes of a copy of a game; what the analyst wrote into it is none. Raises
    LayerRefused, AnotherGame."""
    if len(content) > LARGEST_COPY:
        raise LayerRefused(marked("A copy of the game may have 1 MB."))
    here, there = record_of(game), without_annotations(read(content, 1))
    if not there.plies[-1]:
        raise LayerRefused(marked("No game can be read here. It should be written as XXN."))
    if (at := difference(here, there)) is not None:
        raise AnotherGame(at)
    notes = notes_in(there, here)
    if not notes:
        raise LayerRefused(marked("Nothing is written here that the sheet does not have itself."))
    return Copy([*map(_kept, notes)], without_notes(here) != without_notes(there))


def _kept(note: Note) -> Note:
    """Return a note from a file as text, which it need not have been."""
    lines = tuple(map(kept_text, note.variations))
    return note._replace(comment=kept_text(note.comment), variations=lines)


def with_brought(before: Sequence[Note], brought: Sequence[Note], *, replacing: bool) -> list[Note]:
    """Return a layer's notes with those of a copy below them, or in place of those on the same
    plays."""
    made = brought if replacing else [joined(note_on(before, one.ply), one) for one in brought]
    plies = {one.ply for one in made}
    return [*(one for one in before if one.ply not in plies), *made]
