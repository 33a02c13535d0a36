"""The state of a worker for others to see: whether it lives, its current task, and its counts.

A message carries the identifier of the request that it comes from (runtime/queue.py puts it there).
It stands on every line that the task logs, and goes on into the messages that the task sends.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from celery.signals import setup_logging, task_failure, task_postrun, task_prerun
from structlog.contextvars import clear_contextvars

from archive import logs
from archive.analyse_record import Analyse, analyse
from archive.judge_record import judge
from archive.ops.metrics import Judge, JudgedCounts
from archive.ops.worker_status import of_worker
from archive.runtime.queue import Broker

logger = logging.getLogger(__name__)


class WorkerStatus:
    """One worker process, as others see it."""

    def __init__(self) -> None:
        self._tally = JudgedCounts()
        self._begun = 0.0
        self._error: BaseException | None = None
        self.busy = False
        """Whether this worker is doing a task."""

    @property
    def judge(self) -> Judge:
        """Return the function that judges a record and counts it."""
        return self._tally.timed(judge)

    @property
    def analyse(self) -> Analyse:
        """Return the function that analyses a record and counts it."""
        return self._tally.timed_analysis(analyse)

    def begin(self, client: Broker, queue: str) -> None:
        """Announce this worker at the queue that it serves, and follow its tasks."""
        self._client = client
        self._presence = of_worker(client, queue)
        setup_logging.connect(_leave_the_log_alone, weak=False)
        task_prerun.connect(self._before, weak=False)
        task_failure.connect(self._broken, weak=False)
        task_postrun.connect(self._after, weak=False)
        # Its line on a task that failed quotes the exception's words, which may quote a record;
        # `_after` writes one that does not.
        logging.getLogger("celery.app.trace").setLevel(logging.CRITICAL)
        self._presence.begin()

    def end(self) -> None:
        """Remove the announcement: the worker has stopped."""
        task_prerun.disconnect(self._before)
        task_failure.disconnect(self._broken)
        task_postrun.disconnect(self._after)
        self._presence.end()
        self._tally.hand_on(self._client)

    def _before(self, task: Any, args: Any, **_more: Any) -> None:
        self.busy = True
        clear_contextvars()
        headers = task.request.headers or {}
        offered = getattr(task.request, logs.REQUEST_ID, None) or headers.get(logs.REQUEST_ID)
        # Messages hold identifiers and numbers, never records: they may stand in a log.
        subject = args[0] if args else None
        logs.bind(
            request_id=logs.sane_id(offered if isinstance(offered, str) else None),
            task=_short(task.name),
            subject=subject,
        )
        self._presence.at(f"{_short(task.name)} {subject}")
        self._begun = time.perf_counter()
        self._error = None

    def _broken(self, exception: BaseException | None = None, **_more: Any) -> None:
        self._error = exception

    def _after(self, task: Any, args: Any, state: str | None = None, **_more: Any) -> None:
        seconds = time.perf_counter() - self._begun
        locked = state == "RETRY"  # met a lock, and goes back to its queue
        broken = state != "SUCCESS" and not locked
        span = "-".join(str(number) for number in args[1:] if isinstance(number, int))
        level, said = logging.INFO, "The task is done"
        if locked:
            level, said = logging.WARNING, "The task comes again: others hold what it writes"
        elif broken:
            level, said = logging.ERROR, "The task broke off"
        logger.log(
            level,
            said,
            exc_info=self._error,
            extra={"span": span or None, "seconds": round(seconds, 4)},
        )
        self._presence.at(None)
        self._tally.task(_short(task.name), broken=broken)
        self._tally.hand_on(self._client)
        clear_contextvars()
        self.busy = False


def _leave_the_log_alone(**_more: Any) -> None:
    """Do nothing, so that Celery does not set up a log of its own."""


def _short(name: str) -> str:
    return name.rpartition(".")[2]
