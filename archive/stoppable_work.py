"""Work done while a reader waits, in child processes, so that it can really be stopped.

A thread cannot be interrupted from outside, and a web server answers in threads. So a check is
given to one of a few children that wait for work. A child stops itself when it has used up its
processor time, and goes on to the next; one that fails to stop is killed, and another takes its
place. A child that was stopped, or has to wait for the processor, uses none of its time; but a
reader who waits for the answer is told at last to try again.
"""

from __future__ import annotations

import atexit
import gc
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, LifoQueue
from typing import Any, TypeVar

from archive.runtime.resource_limits import TooLong, deadline
from archive.scoring import load_all

logger = logging.getLogger(__name__)
T = TypeVar("T")

# How long a child has beyond its processor time to stop itself, before it is killed.
GRACE = 1.0
# An answer is waited for so many times the seconds of processor time on the clock, and so many
# more; a late one is no fault of the record.
WAITED = 3.0
WAITED_MORE = 5.0
# How often the used processor time of a child is checked.
LOOK = 0.25
# The longest time that a child takes to import the engine, on a busy machine.
STARTING = 60.0


# In /proc/…/stat after the name: clock ticks in user mode, and in the system's.
USER, SYSTEM = 11, 12
TICKS = os.sysconf("SC_CLK_TCK")


class Busy(Exception):
    """No child became free, or began to work, in the time that a visitor can be kept waiting."""


class Broken(Exception):
    """The work ended without a result: by a fault of its own, or with the child that did it."""


class WorkPool:
    """A few child processes, started when first needed, each at one piece of work at a time."""

    def __init__(self, children: int, seconds: float, waiting: float | None = None) -> None:
        """Allow each work `seconds` of the processor, and `waiting` on the clock for an answer."""
        self.seconds = seconds
        self.waiting = WAITED * seconds + WAITED_MORE if waiting is None else waiting
        self._free: LifoQueue[_Child | None] = LifoQueue()
        self._children: list[_Child] = []
        for _ in range(children):
            self._free.put(None)
        atexit.register(self.close)

    def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Return the result of a module's function, within the processor time; raises Busy, TooLong
        or Broken."""
        try:
            child = self._free.get(timeout=self.seconds)
        except Empty:
            raise Busy from None
        try:
            if child is None or not child.alive:
                child = self._start()
            return child.run(work, arguments, self.seconds, self.waiting)
        finally:
            self._free.put(child if child is not None and child.alive else None)

    def _start(self) -> _Child:
        self._children = [child for child in self._children if child.alive]
        child = _Child()
        self._children.append(child)
        child.await_ready()
        return child

    def warm(self, work: Callable[..., Any], *arguments: Any) -> None:
        """Have a child do this in the background, so that no visitor waits for its start later."""
        threading.Thread(
            target=self._try, args=(work, *arguments), name="warming", daemon=True
        ).start()

    def _try(self, work: Callable[..., Any], *arguments: Any) -> None:
        with suppress(Busy, TooLong, Broken, OSError):
            self.run(work, *arguments)

    def close(self) -> None:
        """Stop the children, whatever they are doing."""
        atexit.unregister(self.close)
        for child in self._children:
            child.stop()


class _Child:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        # A fresh interpreter: what is forked from a process with threads may inherit held locks.
        self._line, theirs = Pipe()
        command = [sys.executable, "-m", "archive.stoppable_work", str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])  # noqa: S603 - ours
        theirs.close()

    def await_ready(self) -> None:
        """Wait until the child has imported the engine; raise Busy or Broken where it has not."""
        try:
            if self._line.poll(STARTING):
                self._line.recv()
                return
        except (EOFError, OSError) as error:
            raise Broken("The process for checks could not be started.") from error
        self.stop()
        raise Busy

    @property
    def alive(self) -> bool:
        """Return whether the process runs."""
        return not self._line.closed and self._process.poll() is None

    def run(
        self, work: Callable[..., T], arguments: tuple[Any, ...], seconds: float, waiting: float
    ) -> T:
        """Return the result of work done by the child; raises TooLong, Busy or Broken."""
        try:
            self._line.send((work, arguments, seconds))
            self._wait(seconds, waiting)
            failure, result = self._line.recv()
        except (EOFError, OSError) as error:
            self.stop()
            raise Broken("The process that did the work ended.") from error
        if failure == TooLong.__name__:
            raise TooLong
        if failure is not None:
            raise Broken(failure)
        found: T = result
        return found

    def _wait(self, seconds: float, waiting: float) -> None:
        """Wait for the answer. Kill a child that has used up its processor time, or that does not
        come to use it while a visitor can be kept waiting."""
        most = (processor_seconds(self._process.pid) or 0) + seconds + GRACE
        end = time.monotonic() + waiting
        while not self._line.poll(LOOK):
            used = processor_seconds(self._process.pid)
            if used is not None and used > most:
                self.stop()
                raise TooLong
            if time.monotonic() > end:
                self.stop()
                raise Busy

    def stop(self) -> None:
        """End the process."""
        self._line.close()
        self._process.kill()
        self._process.wait()


def processor_seconds(process: int) -> float | None:
    """Return the processor seconds that a process has used; None where the system does not tell
    (Linux does) or the process is gone."""
    try:
        fields = (
            Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        )
        return (int(fields[USER]) + int(fields[SYSTEM])) / TICKS
    except (OSError, IndexError, ValueError):
        return None


def _work(line: Connection) -> None:
    """Do one piece of work after another, in the child, until its pipe or its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    gc.disable()  # the first work imports much, and all of that stays
    load_all()
    line.send("ready")
    while True:
        try:
            work, arguments, seconds = line.recv()
        except (EOFError, OSError):
            return
        failure, result = None, None
        try:
            with deadline(seconds):
                result = work(*arguments)
        except TooLong:
            failure = TooLong.__name__
        except Exception as error:
            logger.exception("A check failed")
            failure = f"{type(error).__name__}: {error}"
        try:
            line.send((failure, result))
        except OSError:
            return
        if not gc.isenabled():
            gc.freeze()
            gc.set_threshold(10_000)  # as in workers: judging makes thousands of objects
            gc.enable()


if __name__ == "__main__":
    _work(Connection(int(sys.argv[1])))
