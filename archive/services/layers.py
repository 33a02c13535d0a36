"""Layers: notes that people write about the plays of a record, each account in a layer of its own.

An account has one layer on a record. Every change that is saved is kept as a version of its own,
and the record's bytes are never touched.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from archive.core.archive_states import Visibility
from archive.core.errors import NotThere, Refused
from archive.languages import marked
from archive.notation.notes import (
    Note,
)
from archive.services.context import UseCases, in_batches, now, reads
from archive.services.layer_notes import (
    LayerRefused,
    body_of,
    changed,
    mark_of,
    note_on,
    read_copy,
    with_brought,
    without,
)
from archive.services.permissions import ANONYMOUS, Actor, Permission, may
from archive.store import audit, ids, layers
from archive.store.database import Database, Session
from archive.store.layers import LayerChange, LayerView
from archive.store.row_views import GameView

__all__ = ["Imported", "LayerChanged", "LayerView", "Layers", "VersionLine", "own_layers"]

MOST_VERSIONS: Final = 500
MOST_LAYERS: Final = 2000
"""The most layers of one account."""
MOST_PUBLIC: Final = 50
"""The most public layers that are shown beside a record; others are shown to readers with their
address."""
BATCH_ROWS: Final = 100
CHANGED_NOTE: Final = marked(
    "You saved this note elsewhere since. What it says now stands above, what you have just "
    "written below; “Keep” puts yours in its place."
)
CHANGED: Final = "Your notes were saved elsewhere since. Look at these first."


class LayerChanged(Refused):
    """The layer was saved again since the version that was edited."""


class VersionLine(NamedTuple):
    """A version of a layer in its history: how many notes it has, and the plays whose notes differ
    from the version before."""

    number: int
    saved_at: datetime
    notes: int
    changed: list[int]


class Imported(NamedTuple):
    """The outcome of an import: how many notes were found, how many of them stand below a note that
    the layer had on the same play, and whether the record that they came in differs from the one
    here in more than its notes."""

    layer: LayerView
    found: int
    below: int
    otherwise: bool


class Layers(UseCases):
    """The use cases about layers. Whether the actor may see the record is asked before."""

    def of(
        self, record_id: str, *, asking: Actor = ANONYMOUS, named: Collection[str] = ()
    ) -> list[LayerView]:
        """Return the layers on a record that an actor may see: the public ones, their own, and
        those whose identifier they know."""
        with self.database.reading() as session:
            rows = layers.of_record(session, record_id, asking.account_id, named, MOST_PUBLIC)
        return [one for one in rows if may(asking, Permission.SEE, one)]

    def layer(
        self, layer_id: str, number: int | None = None, *, asking: Actor = ANONYMOUS
    ) -> LayerView | None:
        """Return the latest version of a layer, or version `number`; None where the actor may not
        see it."""
        with self.database.reading() as session:
            found = layers.find(session, layer_id, number)
        return found if found and may(asking, Permission.SEE, found) else None

    own = reads(layers.own)

    def latest(self, account_id: str) -> list[LayerView]:
        """Return an account's layers, the last saved first."""
        with self.database.reading() as session:
            return layers.latest_of(session, account_id, BATCH_ROWS)

    def history(self, layer_id: str) -> list[VersionLine]:
        """Return a layer's versions, the latest first."""
        with self.database.reading() as session:
            rows = layers.history(session, layer_id)
        before = [*(row.notes for row in rows[1:]), []]
        return [
            VersionLine(row.number, row.saved_at, len(row.notes), changed(earlier, row.notes))
            for row, earlier in zip(rows, before, strict=True)
        ]

    def save(
        self, game: GameView, notes: Iterable[Note], *, by: str,
        visibility: Visibility | None = None, after: int | None = None,
    ) -> LayerView:  # fmt: skip
        """Save notes as an account's layer on a record, in place of what it has. `visibility` stays
        as it is where it is None; `after` is the version that was edited, 0 for none. Raises
        LayerRefused, LayerChanged."""
        return self._save(game, lambda _: notes, by, visibility, after)

    def put(
        self, game: GameView, note: Note, *, by: str, visibility: Visibility | None = None,
        seen: str | None = None,
    ) -> LayerView:  # fmt: skip
        """Save a note in place of the one that an account's layer has on the same play; an empty
        one removes it. `seen` is the mark of the note that was edited. Raises LayerRefused, and
        LayerChanged where another note stands there by now."""

        def change(notes: Sequence[Note]) -> list[Note]:
            if seen is not None and mark_of(note_on(notes, note.ply)) not in (seen, mark_of(note)):
                raise LayerChanged(CHANGED_NOTE)
            return [*without(notes, note.ply), note]

        return self._save(game, change, by, visibility, None)

    def bring(
        self, game: GameView, content: bytes, *, by: str, replacing: bool = False
    ) -> Imported:
        """Add the notes of a copy of the record to an account's layer: below its notes on the same
        plays, or in place of them where `replacing`. Raises LayerRefused, AnotherGame."""
        copy = read_copy(game, content)
        change = partial(with_brought, brought=copy.notes, replacing=replacing)
        kept = self._save(game, change, by, None, None)
        below = len({*copy.notes} - {*kept.notes})
        return Imported(kept, len(copy.notes), below, copy.otherwise)

    def revert(self, game: GameView, layer: LayerView, number: int, *, by: str) -> LayerView:
        """Save an earlier version of a layer as its latest. Raises NotThere."""
        with self.database.reading() as session:
            row = layers.find(session, layer.id, number)
        if row is None:
            raise NotThere(marked("There is no such version of these notes."))
        return self.save(game, row.notes, by=by)

    def show(self, layer_id: str, visibility: Visibility) -> None:
        """Set the visibility of a layer."""
        with self.database.writing() as session:
            layers.change(session, layer_id, visibility=visibility)

    def hide(self, layer: LayerView, *, by: str | None, hidden: bool = True) -> None:
        """Hide a layer from all but its owner, or show it again."""
        with self.database.writing() as session:
            layers.change(session, layer.id, hidden_at=now() if hidden else None)
            action = "layer-hidden" if hidden else "layer-unhidden"
            audit.note(session, action, f"layer:{layer.id}", by, record=layer.game)

    def delete(self, layer: LayerView, *, by: str | None) -> None:
        """Delete a layer with its history."""
        with self.database.writing() as session:
            layers.remove(session, layer.id)
            if layer.owner_id != by:
                audit.note(session, "layer-deleted", f"layer:{layer.id}", by, record=layer.game)

    def _save(
        self, game: GameView, change: Callable[[Sequence[Note]], Iterable[Note]], by: str,
        visibility: Visibility | None, after: int | None,
    ) -> LayerView:  # fmt: skip
        moment = now()
        with self.database.writing() as session:
            found = layers.own(session, game.id, by)
            if after is not None and after != (found.latest if found else 0):
                raise LayerChanged(CHANGED)
            before = [] if found is None else found.notes
            body = body_of(game, change(before))
            if found is None:
                layer_id = self._add(session, game, by, visibility, body, moment)
            else:
                layer_id = found.id
                if body != found.body:
                    if found.latest >= MOST_VERSIONS:
                        raise LayerRefused(
                            marked("Notes can be saved %(most)s times at most."), most=MOST_VERSIONS
                        )
                    version = LayerChange(found.latest + 1, moment, game.revision, body)
                    layers.save(session, layer_id, version)
                if visibility is not None:
                    layers.change(session, layer_id, visibility=visibility)
            kept = layers.find(session, layer_id)
            assert kept is not None
        return kept

    def _add(
        self, session: Session, game: GameView, by: str, visibility: Visibility | None, body: str,
        moment: datetime,
    ) -> str:  # fmt: skip
        if layers.count(session, by) >= MOST_LAYERS:
            raise LayerRefused(
                marked("An account has notes on %(most)s games at most."), most=MOST_LAYERS
            )
        row = {
            "id": ids.fresh(), "record_id": game.id, "owner_id": by, "created_at": moment,
            "visibility": visibility or Visibility.PRIVATE, "hidden_at": None,
        }  # fmt: skip
        if not layers.add(session, row, LayerChange(1, moment, game.revision, body)):
            raise LayerChanged(CHANGED)
        return str(row["id"])


def own_layers(database: Database, account_id: str) -> Iterable[LayerView]:
    """Yield all layers of an account, a batch at a time."""
    id_of = attrgetter("id")
    return in_batches(database, layers.of_account, account_id, "", id_of, BATCH_ROWS)
