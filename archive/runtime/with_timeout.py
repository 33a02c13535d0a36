"""Asking something that may hang, and waiting only so long for the answer.

A thread cannot be stopped. So a question is asked by a thread of its own, by one at a time however
many want to know: who cannot wait goes on without the answer, and who asks while it hangs still
waits for that same one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Beside(Generic[T]):
    """A question, asked beside whoever wants the answer."""

    def __init__(self, ask: Callable[[], T], name: str) -> None:
        self._ask = ask
        self._name = name
        self._lock = threading.Lock()
        self._asking: _Asking[T] | None = None

    def begin(self) -> None:
        """Ask, and wait for nothing: so that several questions are asked at once."""
        self.within(0)

    def within(self, seconds: float | None) -> T | None:
        """Return the answer if it comes in so many seconds, None otherwise; what asking raises is
        raised here. Without a number it is waited for as long as it takes."""
        with self._lock:
            asking = self._asking
            if asking is None or asking.over.is_set():
                asking = self._asking = _Asking(self._ask, self._name)
                asking.start()
        return asking.answer if asking.over.wait(seconds) else None


class _Asking(threading.Thread, Generic[T]):
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

    @property
    def answer(self) -> T | None:
        if self._error is not None:
            raise self._error
        return self._answer
