"""`python -m archive.server FD`: answer on a socket that is open already.

`twenties serve` and `twenties web` start this; the settings come from the environment.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import signal
import socket
from typing import Final

gc.disable()  # what is imported stays: looking through it meanwhile is a quarter of a start

from archive import logs
from archive.config import Settings
from archive.ops.worker_status import of_web
from archive.runtime import parent_watch
from archive.scoring import load_all
from archive.server.running import Server
from archive.web import create_app

DRAIN: Final = 2.0
"""Seconds less than the supervisor waits, so that a request cut off here is no process killed."""


def main() -> None:
    """Run until SIGTERM."""
    parser = argparse.ArgumentParser()
    parser.add_argument("fd", type=int, help="the number of the open socket")
    settings = Settings.from_environment()
    logs.configure(settings, "web")
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # requests of strangers raise no warning
    parent_watch.hold()
    for number in (signal.SIGINT, signal.SIGTERM):  # raised once more when all is over
        signal.signal(number, lambda *_: None)
    app = create_app(settings)
    app.extensions["warm"]()
    archive = app.extensions["archive"]
    archive.context.hold()
    of_web(lambda: archive.queue.client, settings.secret_key).begin()
    load_all()
    # What was loaded by now stays: the garbage collector would look through all of it again and
    # again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)  # a page makes thousands of objects, and hardly any in cycles
    gc.enable()
    server = Server(
        app,
        threads=settings.threads,
        connections=settings.connections,
        largest=settings.max_upload,
        folder=app.config["SPOOL"],
        grace=max(1.0, settings.grace - DRAIN),
    )
    with socket.socket(fileno=parser.parse_args().fd) as listener:
        server.run([listener])
    if server.busy:  # nothing stops these threads; their requests have had their time
        app.extensions["checks"].close()
        logging.shutdown()
        os._exit(0)


if __name__ == "__main__":
    main()
