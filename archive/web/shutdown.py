"""Whether this web server has been told to stop.

Answers that would go on for minutes, such as a stream of progress, look here and end themselves:
a server that waits for its last reader would have to be killed instead. Their readers ask again,
and are answered by the server that comes after.
"""

from __future__ import annotations

import threading

_told = threading.Event()


def stopping() -> bool:
    """Return whether to come to an end."""
    return _told.is_set()


def wait(seconds: float) -> bool:
    """Sleep as long, or until the server is told to stop; return whether it was."""
    return _told.wait(seconds)


def tell() -> None:
    """Say that it has been told to stop; the server's handler of signals calls this."""
    _told.set()
