"""What every use case works with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from archive.config import Settings
from archive.judging import Judge, judge
from archive.runtime.queue import Queue, prefix_of
from archive.store import ids
from archive.store.database import Database


class Context:
    """A database, a queue, the settings, and the judge. Making one connects to nothing."""

    def __init__(self, settings: Settings, *, judge_with: Judge = judge) -> None:
        self.settings = settings
        self.database = Database(
            settings.database_url,
            connections=settings.database_connections,
            patience=settings.database_patience,
        )
        self.queue = Queue(settings, self.prefix)
        self._prefix: str | None = None
        self._judge = judge_with
        self._overdue = timedelta(seconds=settings.overdue)

    def prefix(self) -> str:
        """What all keys of this archive at the broker begin with. Raises Unreachable."""
        if self._prefix is None:
            self._prefix = prefix_of(ids.archive_mark(self.database))
        return self._prefix

    def _due(self) -> datetime:
        """When the sweeper may take what is begun now for lost."""
        return now() + self._overdue

    def ahead(self) -> datetime:
        """Later than this nothing can be due: a clock was set back, or another's is ahead."""
        return now() + 2 * self._overdue


def now() -> datetime:
    """This moment, with its zone."""
    return datetime.now(UTC)
