"""Jobs: long work that workers do a turn at a time. A job's row has what was asked for and how far
it has come; each task ends with its turn and queues the next.

And sweeping: what is done every few seconds to find lost work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, Final

from archive import logs
from archive.services.context import Context, now, reads
from archive.services.queueing import FULL_QUEUE, again
from archive.store import blobs, jobs, password_tries, uploads
from archive.store.database import Database, Session
from archive.store.jobs import Held


class Jobs:
    """Jobs of every kind."""

    def __init__(self, context: Context) -> None:
        self.context, self.database = context, context.database

    find = reads(jobs.find)
    latest = reads(jobs.latest)

    def begin(
        self, session: Session, kind: str, asked: dict[str, Any], total: int, by: str | None
    ) -> str:
        """Return a new job, to be queued when its transaction is committed."""
        return jobs.add(
            session, kind, by, asked, total, now(), self.context.due(), logs.request_id()
        )

    def go_on(
        self,
        job_id: str,
        kind: str,
        some: Callable[[Session, str, Held], list[str] | None],
        send: Callable[[str], bool],
    ) -> None:
        """Go on for one turn, and queue the rest. `some` does what fits into one transaction, and
        returns the blobs to which nothing refers after it; None where nothing was left, which ends
        the job."""
        turn = self.context.own_turn()
        while not turn.over:
            with self.database.writing() as session:
                held = jobs.hold(session, job_id, kind, self.context.due())
                if held is None:
                    return
                bytes_left = some(session, job_id, held)
                if bytes_left is None:
                    jobs.end(session, job_id, now())
                    return
            for blob_id in bytes_left:
                blobs.discard(self.database, blob_id)
            self.database.give_way()
        send(job_id)

    def sweep(self, kind: str, send: Callable[[str], bool]) -> int:
        """Queue jobs of a kind again that no worker has gone on with in time, on the conditions of
        `Judging.sweep`; return how many."""
        depth = self.context.queue.maintenance_depth()
        if depth is None or depth >= FULL_QUEUE:
            return 0
        with self.database.writing() as session:
            found = jobs.claim_overdue(
                session, kind, now(), self.context.due(), self.context.ahead()
            )
        again(send, found)
        return len(found)


KEYS_LIVE: Final = timedelta(hours=48)
# Nothing takes as long from the first byte of an upload to the row that refers to it.
BLOBS_LIVE: Final = timedelta(hours=6)


class Sweeper:
    """Finds work that was lost, and removes what is needed no longer."""

    def __init__(self, database: Database, sweeps: Sequence[Callable[[], int]]) -> None:
        self.database = database
        self._sweeps = sweeps

    def sweep(self) -> int:
        """Queue again what has made no progress for too long; return how much that was."""
        return sum(sweep() for sweep in self._sweeps)

    def tidy(self) -> int:
        """Remove what is needed no longer: bytes that interrupted uploads left, old keys, tries of
        passwords that no longer count. Return how much that was."""
        moment = now()
        with self.database.reading() as session:
            left = blobs.unowned(session, moment - BLOBS_LIVE)
            old = uploads.any_keys_before(session, moment - KEYS_LIVE)
        with self.database.writing() as session:
            password_tries.forget(session, password_tries.microseconds(moment))
        if old:
            with self.database.writing() as session:
                uploads.forget_keys(session, moment - KEYS_LIVE)
        for blob_id in left:
            blobs.discard(self.database, blob_id)
        return len(left)
