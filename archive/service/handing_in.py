"""Handing in: when this has answered, the bytes are safe."""

from __future__ import annotations

import hashlib
import io
from importlib import resources
from typing import BinaryIO, Final, NamedTuple

from archive.service.parts import Parts, now
from archive.store import blobs, ids, uploads
from archive.store.types import Visibility

# So many bytes are kept in the transaction that takes the upload in; more in several before it, so
# that other writers get their turn between, and memory stays flat.
AT_ONCE: Final = 4 * blobs.CHUNK_SIZE
# The sample games of one source are public and take their identifiers from their names.
SAMPLES: Final = "sample"


class Receipt(NamedTuple):
    """What whoever handed something in is given."""

    upload_id: str
    new: bool
    """False where the same owner has handed in the same bytes before: that upload is meant."""


class HandingIn(Parts):
    """Taking uploads in."""

    def submit(
        self,
        data: bytes | BinaryIO,
        *,
        filename: str | None,
        source: str,
        visibility: Visibility = Visibility.UNLISTED,
        ranks: str = "",
        owner_id: str | None = None,
        trace: str | None = None,
    ) -> str:
        """Take an upload in and answer with its id; `hand_in` says whether it was new."""
        return self.hand_in(
            data,
            filename=filename,
            source=source,
            visibility=visibility,
            ranks=ranks,
            owner_id=owner_id,
            trace=trace,
        ).upload_id

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
    ) -> Receipt:
        """Take an upload in: bytes, or an open file that can be sought, read from its beginning.

        When this returns the bytes are safe. Whether the queue could be reached makes no
        difference to the caller: the sweeper queues what could not be. `ranks` declares how cards
        are written in a text that is not XXN. The same bytes from the same owner are the upload
        that is here already.
        """
        file = io.BytesIO(data) if isinstance(data, bytes) else data
        size, sha256 = _measure(file)
        upload_id = upload_id or ids.fresh()
        blob_id = ids.fresh()
        if size > AT_ONCE:
            self._keep_at_length(file, blob_id, size, sha256)
        moment = now()
        with self.database.writing() as session:
            here = uploads.same(session, owner_id, sha256, ranks)
            if here is not None:
                return Receipt(here, new=False)
            if size <= AT_ONCE:
                file.seek(0)
                blobs.keep(session, blob_id, file.read(), sha256, moment)
            new = uploads.add(
                session,
                upload_id=upload_id,
                blob_id=blob_id,
                size=size,
                sha256=sha256,
                filename=filename,
                source=source,
                visibility=visibility,
                owner_id=owner_id,
                ranks=ranks,
                trace=trace,
                now=moment,
                overdue=self._overdue,
            )
            if not new:  # somebody was quicker since we looked
                blobs.remove(session, [blob_id])
                upload_id = uploads.same(session, owner_id, sha256, ranks) or upload_id
        if new and not self.queue.receive(upload_id):
            with self.database.writing() as session:
                uploads.progress(session, upload_id, now())  # due at once
        return Receipt(upload_id, new)

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

    def _keep_at_length(self, file: BinaryIO, blob_id: str, size: int, sha256: str) -> None:
        """Keep a large file in several transactions. Nothing refers to it before the last is
        done: what is interrupted is swept away as if it had never been."""
        file.seek(0)
        with self.database.writing() as session:
            blobs.begin(session, blob_id, now())
        number = 0
        while stretch := file.read(AT_ONCE):
            pieces = blobs.cut(stretch)
            with self.database.writing() as session:
                blobs.append(session, blob_id, number, pieces)
            number += len(pieces)
        with self.database.writing() as session:
            blobs.complete(session, blob_id, size, sha256)


def sample_upload(name: str) -> str:
    """The identifier of a sample's upload, the same in every archive."""
    return ids.derived(f"{SAMPLES}/{name}")


def _measure(file: BinaryIO) -> tuple[int, str]:
    """How many bytes there are, and their SHA-256."""
    file.seek(0)
    size, digest = 0, hashlib.sha256()
    while stretch := file.read(AT_ONCE):
        size += len(stretch)
        digest.update(stretch)
    return size, digest.hexdigest()
