"""`python -m workers [uploads|analyses|maintenance]`: one worker process, one task at a time, until
it is stopped.

The archive's supervisor starts as many of these as the settings ask for, and starts another when
one is gone. Each is a single process: when it is killed, nothing of it is left behind. On SIGTERM
it finishes its task, and does not wait for a broker that stays silent.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import warnings

gc.disable()  # what is imported stays: looking through it meanwhile is a fifth of a start

from celery.platforms import SecurityWarning

from archive import logs, self_test
from archive.config import Settings, SettingsError
from archive.core.errors import TwentiesError
from archive.runtime import parent_watch
from archive.runtime.queue import QUEUES, UPLOADS, celery_app
from archive.scoring import load_all
from archive.services import Archive
from workers.status import WorkerStatus
from workers.stopping import Stopping
from workers.tasks import register

# The lower priority of work that no reader waits for.
NICE = 10


def main() -> int:
    """Run the worker; return its exit code."""
    # In a container everything is root; the tasks read JSON, not pickles.
    warnings.simplefilter("ignore", SecurityWarning)
    queue = sys.argv[1] if len(sys.argv) > 1 else UPLOADS
    if queue not in QUEUES:
        print(f"There is no queue {queue}; there are {', '.join(QUEUES)}.", file=sys.stderr)
        return 2
    try:
        self_test.require()
        settings = Settings.from_environment()
    except (self_test.UnfitPython, SettingsError) as error:
        print(error, file=sys.stderr)
        return 2
    logs.configure(settings, "worker")
    parent_watch.hold()
    watched = WorkerStatus()
    archive = Archive(settings, judge_with=watched.judge, analyse_with=watched.analyse)
    try:
        prefix = archive.context.prefix()
    except TwentiesError as error:  # the supervisor starts another
        print(error, file=sys.stderr)
        return 1
    app = celery_app(settings, prefix)
    register(app, archive)
    archive.context.hold(restored=_stop)  # the queue it listens to has another name now
    watched.begin(archive.queue.client, queue)
    stopping = Stopping(lambda: watched.busy, archive.queue.reachable)
    stopping.begin()
    if queue != UPLOADS:
        os.nice(NICE)
    load_all()
    # What is imported stays: the garbage collector need not look through it. Judging makes
    # thousands of objects a record, hardly any in circles.
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()
    worker = app.Worker(
        pool="solo",
        hostname=f"worker-{os.getpid()}@twenties",
        queues=[queue],
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    watched.end()
    archive.close()
    stopping.over()
    return int(worker.exitcode or 0)


def _stop() -> None:
    """Make this process finish its task and end; another is started in its place."""
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
