"""Queueing: messages to the workers about work that waits in the database, sent once its
transaction is committed. Where the queue is away nothing is lost: the sweeper finds what is due.

And jobs: long work that workers do a turn at a time. A job's row has what was asked for and how far
it has come; each task ends with its turn and queues the next.

And sweeping: what is done every few seconds to find lost work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from datetime import timedelta
from typing import Any, Final

from archive import logs
from archive.services.context import Context, now, reads
from archive.store import blobs, jobs, password_tries, upload_transitions, uploads
from archive.store.analyses import WantedAnalysis
from archive.store.database import Database, Session

FULL_QUEUE: Final = 200
"""While this many messages wait, the workers are busy rather than out of work: nothing is swept."""
ATTEMPTS_TOGETHER: Final = 2
"""Attempts at a record together with its neighbours; if its worker died each time it is judged
alone from then on."""
ATTEMPTS_ALONE: Final = 4
"""Attempts at a record in all, after which it is given up."""

Span = tuple[int, int]


def receive(context: Context, upload_id: str) -> None:
    """Queue an upload to be received."""
    if not context.queue.receive(upload_id):
        _is_due(context, upload_id)


def judge(context: Context, upload_id: str, spans: Iterable[Span]) -> None:
    """Queue ranges of an upload's records to be judged."""
    there = True
    for first, last in spans:  # to the end: the query may find them only as it goes
        there = there and context.queue.judge(upload_id, first, last)
    if not there:
        _is_due(context, upload_id)


def analyse(context: Context, found: Iterable[WantedAnalysis]) -> None:
    """Queue analyses."""
    for upload_id, (first, last) in _ranges(found, context.settings.batch):
        context.queue.analyse(upload_id, first, last)


def again(send: Callable[[str], bool], found: Mapping[str, str | None]) -> None:
    """Queue what was found, each under the id of the request that brought it: that leads from the
    request to the worker's log lines also where the first message was lost."""
    for identifier, trace in found.items():
        with logs.bound(request_id=trace) if trace else nullcontext():
            send(identifier)


def _is_due(context: Context, upload_id: str) -> None:
    """Note that an upload is due at once, so that the sweeper need not wait to find it."""
    with context.database.writing() as session:
        upload_transitions.progress(session, upload_id, now())


def _ranges(found: Iterable[WantedAnalysis], most: int) -> Iterator[tuple[str, Span]]:
    """Yield ranges of numbers by upload, of at most `most` analyses; one that was tried in vain is
    a range of its own."""
    upload_id, numbers = "", list[int]()
    for place in found:
        apart = place.attempts >= ATTEMPTS_TOGETHER
        if numbers and (apart or place.upload_id != upload_id or len(numbers) == most):
            yield upload_id, (numbers[0], numbers[-1])
            numbers = []
        if apart:
            yield place.upload_id, (place.number, place.number)
            continue
        upload_id = place.upload_id
        numbers.append(place.number)
    if numbers:
        yield upload_id, (numbers[0], numbers[-1])


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
        some: Callable[[Session, str, dict[str, Any]], list[str] | None],
        send: Callable[[str], bool],
    ) -> None:
        """Go on for one turn, and queue the rest. `some` does what fits into one transaction, and
        returns the blobs to which nothing refers after it; None where nothing was left, which ends
        the job."""
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
