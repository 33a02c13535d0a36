"""Queries on what is here."""

from __future__ import annotations

from collections.abc import Iterator

from archive.services.context import Context, reads
from archive.services.uploads import sample_upload
from archive.store import blobs, documents, records, search, upload_progress, uploads
from archive.store.types import STANDINGS
from archive.store.upload_progress import Result
from archive.store.views import GameView, UploadView

GAMES_SHOWN = 60
RESULTS_AT_ONCE = 200
# The sample that the front page tells about: one that came with the program, never a stranger's.
EXAMPLE = "twenty-disputed-sum.xxn"


class Queries(Context):
    """Reading, and nothing else."""

    def upload(self, upload_id: str, *, games: int = GAMES_SHOWN) -> UploadView | None:
        """Return an upload, how far it has come, and the first of its games."""
        with self.database.reading() as session:
            return upload_progress.find(session, upload_id, games)

    def handed_in(self, upload_id: str) -> tuple[bytes, str | None] | None:
        """Return the very bytes of an upload, and the name they came by."""
        with self.database.reading() as session:
            found = uploads.bytes_of(session, upload_id)
            if found is None:
                return None
            blob_id, size, filename = found
            return blobs.read(session, blob_id, 0, size), filename

    original = reads(uploads.bytes_of)

    def judged_text(self, upload_id: str) -> bytes | None:
        """Return the whole XXN that was judged: the upload's own bytes, or what was made of
        them."""
        with self.database.reading() as session:
            if uploads.bytes_of(session, upload_id) is None:
                return None
            texts = documents.of(session, upload_id)
            return b"".join(blobs.read(session, text.blob_id, 0, text.size) for text in texts)

    def results(self, upload_id: str) -> Iterator[Result]:
        """Return what became of each record of an upload, in order, some hundred at a time."""
        after = 0
        while True:
            with self.database.reading() as session:
                found = upload_progress.results(session, upload_id, after, RESULTS_AT_ONCE)
            yield from found
            if len(found) < RESULTS_AT_ONCE:
                return
            after = found[-1].number

    def pieces(self, blob_id: str) -> Iterator[bytes]:
        """Return a blob's bytes, a chunk at a time."""
        return blobs.stream(self.database, blob_id)

    game = reads(records.find)

    def example(self) -> GameView | None:
        """Return the game that the front page tells about; None before it is here and judged."""
        upload = self.upload(sample_upload(EXAMPLE), games=1)
        game = self.game(upload.games[0].id) if upload and upload.games else None
        return game if game and game.verdict_json else None

    recent = reads(records.recent)

    def counts(self) -> dict[str, int]:
        """Return how many of the records that are shown stand how, and how many records wait; by
        counts that are kept, without a look at the records."""
        with self.database.reading() as session:
            found = {**search.standings(session), "waiting": upload_progress.waiting(session)}
        return {word: found.get(word, 0) for word in (*STANDINGS, "waiting")}
