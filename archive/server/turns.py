"""Threads, and the requests that wait for one: each address has its turn.

An address that asks for five hundred things at once waits for them itself; a page that is asked for
from another address is next as soon as a thread is free.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

Work = Callable[[], None]


class Turns:
    """A number of threads, and work for them. All of it is called in the event loop."""

    def __init__(self, threads: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._threads = self._free = threads
        self._waiting: OrderedDict[str, deque[Work]] = OrderedDict()

    @property
    def running(self) -> int:
        """Return how many threads are at work."""
        return self._threads - self._free

    def add(self, address: str, work: Work) -> None:
        """Have a thread do this when it is the turn of `address`."""
        self._waiting.setdefault(address, deque()).append(work)
        self._begin()

    def _begin(self) -> None:
        while self._free and self._waiting:
            address, works = self._waiting.popitem(last=False)
            work = works.popleft()
            if works:  # the others of this address wait behind all other addresses
                self._waiting[address] = works
            self._free -= 1
            done = asyncio.get_running_loop().run_in_executor(self._pool, work)
            done.add_done_callback(self._ended)

    def _ended(self, done: asyncio.Future[None]) -> None:
        self._free += 1
        if not done.cancelled():
            done.exception()  # looked at, so that asyncio does not tell of it; the work has
        self._begin()
