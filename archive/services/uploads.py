"""Uploads: received, found, and cancelled or resumed by their owners. Bytes are kept once for the
key of a program and once for an owner."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from datetime import timedelta
from importlib import resources
from operator import attrgetter
from typing import BinaryIO, Final, NamedTuple

from archive.core.archive_states import Visibility
from archive.core.errors import Refused
from archive.languages import marked
from archive.services import queueing
from archive.services.context import Context, in_batches, now, reads
from archive.store import (
    analyses,
    blobs,
    ids,
    upload_documents,
    upload_progress,
    upload_transitions,
    uploads,
)
from archive.store.blobs import IN_MEMORY_BYTES
from archive.store.database import Database, DiskFull, Session
from archive.store.upload_progress import Result
from archive.store.uploads import Fresh

# The sample games of one source are public and take their identifiers from their names.
SAMPLES: Final = "sample"
RESULTS_AT_ONCE: Final = 200


class Receipt(NamedTuple):
    """The answer to an upload."""

    upload_id: str
    new: bool
    """False where the same owner has uploaded the same bytes before, or a program has under the
    same key: that upload is meant."""


class Uploads:
    """The use cases about uploads."""

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
        """Keep an upload: bytes, or an open seekable file, read from its beginning.

        When this returns the bytes are safe. Whether the queue could be reached makes no difference
        to the caller: the sweeper queues what could not be. `ranks` declares how cards are written
        in a text that is not XXN. The same bytes from the same owner are the upload that is here
        already; so is whatever a program uploads again under the same `key`, for which other bytes,
        or the same with other settings, are refused (KeyTaken). Raises DiskFull, and keeps nothing
        then.
        """
        file = io.BytesIO(data) if isinstance(data, bytes) else data
        fresh = Fresh(
            upload_id or ids.fresh(), ids.fresh(), *measure(file), filename, source, visibility,
            owner_id, ranks, trace,
        )  # fmt: skip
        try:
            here = keep(self.database, file, fresh, key, self.context.overdue)
        except (DiskFull, KeyTaken):
            blobs.discard(self.database, fresh.blob_id)
            raise
        if here is not None:
            blobs.discard(self.database, fresh.blob_id)
            return Receipt(here, new=False)
        queueing.receive(self.context, fresh.id)
        return Receipt(fresh.id, new=True)

    def load_samples(self) -> int:
        """Add the sample games that came with the program; those that are here stay. Return how
        many were new."""
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

    find = reads(upload_progress.find)
    original = reads(uploads.bytes_of)

    def judged_text(self, upload_id: str) -> bytes | None:
        """Return the whole XXN that was judged: the upload's own bytes, or what was made from
        them."""
        with self.database.reading() as session:
            if uploads.bytes_of(session, upload_id) is None:
                return None
            texts = upload_documents.of(session, upload_id)
            return b"".join(blobs.read(session, text.blob_id, 0, text.size) for text in texts)

    def results(self, upload_id: str) -> Iterator[Result]:
        """Yield the outcome for each record of an upload, in order, a few hundred at a time."""
        results, number = upload_progress.results, attrgetter("number")
        return in_batches(self.database, results, upload_id, 0, number, RESULTS_AT_ONCE)

    def pieces(self, blob_id: str) -> Iterator[bytes]:
        """Yield a blob's bytes, a chunk at a time."""
        return blobs.stream(self.database, blob_id)

    def cancel(self, upload_id: str) -> bool:
        """Cancel an upload: what waits is cancelled, what has a verdict keeps it. Return False
        where it had finished already."""
        with self.database.writing() as session:
            return upload_transitions.cancel(session, upload_id, now())

    def resume(self, upload_id: str) -> bool:
        """Judge the rest of an upload that was cancelled. Return False where it was not."""
        with self.database.writing() as session:
            resumed = upload_transitions.resume(session, upload_id, now(), self.context.due())
        return self._queued(upload_id, resumed)

    def retry(self, upload_id: str) -> bool:
        """Judge and analyse again the records of an upload that were given up. Return False where
        there are none."""
        with self.database.writing() as session:
            again = analyses.retry(session, upload_id, self.context.due(), now())
            begun = upload_transitions.retry(session, upload_id, now(), self.context.due())
        queueing.analyse(self.context, again)
        return self._queued(upload_id, begun) or bool(again)

    def read_again(self, upload_id: str) -> bool:
        """Read the sheets of an upload again, by today's importers. Return False where it has not
        finished, or there is nothing in it but XXN."""
        with self.database.writing() as session:
            wanted = upload_transitions.read_again(session, upload_id, now(), self.context.due())
        return self._queued(upload_id, wanted)

    def _queued(self, upload_id: str, wanted: bool) -> bool:
        """Queue an upload to be received, if that is wanted; return whether it is."""
        if wanted:
            queueing.receive(self.context, upload_id)
        return wanted


