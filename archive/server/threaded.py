"""An ASGI application around the archive's pages, which are WSGI and answer in threads.

Whole requests wait for a thread by turns, an address each: one that asks for five hundred things at
once waits for them itself, and a page that is asked for from another address is next as soon as a
thread is free.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from archive.core.network_addresses import network
from archive.server.answer import Answer, Head, ReaderGone
from archive.server.connection import KEY, PLAIN, SAID, Connection
from archive.server.connections import Connections
from archive.server.request import (
    BadTarget,
    Body,
    BodyReader,
    ClientGone,
    Receive,
    declared_length,
    environ_of,
)
from archive.web.pages.monitoring import ADDRESSES
from archive.web.security_headers import BROKEN, HEADERS

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor

Work = Callable[[], None]


class Turns:
    """A number of threads, and a queue of work for each address. All of it is called in the event
    loop."""

    def __init__(self, threads: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._threads = self._free = threads
        self._waiting: OrderedDict[str, deque[Work]] = OrderedDict()

    @property
    def running(self) -> int:
        """Return how many threads are at work."""
        return self._threads - self._free

    def add(self, address: str, work: Work) -> None:
        """Queue work for a thread, to be done when it is the turn of `address`."""
        self._waiting.setdefault(address, deque()).append(work)
        self._begin()

    def _begin(self) -> None:
        while self._free and self._waiting:
            address, works = self._waiting.popitem(last=False)
            work = works.popleft()
            if works:  # the rest of this address waits behind all other addresses
                self._waiting[address] = works
            self._free -= 1
            done = asyncio.get_running_loop().run_in_executor(self._pool, work)
            done.add_done_callback(self._ended)

    def _ended(self, done: asyncio.Future[None]) -> None:
        self._free += 1
        if not done.cancelled():
            done.exception()  # looked at so that asyncio does not report it; the work has
        self._begin()


logger = logging.getLogger(__name__)

Send = Callable[[Any], Awaitable[None]]

EVENTS: Final = b"text/event-stream"
"""The type of an answer that goes on until its reader leaves."""
PIECE: Final = 1 << 16
"""Bytes given to a connection at once."""
BESIDE: Final = 2
"""Threads that answer only requests about health."""
WAITING_SHARE: Final = 2
"""One in so many threads may wait for clients that accept their answers slowly. When one more
would, the slowest of those clients is cut off."""


class Threaded:
    """A WSGI application as an ASGI one.

    Requests about health are answered by threads that do nothing else, so that they wait behind no
    work, from any address.
    """

    def __init__(
        self,
        inner: WSGIApplication,
        connections: Connections,
        *,
        threads: int,
        largest: int,
        folder: Path,
    ) -> None:
        self._inner = inner
        self._connections = connections
        self._turns = Turns(threads, "answering")
        self._beside = Turns(BESIDE, "telling of health")
        self._most_waiting = max(1, threads // WAITING_SHARE)
        self._waiting: set[Connection] = set()
        self._reader = BodyReader(largest, folder, connections)

    @property
    def running(self) -> int:
        """Return how many requests threads are answering."""
        return self._turns.running + self._beside.running

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        connection: Connection = scope["state"][KEY]
        try:
            body = await self._reader.read(declared_length(scope), receive, connection)
            environ = _environ_of(scope, body)
        except ClientGone:
            self._reader.forget(connection)
            return
        except Exception as error:
            self._reader.forget(connection)
            await _send_whole(_instead_of(error), send)
            return
        loop = asyncio.get_running_loop()
        answer = Answer(loop, functools.partial(self._waits, connection))
        connection.on_lost = answer.abandon
        work = functools.partial(self._run, environ, body, answer)
        turns = self._beside if environ["PATH_INFO"] in ADDRESSES else self._turns
        turns.add(network(connection.address), work)
        try:
            await self._send(answer, send, connection)
        except BaseException:  # uvicorn reports it; the thread must not wait for ever
            answer.abandon()
            raise
        finally:
            connection.on_lost = None
            connection.endless = False
            self._reader.forget(connection)

    async def _send(self, answer: Answer, send: Send, connection: Connection) -> None:
        """Send an answer while it is being made."""
        started = ended = False
        while not ended:
            pieces, ended = await answer.take()
            if answer.gone:
                connection.transport.abort()
                return
            if not started:
                status, headers = answer.head or _apology()[0]
                connection.endless = any(value.startswith(EVENTS) for _, value in headers)
                if connection.endless and connection.half_closed:
                    answer.abandon()
                    connection.transport.abort()
                    return
                await send({"type": "http.response.start", "status": status, "headers": headers})
                started = True
            await self._send_pieces(pieces, answer, send, connection)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_pieces(
        self, pieces: list[bytes], answer: Answer, send: Send, connection: Connection
    ) -> None:
        for piece in pieces:
            for at in range(0, len(piece), PIECE):
                part = piece[at : at + PIECE]
                connection.handed_over += len(part)
                await send({"type": "http.response.body", "body": part, "more_body": True})
                if answer.gone:
                    return
                answer.sent(len(part))

    def _waits(self, connection: Connection, waits: bool) -> None:
        """Note whether a thread waits for a client."""
        self._waiting.discard(connection)
        if not waits:
            return
        if len(self._waiting) >= self._most_waiting:
            self._connections.cut_slowest(self._waiting, connection.loop.time())
        self._waiting.add(connection)

    def _run(self, environ: dict[str, Any], body: Body, answer: Answer) -> None:
        """Answer a request, in a thread."""
        try:
            if not answer.gone:
                self._answer(environ, answer)
        except ReaderGone:
            pass
        except Exception:
            logger.exception("An answer could not be made")
            answer.break_off(*_apology())
        finally:
            body.file.close()
            answer.end()

    def _answer(self, environ: dict[str, Any], answer: Answer) -> None:
        made = self._inner(environ, answer.start)
        try:
            for piece in made:
                answer.put(piece)
            if answer.head is None:
                raise RuntimeError("the application began no answer")
        finally:
            if close := getattr(made, "close", None):
                close()


def _environ_of(scope: Any, body: Body) -> dict[str, Any]:
    """Return the environment of a request; where there can be none, close its body's file."""
    try:
        return environ_of(scope, body)
    except BaseException:
        body.file.close()
        raise


def _instead_of(error: Exception) -> tuple[Head, bytes]:
    """Return the answer for a request that did not get as far as the pages. What a stranger can
    cause at will leaves at most one line in the log, and no traceback."""
    if isinstance(error, BadTarget):
        return _plain(400, SAID[400])
    if isinstance(error, OSError):
        logger.error("A request's body could not be kept: %s", error)
    else:
        logger.error("A request could not be read", exc_info=error)
    return _apology()


async def _send_whole(said: tuple[Head, bytes], send: Send) -> None:
    """Send a finished answer, and have the connection closed after it."""
    (status, headers), body = said
    headers = [*headers, (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _apology() -> tuple[Head, bytes]:
    """Return the answer for a fault outside the pages, which have their own words."""
    return _plain(500, BROKEN)


def _plain(status: int, said: str) -> tuple[Head, bytes]:
    headers = [*HEADERS.items(), *PLAIN, ("Content-Length", str(len(said)))]
    return (status, [(name.encode(), value.encode()) for name, value in headers]), said.encode()
