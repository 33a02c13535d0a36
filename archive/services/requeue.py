"""Finding what was left lying: the database is the list of what is to be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from datetime import timedelta
from typing import Final

from archive import logs
from archive.services.analysing import Analysing
from archive.services.context import now
from archive.services.guesses import microseconds
from archive.services.judging import FULL_QUEUE
from archive.store import blobs, guesses, upload_states, uploads

KEYS_LIVE: Final = timedelta(hours=48)
# Nothing takes as long from the first byte of an upload to the row that refers to it.
BLOBS_LIVE: Final = timedelta(hours=6)


class Sweeping(Analysing):
    """What is done every few seconds, whoever is looking."""

    def sweep(self) -> int:
        """Queue again what was taken in but has made no progress for too long.

        Nothing while the queue is away or well filled: the work may be waiting in it still, and
        whatever is missing can be added when it has run down.
        """
        analyses = self.sweep_analyses()
        depth = self.queue.depth()
        if depth is None or depth >= FULL_QUEUE:
            return analyses
        with self.database.writing() as session:
            found = upload_states.claim_overdue(
                session, now=now(), due=self._due(), limit=FULL_QUEUE - depth, ahead=self.ahead()
            )
        queue_again(self.queue.receive, found)
        return analyses + len(found)

    def tidy(self) -> int:
        """Forget what is not asked for any more: bytes that interrupted uploads left, old keys,
        tries of passwords that no longer count."""
        moment = now()
        with self.database.reading() as session:
            left = blobs.unowned(session, moment - BLOBS_LIVE)
            old = uploads.any_keys_before(session, moment - KEYS_LIVE)
        with self.database.writing() as session:
            guesses.forget(session, microseconds(moment))
        if old:
            with self.database.writing() as session:
                uploads.forget_keys(session, moment - KEYS_LIVE)
        for blob_id in left:
            self.discard(blob_id)
        return len(left)


def queue_again(send: Callable[[str], bool], found: Mapping[str, str | None]) -> None:
    """Queue what was found, each under the id of the request that brought it: that leads from the
    request to the worker's lines also where the first message was lost."""
    for identifier, trace in found.items():
        with logs.bound(request_id=trace) if trace else nullcontext():
            send(identifier)