def sample_upload(name: str) -> str:
    """Return the identifier of a sample's upload, the same in every archive."""
    return ids.derived(f"{SAMPLES}/{name}")


class KeyTaken(Refused):
    """A key that was used before, for something else."""


class Key(NamedTuple):
    """The key under which a program uploads something, so that trying again is harmless."""

    text: str
    whose: str = ""
    """For a visitor who has not signed in, what tells this visitor's keys from another's."""


class _Overtaken(Exception):
    """Another request was quicker; nothing of ours is kept."""


def keep(
    database: Database, file: BinaryIO, fresh: Fresh, key: Key | None, overdue: timedelta
) -> str | None:
    """Keep an upload; return the one that is here already, if one is. Raises DiskFull, KeyTaken."""
    try:
        return _keep_once(database, file, fresh, key, overdue)
    except _Overtaken:
        return _keep_once(database, file, fresh, key, overdue)  # find what the other has kept


def _keep_once(
    database: Database, file: BinaryIO, fresh: Fresh, key: Key | None, overdue: timedelta
) -> str | None:
    if fresh.size > IN_MEMORY_BYTES:
        with database.reading() as session:
            here = _known(session, fresh, key)
        if here is not None:
            return here
        file.seek(0)
        stretches = iter(lambda: file.read(IN_MEMORY_BYTES), b"")
        blobs.keep_long(database, fresh.blob_id, stretches, now())
    with database.writing() as session:
        here = _known(session, fresh, key)
        if here is None:
            if fresh.size <= IN_MEMORY_BYTES:
                file.seek(0)
                blobs.keep(session, fresh.blob_id, file.read(), fresh.sha256, now())
            if not uploads.add(session, fresh, now=now(), overdue=overdue):
                raise _Overtaken
        if key is not None:
            owner, text, fingerprint = _kept_as(fresh, key)
            meant = here or fresh.id
            # where nothing was here, a key that is here by now was kept by a quicker request
            known = here is not None and uploads.use_of_key(session, owner, text) is not None
            if not known and not uploads.keep_key(session, owner, text, fingerprint, meant, now()):
                raise _Overtaken
    return here


def measure(file: BinaryIO) -> tuple[int, str]:
    """Return the number of bytes in a file, and their SHA-256."""
    file.seek(0)
    size, digest = 0, hashlib.sha256()
    while stretch := file.read(IN_MEMORY_BYTES):
        size += len(stretch)
        digest.update(stretch)
    return size, digest.hexdigest()


def _known(session: Session, fresh: Fresh, key: Key | None) -> str | None:
    """Return the upload that is meant, if it is here: by its key, or by owner and bytes."""
    if key is not None:
        owner, text, fingerprint = _kept_as(fresh, key)
        kept = uploads.use_of_key(session, owner, text)
        if kept is not None and kept.fingerprint != fingerprint:
            raise KeyTaken(marked("This Idempotency-Key was used before, for something else."))
        if kept is not None:
            return kept.upload_id
    return uploads.same(session, fresh)


def _kept_as(fresh: Fresh, key: Key) -> tuple[str, str, str]:
    """Return a key as it is kept, and a fingerprint of its use. An owner's key is kept as it is;
    that of a visitor who has not signed in is mixed with what tells them from others, so that a
    likely key does not lead to another's upload."""
    said = f"{fresh.sha256} {fresh.ranks} {fresh.visibility} {fresh.filename or ''}"
    fingerprint = _hash(said)
    if fresh.owner_id is not None:
        return fresh.owner_id, key.text, fingerprint
    return "", _hash(f"{key.whose}\0{key.text}"), fingerprint


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
