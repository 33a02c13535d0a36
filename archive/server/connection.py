"""One connection: uvicorn's, which also knows how slow its client is and how to refuse it.

h11 limits the size of a head only while it is incomplete, so one that comes in few packets may be
far longer; here it is counted. And empty lines before a request, which some clients send after a
body, are left out as RFC 9112 (2.2) asks.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Final, Protocol

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from archive.web.security_headers import HEADERS


class Phase(StrEnum):
    """The phase of a connection, by what its client has to do."""

    WAITING = "waiting"
    """For the head of a request: silent, half sent, or between two requests."""
    READING = "reading"
    """The body of a request is coming in."""
    ANSWERING = "answering"
    """The archive is at work, and the client only waits."""
    WRITING = "writing"
    """There are bytes which the client has not accepted yet."""


@dataclass(frozen=True)
class Patience:
    """How slow a client may be, in seconds and in bytes a second."""

    head: float = 15.0
    """Seconds for the head of a request, from its first moment to its last byte."""
    keep_alive: int = 10
    """Seconds for the next request on a connection, before its first byte."""
    grace: float = 30.0
    """Seconds for a body or an answer before its average counts."""
    rate: int = 1024
    """Bytes a second, on average since the body or the answer began."""
    idle: float = 60.0
    """Seconds without a single byte, however many came before."""


PATIENCE: Final = Patience()


@dataclass
class Progress:
    """How far a connection has come in the phase it is in."""

    phase: Phase
    since: float
    """When the phase began."""
    base: int
    """The bytes that had been counted then."""
    last: int
    """The bytes that had been counted when one last moved."""
    moved: float
    """When that was."""

    @classmethod
    def start(cls, phase: Phase, now: float, count: int) -> Progress:
        """Return the progress of a phase that begins `now`, with `count` bytes moved before it."""
        return cls(phase, now, count, count, now)

    def overdue(self, now: float, count: int, patience: Patience) -> bool:
        """Return whether the client has been too slow, with `count` bytes moved until `now`."""
        if count != self.last:
            self.last, self.moved = count, now
        elapsed = now - self.since
        if self.phase is Phase.ANSWERING:
            return False
        if self.phase is Phase.WAITING:
            return elapsed > patience.head
        if now - self.moved > patience.idle:
            return True
        return count - self.base < patience.rate * (elapsed - patience.grace)

    def rate(self, now: float) -> float:
        """Return the average bytes a second since the phase began."""
        return (self.last - self.base) / (now - self.since + 1.0)


EMPTY: Final = b"\r\n"


class Http(h11.Connection):
    """One connection's requests and answers, with a limit on the size of heads."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, LONGEST_HEAD)

    def next_event(self) -> Any:
        """Return the next event. Raises RemoteProtocolError, with 431 for a head too long."""
        if self.their_state is not h11.IDLE:
            return super().next_event()
        before = self._skip_empty_lines()
        event = super().next_event()
        whole = isinstance(event, h11.Request)
        if whole and before - len(self.trailing_data[0]) > LONGEST_HEAD:
            raise h11.RemoteProtocolError("The head is too long", error_status_hint=431)
        return event

    def _skip_empty_lines(self) -> int:
        """Drop the empty lines before a head; return how many bytes are there then."""
        there, _ = self.trailing_data
        empty = len(there) - len(there.lstrip(EMPTY))
        if empty:
            self._receive_buffer.maybe_extract_at_most(empty)
        return len(there) - empty


KEY: Final = "connection"
"""The key under which a request's scope has its connection."""

LONGEST_HEAD: Final = 1 << 14

SAID: Final = {
    400: "The request could not be read.",
    408: "The request did not arrive in time.",
    431: "The request’s head is too long.",
    503: "Too many connections are open. Try again in a moment.",
}
PLAIN: Final = (("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"))


class Room(Protocol):
    """The open connections of a server, as each connection sees them."""

    patience: Patience

    def admit(self, one: Connection) -> bool:
        """Take a new connection in, and return whether there is room for it."""

    def forget(self, one: Connection) -> None:
        """Remove a closed connection."""


