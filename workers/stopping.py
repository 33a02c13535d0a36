"""Stopping a worker while the broker stays silent.

Celery says goodbye to the broker: it waits for the answer to its last question, and sends a few
things more, each of which may take as long as a socket waits. A broker that is gone or hangs hears
none of that. So as soon as the worker has no task, it ends without it: its message comes back to
the queue as that of a killed worker does.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from typing import Any, Final

from celery.signals import worker_shutting_down

logger = logging.getLogger(__name__)

PAUSE: Final = 0.5
"""Seconds between two checks of a broker that answers: then Celery stops by itself."""


def _end() -> None:
    logging.shutdown()
    os._exit(0)


class Stopping:
    """Watches over the end of one worker process."""

    def __init__(
        self,
        busy: Callable[[], bool],
        answers: Callable[[], bool],
        end: Callable[[], None] = _end,
        pause: float = PAUSE,
    ) -> None:
        """Take two questions: `busy`, whether the worker is doing a task; `answers`, whether the
        broker answers."""
        self._busy = busy
        self._answers = answers
        self._end = end
        self._over = threading.Event()
        self._pause = pause

    def begin(self) -> None:
        """Start watching when the worker is told to stop."""
        worker_shutting_down.connect(self._told, weak=False)

    def over(self) -> None:
        """Stop watching: the worker has stopped by itself."""
        worker_shutting_down.disconnect(self._told)
        self._over.set()

    def _told(self, **_more: Any) -> None:
        threading.Thread(target=self.watch, name="stopping", daemon=True).start()

    def watch(self) -> None:
        """End the process once it has no task and the broker does not answer."""
        while not self._over.wait(self._pause):
            if not self._answers() and not self._busy():
                logger.warning("The broker says nothing: this worker stops without its leave")
                self._end()
                return
