"""`python -m workers`: one worker process, one task at a time, until it is told to stop.

The archive's supervisor starts as many of these as the settings ask for, and starts another when
one is gone. Each is a single process: when it is killed, nothing of it is left behind. On SIGTERM
it finishes the task it is at.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings

from celery.platforms import SecurityWarning

from archive import lifeline
from archive.config import Settings, SettingsError
from archive.jobs import QUEUE, celery_app
from archive.service import Archive
from workers.tasks import register


def main() -> int:
    """Run the worker."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s worker %(message)s")
    # In a container everything is root; the tasks read JSON, not pickles.
    warnings.simplefilter("ignore", SecurityWarning)
    logging.getLogger("celery").setLevel(logging.WARNING)
    try:
        settings = Settings.from_environment()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    lifeline.hold()
    archive = Archive(settings)
    app = celery_app(settings)
    register(app, archive)
    worker = app.Worker(
        pool="solo",
        hostname=f"worker-{os.getpid()}@twenties",
        queues=[QUEUE],
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    archive.close()
    return int(worker.exitcode or 0)


if __name__ == "__main__":
    sys.exit(main())