class Connection(H11Protocol):
    """A connection that can be checked from time to time."""

    def __init__(
        self,
        room: Room,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, {**app_state, KEY: self}, _loop)
        self.conn = Http()
        self._room = room
        self.received = 0
        """Bytes that have come in."""
        self.handed_over = 0
        """Bytes of answers that were given to the transport."""
        self.reading = False
        """Whether a request's body is awaited."""
        self.half_closed = False
        """Whether the client sends no more. It may be gone, which only sending to it would show."""
        self.endless = False
        """Whether the answer goes on until the client leaves."""
        self.on_lost: Callable[[], None] | None = None
        """The function to call when the client is gone."""
        self.address = ""
        self.progress = Progress.start(Phase.WAITING, self.loop.time(), 0)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the new connection in, or refuse it where there is no room."""
        super().connection_made(transport)  # type: ignore[arg-type]  # a socket's, always
        self.address = self.client[0] if self.client else ""
        if not self._room.admit(self):
            self.refuse(503)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out, and tell whatever waits for its client."""
        self._room.forget(self)
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def data_received(self, data: bytes) -> None:
        """Count and pass on what the client has sent."""
        if self.transport.is_closing():
            return
        self.received += len(data)
        super().data_received(data)

    def eof_received(self) -> bool:  # type: ignore[override]  # as asyncio has it
        """Note that the client sends no more, and return whether it is still to be answered: it is
        where its request was whole."""
        self.half_closed = True
        return self._answering() and not self.cycle.more_body and not self.endless

    def on_response_complete(self) -> None:
        """Make ready for the next request, or close where the client is gone."""
        super().on_response_complete()  # may begin with the next request, sent before its time
        if self.half_closed and not self._answering():
            self.transport.close()

    def _answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def shutdown(self) -> None:
        """Close as soon as nothing is being answered here, because the server stops."""
        if not self.transport.is_closing():
            super().shutdown()

    def phase(self) -> Phase:
        """Return the phase that the connection is in."""
        if self.transport.get_write_buffer_size():
            return Phase.WRITING
        if self.conn.our_state not in (h11.SEND_RESPONSE, h11.SEND_BODY):
            return Phase.WAITING
        return Phase.READING if self.reading else Phase.ANSWERING

    def overdue(self, now: float) -> bool:
        """Return whether the client has been too slow. Ask about once a second."""
        phase = self.phase()
        count = self.taken() if phase is Phase.WRITING else self.received
        if phase is not self.progress.phase:
            self.progress = Progress.start(phase, now, count)
        return self.progress.overdue(now, count, self._room.patience)

    def taken(self) -> int:
        """Return how many bytes of its answers the client, or the system for it, has accepted."""
        return self.handed_over - self.transport.get_write_buffer_size()

    def give_up(self) -> None:
        """Close the connection of a client that was too slow, with an answer where one can be
        sent."""
        half_sent = bool(self.conn.trailing_data[0]) and self.phase() is Phase.WAITING
        if half_sent and not self.transport.is_closing():
            self.refuse(408)
        else:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that is no HTTP; uvicorn calls this while it handles h11's error."""
        error = sys.exc_info()[1]
        status = getattr(error, "error_status_hint", 400)
        self.refuse(status if status in SAID else 400)

    def refuse(self, status: int) -> None:
        """Answer with `status` in place of whatever would have been answered, and close."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):  # in the midst of an answer
            self.transport.abort()
            return
        if self._answering():  # a body that broke off: its reader is told that the client is gone
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        said = SAID[status].encode()
        headers = [*HEADERS.items(), *PLAIN, ("Content-Length", str(len(said)))]
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            headers.append(("Retry-After", "5"))
        head = h11.Response(
            status_code=status,
            reason=HTTPStatus(status).phrase.encode(),
            headers=[*headers, ("Connection", "close")],
        )
        with suppress(h11.LocalProtocolError):  # for HEAD there is no body
            for event in (head, h11.Data(data=said), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event))
        self.transport.close()
