"""Work done while somebody waits, in child processes, so that it can really be stopped.

A thread cannot be interrupted from outside, and a web server answers in threads. So a check is
handed to one of a few children that wait for work. A child stops itself when its time is up and
goes on to the next; one that does not even do that is killed, and another takes its place.
"""

from __future__ import annotations

import atexit
import logging
import signal
import threading
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Empty, LifoQueue
from typing import Any, TypeVar

from archive.judging import TooLong, deadline

logger = logging.getLogger(__name__)
T = TypeVar("T")

# What a child is given beyond its time to stop itself, before it is killed.
GRACE = 1.0
# Importing the engine takes a child this long at most, on a machine that is busy.
STARTING = 60.0


class Busy(Exception):
    """No child became free in the time that somebody can be kept waiting."""


class Broken(Exception):
    """The work ended without a result: by a fault of its own, or with the child that did it."""


class Bounded:
    """A few child processes, started when first needed, each at one piece of work at a time."""

    def __init__(self, children: int, seconds: float) -> None:
        self.seconds = seconds
        self._free: LifoQueue[_Child | None] = LifoQueue()
        for _ in range(children):
            self._free.put(None)
        atexit.register(self.close)

    def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """The result of a module's function, within the time; raises Busy, TooLong or Broken."""
        try:
            child = self._free.get(timeout=self.seconds)
        except Empty:
            raise Busy from None
        try:
            if child is None or not child.alive:
                child = _Child()
            return child.run(work, arguments, self.seconds)
        finally:
            self._free.put(child if child is not None and child.alive else None)

    def warm(self) -> None:
        """Start a child in the background, so that nobody waits for it later."""
        threading.Thread(target=self.run, args=(int,), name="warming", daemon=True).start()

    def close(self) -> None:
        """Stop the children that are free."""
        atexit.unregister(self.close)
        while True:
            try:
                child = self._free.get_nowait()
            except Empty:
                return
            if child is not None:
                child.stop()


class _Child:
    """One process and the line to it."""

    def __init__(self) -> None:
        # A fresh interpreter: what is forked from a process with threads may inherit held locks.
        spawn = get_context("spawn")
        self._line, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_work, args=(theirs,), name="checking", daemon=True)
        self._process.start()
        theirs.close()
        if not self._line.poll(STARTING):
            self.stop()
            raise Busy
        self._line.recv()

    @property
    def alive(self) -> bool:
        return not self._line.closed and self._process.is_alive()

    def run(self, work: Callable[..., T], arguments: tuple[Any, ...], seconds: float) -> T:
        try:
            self._line.send((work, arguments, seconds))
            if not self._line.poll(seconds + GRACE):
                self.stop()
                raise TooLong
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

    def stop(self) -> None:
        self._line.close()
        self._process.kill()
        self._process.join()


def _work(line: Connection) -> None:
    """What a child does: one piece of work after another, until its line ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
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
