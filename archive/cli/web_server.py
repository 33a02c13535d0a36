"""Gunicorn's configuration: one process, many threads.

One process is enough for Python's part of the work, and a page that streams progress holds a
thread, not a process. Gunicorn reads this module's names as its settings.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from typing import Any

from gunicorn.glogging import Logger

from archive import lifeline, logs
from archive.config import Settings

_settings = Settings.from_environment()


class _PlainLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's own lines go the way of all others."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


workers = 1
worker_class = "gthread"
threads = _settings.threads
timeout = 60
# A little less than the supervisor waits, so that a request cut off here is not a process killed.
graceful_timeout = max(1, int(_settings.grace - 2))
keepalive = 5
accesslog = None  # archive/web/tracing.py writes a line a request
loglevel = "warning"
logger_class = _PlainLogger
control_socket_disable = True


def on_starting(_server: Any) -> None:
    """In Gunicorn's parent process, before anything else."""
    logs.configure(_settings, "web")
    lifeline.hold()
    # Where the processes that answer share their counts (archive/web/metrics.py): a fresh folder
    # for every start, so that the counts of processes long gone are not counted again.
    folder = tempfile.mkdtemp(prefix="twenties-counts-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    atexit.register(_remove, folder, os.getpid())


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:  # and not a process forked from it
        shutil.rmtree(folder, ignore_errors=True)


def post_worker_init(worker: Any) -> None:
    """In the process that answers: hear when it is told to stop, and have a child ready for the
    first check. What was loaded by now stays: the collector of what nobody refers to any more would
    look through all of it again and again."""
    worker.wsgi.extensions["listen"]()
    worker.wsgi.extensions["warm"]()
    gc.collect()
    gc.freeze()


def child_exit(_server: Any, worker: Any) -> None:
    """In the parent, when a process that answers is gone: it is at no request any more."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
