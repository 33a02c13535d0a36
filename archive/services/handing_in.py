"""Handing in: bytes are kept as an upload, once for the key of a program and once for an owner."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import BinaryIO, NamedTuple

from archive.core.errors import TwentiesError
from archive.languages import marked
from archive.services.context import now
from archive.store import blobs, uploads
from archive.store.blobs import IN_MEMORY_BYTES
from archive.store.database import Database, Session
from archive.store.uploads import Fresh


class KeyTaken(TwentiesError):
    """A key that was used before, for something else."""


class Key(NamedTuple):
    """Under what a program hands something in, so that trying again is harmless."""

    text: str
    whose: str = ""
    """Where the visitor has not signed in, what tells one visitor's keys from another's."""


class _Overtaken(Exception):
    """Another was quicker; nothing of ours is kept."""


def keep(
    database: Database, file: BinaryIO, fresh: Fresh, key: Key | None, overdue: timedelta
) -> str | None:
    """Keep an upload; return the one that is here already, if one is. Raises DiskFull, KeyTaken."""
    try:
        return _keep_once(database, file, fresh, key, overdue)
    except _Overtaken:
        return _keep_once(database, file, fresh, key, overdue)  # and find what the other has kept


def _keep_once(
    database: Database, file: BinaryIO, fresh: Fresh, key: Key | None, overdue: timedelta
) -> str | None:
    if fresh.size > IN_MEMORY_BYTES:
        with database.reading() as session:
            here = _known(session, fresh, key)
        if here is not None:
            return here
        _keep_at_length(database, file, fresh)
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
            meant = here or fresh.upload_id
            # where nothing was here, a key that is here by now is another's, who was quicker
            known = here is not None and uploads.use_of_key(session, owner, text) is not None
            if not known and not uploads.keep_key(session, owner, text, fingerprint, meant, now()):
                raise _Overtaken
    return here


def _keep_at_length(database: Database, file: BinaryIO, fresh: Fresh) -> None:
    """Keep a large file in several transactions. Nothing refers to it before the last is done:
    what is interrupted is swept away as if it had never been."""
    file.seek(0)
    with database.writing() as session:
        blobs.begin(session, fresh.blob_id, now())
    number = 0
    while stretch := file.read(IN_MEMORY_BYTES):
        pieces = blobs.cut(stretch)
        with database.writing() as session:
            blobs.append(session, fresh.blob_id, number, pieces)
        number += len(pieces)
    with database.writing() as session:
        blobs.complete(session, fresh.blob_id, fresh.size, fresh.sha256)


def measure(file: BinaryIO) -> tuple[int, str]:
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
    as it is; that of a visitor who has not signed in is mixed with what tells them from others, so
    that a likely key does not lead to another's upload."""
    said = f"{fresh.sha256} {fresh.ranks} {fresh.visibility} {fresh.filename or ''}"
    fingerprint = _hash(said)
    if fresh.owner_id is not None:
        return fresh.owner_id, key.text, fingerprint
    return "", _hash(f"{key.whose}\0{key.text}"), fingerprint


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
