"""A progress bar for long work, on standard error, and only where somebody watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0  # seconds without a word before the bar appears
CLEARED = "\r\x1b[K"  # the line as if nothing had been written on it


class Bar:
    """Bytes done of bytes to do. It makes room for every line that is printed."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.watched = sys.stderr.isatty()
        self.quiet_since = time.monotonic()
        self.shown: tuple[Progress, TaskID] | None = None

    def advance(self, size: int) -> None:
        """So many bytes more are done."""
        self.done += size
        if not self.watched:
            return
        if self.shown is None and time.monotonic() - self.quiet_since > PATIENCE:
            self.shown = self._show()
        if self.shown is not None:
            bar, task = self.shown
            bar.update(task, completed=self.done)

    def hide(self) -> None:
        """Make room for a line; the bar comes back when it has been quiet again."""
        if self.shown is not None:
            self.shown[0].stop()
            self.shown = None
        self.quiet_since = time.monotonic()

    @contextmanager
    def working(self, at: str) -> Iterator[None]:
        """Say on a terminal what is worked at, until it is done."""
        if not self.watched:
            yield
            return
        self.hide()
        print(f"  {at} …", end="", file=sys.stderr, flush=True)
        try:
            yield
        finally:
            print(CLEARED, end="", file=sys.stderr, flush=True)

    def _show(self) -> tuple[Progress, TaskID]:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

        columns = BarColumn(), DownloadColumn(), TimeRemainingColumn()
        bar = Progress(
            *columns, console=Console(stderr=True), transient=True,
            redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        task = bar.add_task("", total=self.total or None, completed=self.done)
        bar.start()
        return bar, task
