"""What can be seen of a worker: whether it lives, what it is at, what it has done, and for whom.

A message carries the identifier of the request that it comes from (archive/jobs.py puts it there).
It stands on every line that the task writes, and goes on into the messages that the task sends.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from celery import Celery
from celery.signals import task_postrun, task_prerun
from structlog.contextvars import clear_contextvars

from archive import logs
from archive.config import Settings
from archive.judging import judge
from archive.operation.broker import connect
from archive.operation.presence import Presence
from archive.operation.tally import Judge, Tally

logger = logging.getLogger(__name__)


class Watched:
    """One worker process, as others may see it."""

    def __init__(self, settings: Settings) -> None:
        self._client = connect(settings)
        self._presence = Presence(self._client)
        self._tally = Tally()
        self._begun = 0.0

    @property
    def judge(self) -> Judge:
        """What judges a record, counted."""
        return self._tally.timed(judge)

    def begin(self, app: Celery) -> None:
        """Show this worker's presence, and follow its tasks."""
        task_prerun.connect(self._before, weak=False)
        task_postrun.connect(self._after, weak=False)
        self._presence.begin()

    def end(self) -> None:
        """It works no more."""
        task_prerun.disconnect(self._before)
        task_postrun.disconnect(self._after)
        self._presence.end()
        self._tally.hand_on(self._client)
        self._client.close()

    def _before(self, task: Any, args: Any, **_more: Any) -> None:
        clear_contextvars()
        offered = getattr(task.request, logs.REQUEST_ID, None)
        # Messages hold identifiers and numbers, never records: they may stand in a log.
        subject = args[0] if args else None
        logs.bind(
            request_id=logs.sane_id(offered if isinstance(offered, str) else None),
            task=_short(task.name),
            subject=subject,
        )
        self._presence.at(f"{_short(task.name)} {subject}")
        self._begun = time.perf_counter()

    def _after(self, task: Any, args: Any, state: str | None = None, **_more: Any) -> None:
        seconds = time.perf_counter() - self._begun
        broken = state != "SUCCESS"
        span = "-".join(str(number) for number in args[1:] if isinstance(number, int))
        logger.log(
            logging.WARNING if broken else logging.INFO,
            "The task broke off" if broken else "The task is done",
            extra={"span": span or None, "seconds": round(seconds, 4)},
        )
        self._presence.at(None)
        self._tally.task(_short(task.name), broken=broken)
        self._tally.hand_on(self._client)
        clear_contextvars()


def _short(name: str) -> str:
    return name.rpartition(".")[2]
