"""A request's body, read whole before a thread is used for it: in memory while small, else on
disk."""

from __future__ import annotations

import asyncio
import errno
import io
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, cast

from archive.server.connection import Connection
from archive.server.connections import Connections

IN_MEMORY: Final = 1 << 16
PIECE: Final = 1 << 18
"""Bytes written to the disk at once, beyond those held in memory."""
KEPT: Final = 1 << 28
KEPT_BODIES: Final = 4
"""The bodies of the largest allowed size that would fit into the space for all bodies on their way
in."""
DISK_THREADS: Final = 4
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

Receive = Callable[[], Awaitable[Any]]


class ClientGone(Exception):
    """The client went away before its request was whole."""


class Body(NamedTuple):
    """The body of a request."""

    file: IO[bytes]
    length: int
    """Its length in bytes; more than are in the file where it was too large to be read."""


class NoRoom(Exception):
    """The disk had no room for a body. It is no OSError: where reading a request raises one of
    those, Werkzeug takes the client to be gone, and blames the request."""

    errno = errno.ENOSPC


class Refusing(io.RawIOBase):
    """A body for which the disk had no room: reading it raises NoRoom, which the archive
    answers."""

    def readable(self) -> bool:
        """Return True, so that reading is tried and raises NoRoom."""
        return True

    def readinto(self, _into: object) -> int:
        """Raise NoRoom."""
        raise NoRoom


class BodyReader:
    """Reads bodies of up to `largest` bytes into files without a name in `folder`."""

    def __init__(self, largest: int, folder: Path, connections: Connections) -> None:
        self._largest = largest
        self._folder = folder
        self._connections = connections
        self._disk = ThreadPoolExecutor(DISK_THREADS, "spooling")
        self._most_kept = max(KEPT, KEPT_BODIES * largest)
        self._kept: dict[Connection, int] = {}

    async def read(self, declared: int | None, receive: Receive, connection: Connection) -> Body:
        """Return the body, as soon as it is whole. One that is too large is not read: the archive
        sees that by its length, and refuses it itself. Raises ClientGone."""
        if declared is not None and declared > self._largest:
            return Body(io.BytesIO(), declared)
        if declared == 0:
            return Body(io.BytesIO(), 0)
        connection.reading = True
        file = cast(IO[bytes], tempfile.SpooledTemporaryFile(IN_MEMORY, dir=str(self._folder)))  # noqa: SIM115
        try:
            length = await self._fill(file, receive, connection)
        except OSError as error:
            file.close()
            if error.errno not in NO_ROOM:
                raise
            return Body(io.BufferedReader(Refusing()), declared or 1)
        except BaseException:
            file.close()
            raise
        finally:
            connection.reading = False
        if length > self._largest:
            file.close()
            return Body(io.BytesIO(), length)
        file.seek(0)
        return Body(file, length)

    def forget(self, connection: Connection) -> None:
        """Forget the body of this connection when all bodies are counted."""
        self._kept.pop(connection, None)

    async def _fill(self, file: IO[bytes], receive: Receive, connection: Connection) -> int:
        """Write the body into a file, and return its length; the first byte too many ends it."""
        length, held, more = 0, bytearray(), True
        while more and length <= self._largest:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            held += message.get("body", b"")
            more = message.get("more_body", False)
            if not more or len(held) >= PIECE:
                await self._keep(file, bytes(held), length)
                length += len(held)
                held.clear()
                self._kept[connection] = length
                self._make_room(connection.loop.time())
        return length

    async def _keep(self, file: IO[bytes], piece: bytes, length: int) -> None:
        """Write a piece without making the event loop wait for the disk."""
        if length + len(piece) <= IN_MEMORY:
            file.write(piece)
        else:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._disk, _write, file, piece)

    def _make_room(self, now: float) -> None:
        """Cut off the slowest clients that send bodies, while all bodies together are too much."""
        while sum(self._kept.values()) > self._most_kept:
            sending = {one for one in self._kept if one.reading}
            if not sending:
                return
            self._kept.pop(self._connections.cut_slowest(sending, now))


def _write(file: IO[bytes], piece: bytes) -> None:
    file.write(piece)
    file.flush()
