"""Answers that hold a thread of the web server for as long as somebody reads them.

A stream of an upload's progress is one, a million games as one file another. Of each kind there may
be only so many at once, however slowly they are read, so that threads are left for pages.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from flask import Flask, current_app
from werkzeug.exceptions import ServiceUnavailable

from archive.config import Settings

STREAMS: Final = "streams"
EXPORTS: Final = "exports"
REFUSALS: Final = {
    STREAMS: "Too many are watching. Ask again later.",
    EXPORTS: "Many files of games are being sent already. Ask again later.",
}
SHARE: Final = 4
"""One in so many of the server's threads may be held by answers of a kind."""


def add_held(app: Flask, settings: Settings) -> None:
    """Say how many of each there may be."""
    most = max(1, settings.threads // SHARE)
    app.extensions["held"] = {kind: threading.BoundedSemaphore(most) for kind in REFUSALS}


def hold(kind: str) -> Callable[[], None]:
    """Hold a thread for an answer of a kind; what lets go of it, for `Response.call_on_close`.
    Raises ServiceUnavailable where all are held."""
    held: threading.BoundedSemaphore = current_app.extensions["held"][kind]
    if not held.acquire(blocking=False):
        raise ServiceUnavailable(REFUSALS[kind], retry_after=30)
    return held.release
