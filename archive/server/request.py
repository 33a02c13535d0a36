"""A request as the pages get it: its body, read whole before a thread is used for it, in memory
while small, else on disk; and its environment as WSGI (PEP 3333) defines it."""

from __future__ import annotations

import asyncio
import errno
import io
import sys
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, cast
from urllib.parse import unquote_to_bytes, urlsplit

from werkzeug.wsgi import FileWrapper

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


READ_AT_ONCE: Final = 1 << 16


class BadTarget(ValueError):
    """The target of the request is no address."""


def declared_length(scope: Any) -> int | None:
    """Return the declared length of the body, 0 where there is no body, None where it is in
    chunks."""
    length = 0
    for name, value in scope["headers"]:
        if name == b"transfer-encoding":
            return None
        if name == b"content-length":
            length = int(value)  # h11 has checked that it is one number
    return length


def environ_of(scope: Any, body: Body) -> dict[str, Any]:
    """Return the environment of a request whose body has been read. Raises BadTarget."""
    host, port = scope.get("server") or ("localhost", None)
    client = scope.get("client")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path_of(scope["raw_path"]),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "RAW_URI": _target(scope),
        "REQUEST_URI": _target(scope),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": client[0] if client else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme") or "http",
        "wsgi.input": body.file,
        "wsgi.file_wrapper": _pieces_of,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if client:
        environ["REMOTE_PORT"] = str(client[1])
    for name, value in _headers(scope):
        environ[name] = f"{environ[name]},{value}" if name in environ else value
    if body.length or "CONTENT_LENGTH" in environ:
        environ["CONTENT_LENGTH"] = str(body.length)
    return environ


def path_of(raw: bytes) -> str:
    """Return a path's bytes as WSGI writes them. A target may be a whole address (RFC 9112, 3.2.2),
    whose path is meant. Raises BadTarget."""
    if raw[:7].lower() == b"http://" or raw[:8].lower() == b"https://":
        try:
            raw = bytes(urlsplit(raw).path) or b"/"
        except ValueError as wrong:
            raise BadTarget(str(wrong)) from wrong
    return unquote_to_bytes(raw).decode("latin-1")


def _target(scope: Any) -> str:
    query = scope["query_string"]
    return str((scope["raw_path"] + (b"?" + query if query else b"")).decode("latin-1"))


def _headers(scope: Any) -> list[tuple[str, str]]:
    """Return the headers by their names in WSGI. One with an underscore is left out: it could not
    be told from the one with a hyphen, which a proxy in front may have checked."""
    found = []
    for raw, value in scope["headers"]:
        if b"_" in raw or raw == b"transfer-encoding":  # a body is whole by now, and has a length
            continue
        name = raw.decode("latin-1").upper().replace("-", "_")
        if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            name = f"HTTP_{name}"
        found.append((name, value.decode("latin-1")))
    return found


def _pieces_of(file: IO[bytes], _size: int = 0) -> FileWrapper:
    """Return an iterator over a file in pieces that are worth waking a thread for."""
    return FileWrapper(file, READ_AT_ONCE)
