"""A worker that is told to stop while the broker hangs waits for no answer of it.

None of this is timed: what is looked for is how the worker stopped, not how soon.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from archive.runtime.embedded_broker import Embedded
from archive.services import Archive
from tests.served import BACKSTOP, wait_until
from workers.stopping import Stopping


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_the_broker_hangs(
    archive: Archive, queue_server: Embedded, environment: dict[str, str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with log.open("wb") as file:
        worker = subprocess.Popen(
            [sys.executable, "-m", "workers"], env={**os.environ, **environment}, stderr=file
        )
    with Redis.from_url(archive.settings.broker_url) as redis:
        told: Any = redis.info("server")
        # It waits for a message: Celery has said all that it says at the beginning.
        wait_until(lambda: any("brpop" in one["cmd"] for one in _clients(redis)))
    os.kill(told["process_id"], signal.SIGSTOP)
    try:
        worker.terminate()
        assert worker.wait(BACKSTOP) == 0
    finally:
        os.kill(told["process_id"], signal.SIGCONT)
    assert "stops without its leave" in log.read_text()


def _clients(redis: Redis) -> list[dict[str, Any]]:
    found: Any = redis.client_list()
    return list(found)


def test_a_task_is_finished_first() -> None:
    seen: list[str] = []
    tasks = [True, True, False]

    def busy() -> bool:
        seen.append("at a task" if tasks[0] else "idle")
        return tasks.pop(0)

    Stopping(busy, lambda: False, lambda: seen.append("ended"), pause=0).watch()
    assert seen == ["at a task", "at a task", "idle", "ended"]


def test_a_broker_that_answers_is_taken_leave_of() -> None:
    ended: list[bool] = []
    answers = [True, True]
    stopping = Stopping(lambda: False, lambda: _last(answers, stopping), lambda: ended.append(True),
                        pause=0)  # fmt: skip
    stopping.watch()
    assert (answers, ended) == ([], [])


def _last(answers: list[bool], stopping: Stopping) -> bool:
    """The worker has stopped by itself when it has been looked at so often."""
    answer = answers.pop()
    if not answers:
        stopping.over()
    return answer
