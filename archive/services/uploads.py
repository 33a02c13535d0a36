"""Uploading: when this has answered, the bytes are safe."""

from __future__ import annotations

import hashlib
import io
from importlib import resources
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from archive.core.errors import TwentiesError
from archive.languages import marked
from archive.services.context import Context, now
from archive.store import blobs, ids, upload_states, uploads
from archive.store.database import DiskFull
from archive.store.types import Visibility
from archive.store.uploads import Fresh

if TYPE_CHECKING:
    from archive.store.database import Session

__all__ = [
    "IN_MEMORY_BYTES",
    "DiskFull",
    "HandingIn",
    "Key",
    "KeyTaken",
    "Receipt",
    "sample_upload",
]

# So many bytes are kept in the transaction that takes the upload in; more in several before it, so
# that other writers get their turn between, and memory stays flat.
IN_MEMORY_BYTES: Final = 4 * blobs.CHUNK_SIZE
# The sample games of one source are public and take their identifiers from their names.
SAMPLES: Final = "sample"


class KeyTaken(TwentiesError):
    """A key that was used before, for something else."""


class Key(NamedTuple):
    """Under what a program hands something in, so that trying again is harmless."""

    text: str
    whose: str = ""
    """Where nobody has signed in, what tells one visitor's keys from another's."""


class _Overtaken(Exception):
    """Somebody was quicker; nothing of ours is kept."""


class Receipt(NamedTuple):
    """What whoever handed something in is given."""

    upload_id: str
    new: bool
    """False where the same owner has uploaded the same bytes before, or a program has under the
    same key: that upload is meant."""


class HandingIn(Context):
    """Taking uploads in."""

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
        size, sha256 = _measure(file)
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
            here = self._take(file, fresh, key)
        except _Overtaken:
            here = self._take(file, fresh, key)  # and find what the other has kept
        except (DiskFull, KeyTaken):
            self.discard(fresh.blob_id)
            raise
        if here is not None:
            self.discard(fresh.blob_id)
            return Receipt(here, new=False)
        if not self.queue.receive(fresh.upload_id):
            with self.database.writing() as session:
                upload_states.progress(session, fresh.upload_id, now())  # due at once
        return Receipt(fresh.upload_id, new=True)

    def _take(self, file: BinaryIO, fresh: Fresh, key: Key | None) -> str | None:
        """Keep an upload; the one that is here already, if one is."""
        if fresh.size > IN_MEMORY_BYTES:
            with self.database.reading() as session:
                here = _known(session, fresh, key)
            if here is not None:
                return here
            self._keep_at_length(file, fresh)
        with self.database.writing() as session:
            here = _known(session, fresh, key)
            if here is None:
                if fresh.size <= IN_MEMORY_BYTES:
                    file.seek(0)
                    blobs.keep(session, fresh.blob_id, file.read(), fresh.sha256, now())
                if not uploads.add(session, fresh, now=now(), overdue=self._overdue):
                    raise _Overtaken
            if key is not None:
                owner, text, fingerprint = _kept_as(fresh, key)
                meant = here or fresh.upload_id
                # where nothing was here, a key that is here by now is another's, who was quicker
                known = here is not None and uploads.use_of_key(session, owner, text) is not None
                if not known and not uploads.keep_key(
                    session, owner, text, fingerprint, meant, now()
                ):
                    raise _Overtaken
        return here

    def discard(self, blob_id: str) -> None:
        """Remove bytes to which nothing refers, some at a time; those that are not there are not
        missed. On a full disk even that may be refused: then it is swept away later."""
        try:
            while True:
                with self.database.writing() as session:
                    if not blobs.remove_some(session, blob_id):
                        return
        except DiskFull:
            return

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

    def _keep_at_length(self, file: BinaryIO, fresh: Fresh) -> None:
        """Keep a large file in several transactions. Nothing refers to it before the last is
        done: what is interrupted is swept away as if it had never been."""
        file.seek(0)
        with self.database.writing() as session:
            blobs.begin(session, fresh.blob_id, now())
        number = 0
        while stretch := file.read(IN_MEMORY_BYTES):
            pieces = blobs.cut(stretch)
            with self.database.writing() as session:
                blobs.append(session, fresh.blob_id, number, pieces)
            number += len(pieces)
        with self.database.writing() as session:
            blobs.complete(session, fresh.blob_id, fresh.size, fresh.sha256)


def sample_upload(name: str) -> str:
    """Return the identifier of a sample's upload, the same in every archive."""
    return ids.derived(f"{SAMPLES}/{name}")


def _measure(file: BinaryIO) -> tuple[int, str]:
    """Return how many bytes there are, and their SHA-256."""
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
    """Return a key as it is kept, and a fingerprint of what it is used for. An owner's key is kept
    as it is; that of somebody who has not signed in is mixed with what tells them from others, so
    that nobody comes upon another's upload by a likely key."""
    said = f"{fresh.sha256} {fresh.ranks} {fresh.visibility} {fresh.filename or ''}"
    fingerprint = _hash(said)
    if fresh.owner_id is not None:
        return fresh.owner_id, key.text, fingerprint
    return "", _hash(f"{key.whose}\0{key.text}"), fingerprint


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
