"""Turns of a worker, as short as they can be; and what would have gone into the queue."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from archive.services import Archive


class OneStep:
    """A turn of one step: one transaction of a job."""

    def __init__(self) -> None:
        self.left = 1

    @property
    def over(self) -> bool:
        self.left -= 1
        return self.left < 0


class Messages(list[Any]):
    """The messages that would have gone into the queue: what each is about, all of it where that is
    more than one thing."""

    def send(self, *about: Any) -> bool:
        """Keep a message."""
        self.append(about[0] if len(about) == 1 else about)
        return True


def swept_when_overdue(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a job is queued again once it is overdue; before that, a worker may be at it."""
    monkeypatch.setattr(archive.queue, "maintenance_depth", lambda: 0)
    monkeypatch.setattr(archive.context, "overdue", timedelta(hours=3))
    for hours, found in ((2, 0), (-2, 1)):
        with archive.database.writer.begin() as connection:
            due = f"{datetime.now(UTC) + timedelta(hours=hours):%Y-%m-%d %H:%M:%S.%f}+00:00"
            connection.exec_driver_sql(f"UPDATE job SET due_at = '{due}'")
        assert archive.sweeper.sweep() == found
