"""Messages that must be acknowledged, or the connection to the broker is made again.

A worker holds one message at a time. Where the broker goes away while a task is being done, Celery
logs that it could not acknowledge the message, and keeps its place taken for good: the worker is
there, says so, and never takes another. That error is a lost connection like any other, and is
raised here as one. The message comes again; doing a task twice is harmless.
"""

from __future__ import annotations

from celery import Task
from celery.worker.request import Request


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
