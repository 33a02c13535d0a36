"""A progress bar for long work, on standard error, and only on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn, TaskID

PATIENCE = 1.0  # seconds without output before the bar appears


class Bar:
    """The work done of all work, in bytes or, where it is `counted`, in pieces. It makes room for
    every line that is printed."""

    def __init__(self, total: int, *, counted: bool = False) -> None:
        self.total = total
        self.counted = counted
        self.done = 0
        self.watched = sys.stderr.isatty()
        self.quiet_since = time.monotonic()
        self.shown: tuple[Progress, TaskID] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def advance(self, size: int) -> None:
        """Move the bar on by `size` bytes, or pieces."""
        self.done += size
        if not self.watched:
            return
        if self.shown is None and time.monotonic() - self.quiet_since > PATIENCE:
            self.shown = self._show()
        if self.shown is not None:
            bar, task = self.shown
            bar.update(task, completed=self.done)

    def hide(self) -> None:
        """Make room for a line; the bar comes back after a while without output."""
        if self.shown is not None:
            self.shown[0].stop()
            self.shown = None
        self.quiet_since = time.monotonic()

    @contextmanager
    def working(self, at: str) -> Iterator[None]:
        """Show on a terminal the current work and its time, where it takes a while and its progress
        cannot be known."""
        if not self.watched:
            yield
            return
        self.hide()
        begun: list[Progress] = []
        timer = Timer(PATIENCE, lambda: begun.append(_pulsing(at)))
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            for bar in begun:
                bar.stop()

    def _show(self) -> tuple[Progress, TaskID]:
        from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, TimeRemainingColumn

        how_far = MofNCompleteColumn() if self.counted else DownloadColumn()
        bar = _made(BarColumn(), how_far, TimeRemainingColumn())
        task = bar.add_task("", total=self.total or None, completed=self.done)
        bar.start()
        return bar, task


def _pulsing(at: str) -> Progress:
    """Return a moving bar beside the name of the work."""
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

    bar = _made(TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    bar.add_task(at, total=None)
    bar.start()
    return bar


def _made(*columns: ProgressColumn) -> Progress:
    from rich.console import Console
    from rich.progress import Progress

    return Progress(
        *columns, console=Console(stderr=True), transient=True,
        redirect_stdout=False, redirect_stderr=False,
    )  # fmt: skip
