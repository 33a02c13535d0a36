"""An end to work that takes too much of the processor or of memory.

And asking something that may hang, waiting only so long for the answer. A thread cannot be stopped.
So a question is asked by a thread of its own, by one at a time however many want to know: who
cannot wait goes on without the answer, and who asks while it hangs still waits for that same one.
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
except ImportError:  # not on every system
    resource = None

PAGE: Final = mmap.PAGESIZE


class TooLong(Exception):
    """The engine did not come to an end in the processor time that one record may take."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise TooLong in this block when it uses the processor for longer. How long that takes on the
    clock does not matter: a process that is stopped, or has to wait for its turn, uses none.

    By a signal, which Python delivers to the main thread only; a worker judges there. In any other
    thread the block simply runs (archive/stoppable_work.py is for those). A deadline inside another
    never outlasts it.
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
    """Hear the timer, once for all: nothing else here sets it."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, ring)


@contextmanager
def last_resort(seconds: float) -> Iterator[None]:
    """End this process when the block has used the processor so long.

    That signal is heard between two steps of Python. What never comes to a second step, deep in a
    library, would sit there for ever; the system ends it without asking. The worker that takes its
    place sets the record apart.
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
    """Let this process take so many bytes more in the block, and answer MemoryError to what goes
    beyond. Where the system cannot tell how much is held (Linux can), nothing is limited.
    """
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
"""Seconds in which something that can be reached says so."""


class Beside(Generic[T]):
    """A question that a thread of its own asks."""

    def __init__(self, ask: Callable[[], T], name: str) -> None:
        self._ask = ask
        self._name = name
        self._lock = threading.Lock()
        self._asking: Asking[T] | None = None

    def begin(self) -> Asking[T]:
        """Ask, and wait for nothing: so that several questions are asked at once. Return this
        time of asking, or the one that is not over yet."""
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
    """One time that it is asked."""

    def __init__(self, ask: Callable[[], T], name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._question = ask
        self._answer: T | None = None
        self._error: Exception | None = None
        self.over = threading.Event()

    def run(self) -> None:
        try:
            self._answer = self._question()
        except Exception as error:  # it is raised where the answer is wanted
            self._error = error
        finally:
            self.over.set()

    def within(self, seconds: float | None) -> T | None:
        """Return the answer if it comes in so many seconds, None otherwise; what asking raises is
        raised here. Without a number it is waited for as long as it takes."""
        if not self.over.wait(seconds):
            return None
        if self._error is not None:
            raise self._error
        return self._answer
