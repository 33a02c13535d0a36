"""The tasks: a few lines each, because the work itself is the archive's.

Doing one twice, or doing it again after a worker died in the middle of it, is always harmless.

A worker holds one message at a time. Where the broker goes away while a task is being done, Celery
logs that it could not acknowledge the message, and keeps its place taken for good: the worker is
there, says so, and never takes another. That error is a lost connection like any other, and is
raised here as one; the message comes again.
"""

from __future__ import annotations

from celery import Celery, Task
from celery.worker.request import Request

from archive.runtime.queue import ANALYSE, ANNOTATE, DELETE, JUDGE, RECEIVE, RESCORE, UNNAME
from archive.services import Archive


class Acknowledged(Request):  # type: ignore[misc]
    """A task's message, of which a failed acknowledgement is not passed over."""

    acknowledged: bool

    def acknowledge(self) -> None:
        """Acknowledge it; raises the broker's errors."""
        if not self.acknowledged:
            self.message.ack()
            self.acknowledged = True


class Acknowledging(Task):  # type: ignore[misc]
    """A task whose messages are such."""

    Request = Acknowledged


def register(app: Celery, archive: Archive) -> None:
    """Teach a Celery app the tasks, done with this archive."""

    @app.task(name=RECEIVE, base=Acknowledging)
    def receive(upload_id: str, *read: int) -> None:
        archive.judging.receive(upload_id, *read)

    @app.task(name=JUDGE, base=Acknowledging)
    def judge(upload_id: str, first: int, last: int) -> None:
        archive.judging.judge(upload_id, first, last)

    @app.task(name=ANALYSE, base=Acknowledging)
    def analyse(upload_id: str, first: int, last: int) -> None:
        archive.analysing.analyse(upload_id, first, last)

    @app.task(name=ANNOTATE, base=Acknowledging)
    def annotate(record_id: str) -> None:
        archive.annotating.annotate(record_id)

    @app.task(name=RESCORE, base=Acknowledging)
    def rescore(job_id: str, *left: str) -> None:
        archive.rescoring.go_on(job_id, *left)

    @app.task(name=DELETE, base=Acknowledging)
    def delete(job_id: str) -> None:
        archive.deletion.go_on(job_id)

    @app.task(name=UNNAME, base=Acknowledging)
    def unname(job_id: str) -> None:
        archive.unnaming.go_on(job_id)
