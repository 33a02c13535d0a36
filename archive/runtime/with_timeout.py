"""Asking something that may hang, and waiting only so long for the answer.

A thread cannot be stopped. So a question is asked by a thread of its own, by one at a time however
many want to know: who cannot wait goes on without the answer, and who asks while it hangs still
waits for that same one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, Generic, TypeVar

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
