"""Whether this web server has been told to stop.

Answers that would go on for minutes, such as a stream of progress, look here and end themselves:
a server that waits for its last reader would have to be killed instead. Their readers ask again,
and are answered by the server that comes after.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType

_told = threading.Event()


def stopping() -> bool:
    """Whether to come to an end."""
    return _told.is_set()


def wait(seconds: float) -> bool:
    """Sleep as long, or until the server is told to stop; whether it was."""
    return _told.wait(seconds)


def listen() -> None:
    """From now on SIGTERM is heard here too, before whoever heard it until now."""
    before = signal.getsignal(signal.SIGTERM)

    def heard(number: int, frame: FrameType | None) -> None:
        _told.set()
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, heard)
