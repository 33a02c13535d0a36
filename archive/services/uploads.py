"""Uploads: handed in, looked at, and what their owners have done with them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import resources
from operator import attrgetter
from typing import BinaryIO, Final, NamedTuple

from archive.core.states import Visibility
from archive.services import handing_in, queueing
from archive.services.context import Context, in_batches, now, reads
from archive.services.handing_in import Key, KeyTaken
from archive.store import (
    analyses,
    blobs,
    documents,
    ids,
    upload_progress,
    upload_states,
    uploads,
)
from archive.store.database import DiskFull
from archive.store.upload_progress import Result
from archive.store.uploads import Fresh
from archive.store.views import UploadView

# The sample games of one source are public and take their identifiers from their names.
SAMPLES: Final = "sample"
GAMES_SHOWN: Final = 60
RESULTS_AT_ONCE: Final = 200


class Receipt(NamedTuple):
    """What is given for an upload."""

    upload_id: str
    new: bool
    """False where the same owner has uploaded the same bytes before, or a program has under the
    same key: that upload is meant."""


class Uploads:
    """What is handed in."""

    def __init__(self, context: Context) -> None:
        self.context, self.database = context, context.database

    def hand_in(
        self,
        data: bytes | BinaryIO,
        *,
        filename: str | None,
        source: str,
        visibility: Visibility = Visibility.UNLISTED,
        ranks: str = "",
        owner_id: str | None = None,
        trace: str | None = None,
        upload_id: str | None = None,
        key: Key | None = None,
    ) -> Receipt:
        """Take an upload in: bytes, or an open file that can be sought, read from its beginning.

        When this returns the bytes are safe. Whether the queue could be reached makes no
        difference to the caller: the sweeper queues what could not be. `ranks` declares how cards
        are written in a text that is not XXN. The same bytes from the same owner are the upload
        that is here already; so is whatever a program uploads again under the same `key`, of
        which other bytes, or the same said differently, are refused (KeyTaken). Raises DiskFull,
        and keeps nothing then.
        """
        file = io.BytesIO(data) if isinstance(data, bytes) else data
        size, sha256 = handing_in.measure(file)
        fresh = Fresh(
            upload_id=upload_id or ids.fresh(),
            blob_id=ids.fresh(),
            size=size,
            sha256=sha256,
            filename=filename,
            source=source,
            visibility=visibility,
            owner_id=owner_id,
            ranks=ranks,
            trace=trace,
        )
        try:
            here = handing_in.keep(self.database, file, fresh, key, self.context.overdue)
        except (DiskFull, KeyTaken):
            blobs.discard(self.database, fresh.blob_id)
            raise
        if here is not None:
            blobs.discard(self.database, fresh.blob_id)
            return Receipt(here, new=False)
        queueing.receive(self.context, fresh.upload_id)
        return Receipt(fresh.upload_id, new=True)

    def load_samples(self) -> int:
        """Take in the sample games that came with the program; those that are here stay.

        Answers how many were new.
        """
        folder = resources.files("archive") / "samples"
        if not folder.is_dir():
            return 0
        records = sorted(
            (file for file in folder.iterdir() if file.name.endswith(".xxn")),
            key=lambda file: file.name,
        )
        return sum(
            self.hand_in(
                file.read_bytes(),
                upload_id=sample_upload(file.name),
                filename=file.name,
                source=SAMPLES,
                visibility=Visibility.PUBLIC,
            ).new
            for file in records
        )

    def find(self, upload_id: str, *, games: int = GAMES_SHOWN) -> UploadView | None:
        """Return an upload, how far it has come, and the first of its games."""
        with self.database.reading() as session:
            return upload_progress.find(session, upload_id, games)

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
        results, number = upload_progress.results, attrgetter("number")
        return in_batches(self.database, results, upload_id, 0, number, RESULTS_AT_ONCE)

    def pieces(self, blob_id: str) -> Iterator[bytes]:
        """Return a blob's bytes, a chunk at a time."""
        return blobs.stream(self.database, blob_id)

    def cancel(self, upload_id: str) -> bool:
        """Judge no more of an upload: what waits is cancelled, what has a verdict keeps it. False
        where it had come to an end already."""
        with self.database.writing() as session:
            return upload_states.cancel(session, upload_id, now())

    def resume(self, upload_id: str) -> bool:
        """Judge the rest of an upload that was cancelled. False where it was not."""
        with self.database.writing() as session:
            resumed = upload_states.resume(session, upload_id, now(), self.context.due())
        return self._queued(upload_id, resumed)

    def retry(self, upload_id: str) -> bool:
        """Judge and analyse again what was given up of an upload. False where there is nothing."""
        with self.database.writing() as session:
            again = analyses.retry(session, upload_id, self.context.due(), now())
            begun = upload_states.retry(session, upload_id, now(), self.context.due())
        queueing.analyse(self.context, again)
        return self._queued(upload_id, begun) or bool(again)

    def read_again(self, upload_id: str) -> bool:
        """Read the sheets of an upload again, by the importers that are here now. False where it
        has not come to its end, or there is nothing in it but XXN."""
        with self.database.writing() as session:
            wanted = upload_states.read_again(session, upload_id, now(), self.context.due())
        return self._queued(upload_id, wanted)

    def _queued(self, upload_id: str, wanted: bool) -> bool:
        """Have a worker receive an upload, if that is wanted; return whether it is."""
        if wanted:
            queueing.receive(self.context, upload_id)
        return wanted


def sample_upload(name: str) -> str:
    """Return the identifier of a sample's upload, the same in every archive."""
    return ids.derived(f"{SAMPLES}/{name}")
