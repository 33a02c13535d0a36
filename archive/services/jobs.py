"""What is not done yet: jobs, which workers go on with a turn at a time, and the sweeper, which
finds what was left lying.

The database is the list of what is to be done. A job's row tells what was asked for and how far it
has come. Each task ends with its turn and hands the job on; where that message is lost, or a worker
dies, the sweeper finds the row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from datetime import timedelta
from typing import Any, Final

from archive import logs
from archive.services.analysing import Analysing
from archive.services.context import now, reads
from archive.services.guesses import microseconds
from archive.services.judging import FULL_QUEUE
from archive.store import blobs, guesses, jobs, upload_states, uploads
from archive.store.database import Session

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


class Jobs(Sweeping):
    """Jobs of every kind."""

    job = reads(jobs.find)
    jobs = reads(jobs.latest)

    def _begin(
        self, session: Session, kind: str, asked: dict[str, Any], total: int, by: str | None
    ) -> str:
        """Return a new job, to be queued when its transaction is through."""
        return jobs.add(session, kind, by, asked, total, now(), self._due(), logs.request_id())

    def _go_on(
        self,
        job_id: str,
        kind: str,
        some: Callable[[Session, str, dict[str, Any]], list[str] | None],
        send: Callable[[str], bool],
    ) -> None:
        """Go on for one turn, and hand the job on where that was not all. `some` does what fits
        into one transaction, and answers with the bytes to which nothing refers after it; None
        where nothing was left, which ends the job."""
        turn = self._own_turn()
        while not turn.over:
            with self.database.writing() as session:
                asked = jobs.hold(session, job_id, kind, self._due())
                if asked is None:
                    return
                bytes_left = some(session, job_id, asked)
                if bytes_left is None:
                    jobs.end(session, job_id, now())
                    return
            for blob_id in bytes_left:
                self.discard(blob_id)
        send(job_id)

    def _sweep_jobs(self, kind: str, send: Callable[[str], bool]) -> int:
        """Queue jobs of a kind again that nobody goes on with, on the conditions of `sweep`."""
        depth = self.queue.maintenance_depth()
        if depth is None or depth >= FULL_QUEUE:
            return 0
        with self.database.writing() as session:
            found = jobs.claim_overdue(session, kind, now(), self._due(), self.ahead())
        queue_again(send, found)
        return len(found)
