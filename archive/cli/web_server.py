"""Gunicorn's configuration: one process, many threads.

One process is enough for Python's part of the work, and a page that streams progress holds a
thread, not a process. Gunicorn reads this module's names as its settings.
"""

from __future__ import annotations

from typing import Any

from archive import lifeline
from archive.config import Settings

workers = 1
worker_class = "gthread"
threads = Settings.from_environment().threads
timeout = 60
graceful_timeout = 10
keepalive = 5
loglevel = "warning"
control_socket_disable = True


def post_worker_init(worker: Any) -> None:
    """In the process that answers: have a child ready for the first check."""
    worker.wsgi.extensions["warm"]()


def on_starting(_server: Any) -> None:
    """In Gunicorn's parent process, before anything else."""
    lifeline.hold()
