"""Jobs: long work, which workers go on with a turn at a time.

The database is the list of what is to be done. A job's row tells what was asked for and how far it
has come. Each task ends with its turn and hands the job on; where that message is lost, or a worker
dies, the sweeper finds the row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from archive import logs
from archive.services import queueing
from archive.services.context import Context, now, reads
from archive.services.queueing import FULL_QUEUE
from archive.store import blobs, jobs
from archive.store.database import Session


class Jobs:
    """Jobs of every kind."""

    def __init__(self, context: Context) -> None:
        self.context, self.database = context, context.database

    find = reads(jobs.find)
    latest = reads(jobs.latest)

    def begin(
        self, session: Session, kind: str, asked: dict[str, Any], total: int, by: str | None
    ) -> str:
        """Return a new job, to be queued when its transaction is through."""
        return jobs.add(
            session, kind, by, asked, total, now(), self.context.due(), logs.request_id()
        )

    def go_on(
        self,
        job_id: str,
        kind: str,
        some: Callable[[Session, str, dict[str, Any]], list[str] | None],
        send: Callable[[str], bool],
    ) -> None:
        """Go on for one turn, and hand the job on where that was not all. `some` does what fits
        into one transaction, and answers with the bytes to which nothing refers after it; None
        where nothing was left, which ends the job."""
        turn = self.context.own_turn()
        while not turn.over:
            with self.database.writing() as session:
                asked = jobs.hold(session, job_id, kind, self.context.due())
                if asked is None:
                    return
                bytes_left = some(session, job_id, asked)
                if bytes_left is None:
                    jobs.end(session, job_id, now())
                    return
            for blob_id in bytes_left:
                blobs.discard(self.database, blob_id)
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
        queueing.again(send, found)
        return len(found)
