"""The tasks: a few lines each, because the work itself is the archive's.

Doing one twice, or again after a worker died in the middle of it, is always harmless.

A worker holds one message at a time. Where the broker goes away while a task is being done, Celery
logs that it could not acknowledge the message, and keeps its place taken for good: the worker is
alive, says so, and never takes another. That error is a lost connection like any other, and is
raised here as one; the message comes again.

A task that finds its rows locked for too long is put at the end of its queue at once. After some
tries it is left to the sweeper, which finds it a minute later.
"""

from __future__ import annotations

from typing import Final

from celery import Celery, Task
from celery.worker.request import Request

from archive.runtime.queue import ANALYSE, ANNOTATE, DELETE, JUDGE, RECEIVE, RESCORE, UNNAME
from archive.services import Archive, Locked

RETRIES: Final = 3
"""How often a task that met a lock is repeated, each time after it has waited for that lock."""


class Acknowledged(Request):  # type: ignore[misc]
    """A task's message that raises an error where it cannot be acknowledged."""

    acknowledged: bool

    def acknowledge(self) -> None:
        """Acknowledge the message; raises the broker's errors."""
        if not self.acknowledged:
            self.message.ack()
            self.acknowledged = True


class Repeated(Task):  # type: ignore[misc]
    """A task with such messages that is repeated where it met a lock."""

    Request = Acknowledged
    autoretry_for = (Locked,)
    max_retries = RETRIES
    default_retry_delay = 0


def register(app: Celery, archive: Archive) -> None:
    """Register the tasks with a Celery app, to be done with this archive."""

    @app.task(name=RECEIVE, base=Repeated, shared=False)
    def receive(upload_id: str, *read: int) -> None:
        archive.judging.receive(upload_id, *read)

    @app.task(name=JUDGE, base=Repeated, shared=False)
    def judge(upload_id: str, first: int, last: int) -> None:
        archive.judging.judge(upload_id, first, last)

    @app.task(name=ANALYSE, base=Repeated, shared=False)
    def analyse(upload_id: str, first: int, last: int) -> None:
        archive.analysing.analyse(upload_id, first, last)

    @app.task(name=ANNOTATE, base=Repeated, shared=False)
    def annotate(record_id: str) -> None:
        archive.annotating.annotate(record_id)

    @app.task(name=RESCORE, base=Repeated, shared=False)
    def rescore(job_id: str, *left: str) -> None:
        archive.rescoring.go_on(job_id, *left)

    @app.task(name=DELETE, base=Repeated, shared=False)
    def delete(job_id: str) -> None:
        archive.deletion.go_on(job_id)

    @app.task(name=UNNAME, base=Repeated, shared=False)
    def unname(job_id: str) -> None:
        archive.unnaming.go_on(job_id)
