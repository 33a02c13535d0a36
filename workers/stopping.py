"""How a worker stops that is told to while the broker says nothing.

Celery takes its leave of the broker: it waits for the answer to what it has asked last, and says a
few things more, each of which may take as long as a socket waits. None of that can be heard by a
broker that is gone or hangs. So as soon as the worker is at no task, it ends without it: what it
held comes back to the queue as that of a killed worker does.
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
"""Seconds between two looks at a broker that answers: then Celery stops by itself."""


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
        """`busy`: whether the worker is at a task; `answers`: whether the broker can be heard."""
        self._busy = busy
        self._answers = answers
        self._end = end
        self._over = threading.Event()
        self._pause = pause

    def begin(self) -> None:
        """Be there when the worker is told to stop."""
        worker_shutting_down.connect(self._told, weak=False)

    def over(self) -> None:
        """Let it be: the worker has stopped by itself."""
        worker_shutting_down.disconnect(self._told)
        self._over.set()

    def _told(self, **_more: Any) -> None:
        threading.Thread(target=self.watch, name="stopping", daemon=True).start()

    def watch(self) -> None:
        """End the process once it has nothing to do and the broker does not answer."""
        while not self._over.wait(self._pause):
            if not self._answers() and not self._busy():
                logger.warning("The broker says nothing: this worker stops without its leave")
                self._end()
                return
