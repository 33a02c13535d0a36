"""Sweeping: what is done every few seconds, so that nothing is left lying."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

from archive.services.context import now
from archive.services.password_tries import microseconds
from archive.store import blobs, password_tries, uploads
from archive.store.database import Database

KEYS_LIVE: Final = timedelta(hours=48)
# Nothing takes as long from the first byte of an upload to the row that refers to it.
BLOBS_LIVE: Final = timedelta(hours=6)


class Sweeper:
    """What finds work that was lost, and clears away what is not asked for any more."""

    def __init__(self, database: Database, sweeps: Sequence[Callable[[], int]]) -> None:
        self.database = database
        self._sweeps = sweeps

    def sweep(self) -> int:
        """Queue again what has made no progress for too long; return how much that was."""
        return sum(sweep() for sweep in self._sweeps)

    def tidy(self) -> int:
        """Forget what is not asked for any more: bytes that interrupted uploads left, old keys,
        tries of passwords that no longer count."""
        moment = now()
        with self.database.reading() as session:
            left = blobs.unowned(session, moment - BLOBS_LIVE)
            old = uploads.any_keys_before(session, moment - KEYS_LIVE)
        with self.database.writing() as session:
            password_tries.forget(session, microseconds(moment))
        if old:
            with self.database.writing() as session:
                uploads.forget_keys(session, moment - KEYS_LIVE)
        for blob_id in left:
            blobs.discard(self.database, blob_id)
        return len(left)
