"""An answer on its way from the thread that makes it to the event loop that sends it.

The thread runs ahead of the client by AHEAD bytes at most, so that an export of a million games is
never held whole. An answer of up to that size frees the thread as soon as it is made.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Any, Final

import h11

AHEAD: Final = 1 << 18
"""Bytes that a thread may be ahead of its client."""

Head = tuple[int, list[tuple[bytes, bytes]]]


class _Stage(Enum):
    """How far an answer has come to its client."""

    UNSENT = 1
    """Nothing has been sent, so another answer can still take its place."""
    BEGUN = 2
    GONE = 3
    """Its client is gone, or it was broken off."""


class ReaderGone(Exception):
    """The client does not read its answer any more."""


class Answer:
    """One answer: filled by a thread, emptied by the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, on_wait: Callable[[bool], None]) -> None:
        self.head: Head | None = None
        self._loop = loop
        self._on_wait = on_wait
        self._there = asyncio.Event()
        self._pieces: deque[bytes | None] = deque()  # None is the end
        self._room = threading.Condition()
        self._unsent = 0
        self._worth_waking = 0  # AHEAD bytes, and one more
        self._stage = _Stage.UNSENT

    @property
    def gone(self) -> bool:
        """Return whether the client is gone."""
        return self._stage is _Stage.GONE

    # In the thread.

    def start(self, status: str, headers: list[tuple[str, str]], *_exc_info: Any) -> Any:
        """Take the status and headers of the answer; WSGI's `start_response`. Raises
        LocalProtocolError for an answer that cannot be sent, here, where another can still take its
        place."""
        number = int(status.split(" ", 1)[0])
        encoded = [
            (name.encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
            if name.lower() != "date"  # uvicorn sends it
        ]
        h11.Response(status_code=number, headers=encoded)
        self.head = (number, encoded)
        if any(name.lower() == "content-length" for name, _ in headers):
            self._worth_waking = AHEAD // 2
        return self.put

    def put(self, piece: bytes) -> None:
        """Take a piece of the body, and wait while the client is too far behind. Raises ReaderGone.

        Of an answer of known length small pieces wait for the end, or for more, and go out at once:
        waking the loop costs more than most pages do.
        """
        for at in range(0, len(piece), AHEAD):
            self._put(piece[at : at + AHEAD])

    def _put(self, piece: bytes) -> None:
        with self._room:
            if self._unsent >= AHEAD and not self.gone:
                self._loop.call_soon_threadsafe(self._on_wait, True)
                self._room.wait_for(lambda: self._unsent < AHEAD or self.gone)
                self._loop.call_soon_threadsafe(self._on_wait, False)
            if self.gone:
                raise ReaderGone
            self._pieces.append(piece)
            self._unsent += len(piece)
            quick = self._unsent > self._worth_waking
        if quick:
            self._wake()

    def end(self) -> None:
        """Mark the end of the body."""
        with self._room:
            self._pieces.append(None)
        self._wake()

    def break_off(self, head: Head, body: bytes) -> None:
        """End the answer otherwise than it began: by another answer as long as nothing of this one
        has been sent, else without its end, so that its reader sees that it is incomplete."""
        with self._room:
            if self._stage is not _Stage.UNSENT:
                self._stage = _Stage.GONE
            else:
                self.head = head
                self._pieces = deque([body])

    def _wake(self) -> None:
        self._loop.call_soon_threadsafe(self._there.set)

    # In the event loop.

    async def take(self) -> tuple[list[bytes], bool]:
        """Return the pieces to be sent, as soon as there are any, and whether they are the last."""
        await self._there.wait()
        self._there.clear()
        with self._room:
            if self._stage is _Stage.UNSENT:
                self._stage = _Stage.BEGUN
            taken = list(self._pieces)
            self._pieces.clear()
        pieces = [piece for piece in taken if piece is not None]
        return pieces, len(pieces) < len(taken)

    def sent(self, size: int) -> None:
        """Note that `size` more bytes were sent to the client."""
        with self._room:
            self._unsent -= size
            self._room.notify_all()

    def abandon(self) -> None:
        """Note that the client is gone."""
        with self._room:
            self._stage = _Stage.GONE
            self._room.notify_all()
        self._there.set()
