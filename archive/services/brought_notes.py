"""Notes in a copy of a game: what is written there, and not in the record here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from archive.analyst.annotated import without_annotations
from archive.languages import marked
from archive.notation import read
from archive.notation.notes import Difference, Note, difference, joined, notes_in, without_notes
from archive.services.layer_notes import LayerRefused, note_on, record_of
from archive.store.row_views import GameView

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
    return Copy(notes, without_notes(here) != without_notes(there))


def with_brought(before: Sequence[Note], brought: Sequence[Note], *, replacing: bool) -> list[Note]:
    """Return a layer's notes with those of a copy below them, or in place of those on the same
    plays."""
    made = brought if replacing else [joined(note_on(before, one.ply), one) for one in brought]
    plies = {one.ply for one in made}
    return [*(one for one in before if one.ply not in plies), *made]
