"""One record weighed for the archive, play by play.

With a record that the analyst cannot cope with it is as in judging: it becomes a note.
"""

from __future__ import annotations

from collections.abc import Callable

from archive.analyst import weigh
from archive.judging import GivenUp, attempt
from archive.scoring import verify
from archive.store.views import AnnotationMade, Piece

Annotate = Callable[[Piece, float], AnnotationMade]


def annotate(piece: Piece, patience: float) -> AnnotationMade:
    """Return what the analyst says of a record. Never raises."""

    def work() -> str:
        return weigh(verify(piece.data, piece.number)).json()

    made = attempt(piece.id, patience, work)
    if isinstance(made, GivenUp):
        return AnnotationMade(piece.id, piece.revision, note=made.note)
    return AnnotationMade(piece.id, piece.revision, made)
