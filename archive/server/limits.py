"""What one connection may take: figures, and the sum that says when it has taken too long.

Each phase of a connection has the same rule: so many seconds in which nothing is asked of it, and
from then on so many bytes a second on average, and never longer than so many seconds without one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Phase(StrEnum):
    """What a connection is at, as far as its client has a part in it."""

    WAITING = "waiting"
    """For the head of a request; silent, half sent, or between two requests."""
    READING = "reading"
    """The body of a request."""
    ANSWERING = "answering"
    """The archive is at work, and the client has only to wait."""
    WRITING = "writing"
    """There are bytes which the client has not taken yet."""


@dataclass(frozen=True)
class Patience:
    """How slow a client may be. Seconds, and bytes a second."""

    head: float = 15.0
    """For the head of a request, from the first moment to the last byte of it."""
    keep_alive: int = 10
    """For the next request on a connection, before its first byte."""
    grace: float = 30.0
    """For a body or an answer, before its average counts."""
    rate: int = 1024
    """Bytes a second, on average since the body or the answer began."""
    idle: float = 60.0
    """Without a single byte, however many came before."""


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
    """The bytes that had been counted when one was last seen to move."""
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
