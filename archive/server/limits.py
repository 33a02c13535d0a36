"""The limits of one connection, and the sum that says when its client is too slow.

Each phase of a connection has the same rule: a number of seconds in which nothing is required, from
then on a number of bytes a second on average, and never more than a number of seconds without a
single byte.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


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
