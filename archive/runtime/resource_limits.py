"""Limits on processor time and memory for work that may take too much of either.

`Beside` asks a question that may hang, and waits only so long for the answer. A thread cannot be
stopped, so each question is asked by a thread of its own, one at a time however many callers want
to know: a caller that cannot wait goes on without the answer, and one that asks while the question
hangs waits for the same answer.
"""

from __future__ import annotations

import mmap
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Any, Final, Generic, TypeVar

resource: Any
try:
    import resource
except ImportError:  # some systems lack it
    resource = None

PAGE: Final = mmap.PAGESIZE


class TooLong(Exception):
    """The engine did not finish within the processor time that one record may take."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise TooLong in this block when it uses the processor for more than `seconds`. Time on the
    clock does not matter: a process that is stopped, or waits for its turn, uses none.

    It works by a signal, which Python delivers to the main thread only; a worker judges there. In
    any other thread the block simply runs (archive/stoppable_work.py is for those). A deadline
    inside another never outlasts it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    _listen()
    begun = time.process_time()
    outer, _ = signal.setitimer(signal.ITIMER_PROF, seconds)
    if 0 < outer < seconds:
        signal.setitimer(signal.ITIMER_PROF, outer)
    try:
        yield
    finally:
        left = max(outer - (time.process_time() - begun), 0.001) if outer else 0
        signal.setitimer(signal.ITIMER_PROF, left)


@cache
def _listen() -> None:
    """Install the handler of the timer, once for all; nothing else here sets it."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, ring)


@contextmanager
def last_resort(seconds: float) -> Iterator[None]:
    """End this process when the block has used the processor for so many seconds.

    The signal of `deadline` is heard between two steps of Python. A block that never comes to a
    second step, deep in a library, would sit there for ever; here the system ends it without
    asking. The worker that takes its place sets the record apart.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@contextmanager
def memory(most: int) -> Iterator[None]:
    """Let this process use at most `most` bytes more in the block; beyond that it gets MemoryError.
    Where the system cannot tell how much is in use (Linux can), nothing is limited."""
    held = _held()
    here = threading.current_thread() is threading.main_thread()
    if resource is None or held is None or not here:
        yield
        return
    soft, hard = before = resource.getrlimit(resource.RLIMIT_DATA)
    ends = [limit for limit in (held + most, soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min(ends), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


def _held() -> int | None:
    """Return the bytes of memory that are this process's own."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - a path would be made each time
            return int(file.read().split()[5]) * PAGE
    except (OSError, IndexError, ValueError):
        return None


T = TypeVar("T")

MOMENTS: Final = 1.5
"""Seconds in which a service that can be reached answers."""


class Beside(Generic[T]):
    """A question that is asked by a thread of its own."""

    def __init__(self, ask: Callable[[], T], name: str) -> None:
        self._ask = ask
        self._name = name
        self._lock = threading.Lock()
        self._asking: Asking[T] | None = None

    def begin(self) -> Asking[T]:
        """Ask without waiting, so that several questions are asked at once. Return this asking, or
        the earlier one that is not over yet."""
        with self._lock:
            asking = self._asking
            if asking is None or asking.over.is_set():
                asking = self._asking = Asking(self._ask, self._name)
                asking.start()
        return asking

    def within(self, seconds: float | None) -> T | None:
        """Ask, and return the answer as `Asking.within` does."""
        return self.begin().within(seconds)


class Asking(threading.Thread, Generic[T]):
    """One asking of the question, with its answer when it comes."""

    def __init__(self, ask: Callable[[], T], name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._question = ask
        self._answer: T | None = None
        self._error: Exception | None = None
        self.over = threading.Event()

    def run(self) -> None:
        """Ask the question and keep what it answers or raises."""
        try:
            self._answer = self._question()
        except Exception as error:  # it is raised where the answer is wanted
            self._error = error
        finally:
            self.over.set()

    def within(self, seconds: float | None) -> T | None:
        """Return the answer if it comes within `seconds`, None otherwise; raise what asking raised.
        Without a number, wait for as long as it takes."""
        if not self.over.wait(seconds):
            return None
        if self._error is not None:
            raise self._error
        return self._answer
