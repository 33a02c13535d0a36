"""Whether this web server has been told to stop.

Answers that would go on for minutes, such as a stream of progress, check this and end themselves: a
server that waits for its last reader would have to be killed instead. Their readers ask again, and
are answered by the next server.
"""

from __future__ import annotations

import threading

_told = threading.Event()


def stopping() -> bool:
    """Return whether the server is stopping."""
    return _told.is_set()


def wait(seconds: float) -> bool:
    """Sleep for `seconds`, or until the server is told to stop; return whether it was."""
    return _told.wait(seconds)


def tell() -> None:
    """Note that the server has been told to stop; its handler of signals calls this."""
    _told.set()
