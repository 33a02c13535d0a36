"""What takes longer than anybody waits: jobs, which workers go on with a turn at a time.

A job's row tells what was asked for and how far it has come. Each task ends with its turn and hands
the job on; where that message is lost, or a worker dies, the sweeper finds the row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from archive import logs
from archive.services.context import now
from archive.services.judging import FULL_QUEUE
from archive.services.requeue import Sweeping, queue_again
from archive.store import jobs
from archive.store.database import Session
from archive.store.jobs import JobView


class AtLength(Sweeping):
    """Jobs of every kind."""

    def job(self, job_id: str) -> JobView | None:
        """A job and how far it has come."""
        with self.database.reading() as session:
            return jobs.find(session, job_id)

    def jobs(self) -> list[JobView]:
        """The latest jobs."""
        with self.database.reading() as session:
            return jobs.latest(session)

    def _begin(
        self, session: Session, kind: str, asked: dict[str, Any], total: int, by: str | None
    ) -> str:
        """A new job, to be queued when its transaction is through."""
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
