"""h11's side of a connection, stricter in one thing and more lenient in another.

h11 holds a head against its limit only while it is not whole, so one that comes in few packets may
be far longer; here it is counted. And empty lines before a request, which some clients send behind
a body, are left out as RFC 9112 (2.2) asks.
"""

from __future__ import annotations

from typing import Any, Final

import h11

EMPTY: Final = b"\r\n"


class Http(h11.Connection):
    """One connection's requests and answers, each head of a request of `longest` bytes at most."""

    def __init__(self, longest: int) -> None:
        super().__init__(h11.SERVER, longest)
        self._longest: Final = longest

    def next_event(self) -> Any:
        """Return what came next. Raises RemoteProtocolError, with 431 for a head too long."""
        if self.their_state is not h11.IDLE:
            return super().next_event()
        before = self._skip_empty_lines()
        event = super().next_event()
        whole = isinstance(event, h11.Request)
        if whole and before - len(self.trailing_data[0]) > self._longest:
            raise h11.RemoteProtocolError("The head is too long", error_status_hint=431)
        return event

    def _skip_empty_lines(self) -> int:
        """Drop the empty lines that stand before a head; return how many bytes are there then."""
        there, _ = self.trailing_data
        empty = len(there) - len(there.lstrip(EMPTY))
        if empty:
            self._receive_buffer.maybe_extract_at_most(empty)
        return len(there) - empty
