"""A broker that goes away while a worker is at a task, and comes back."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from archive.runtime.embedded_broker import Embedded
from archive.services import Archive
from tests.served import BACKSTOP, wait_until
from tests.uploaded import handed_in

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


def test_a_worker_that_could_not_say_that_it_was_done_takes_the_next_task(
    archive: Archive,
    queue_server: Embedded,
    record: bytes,
    rows: Callable[[str], list[Any]],
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    with log.open("wb") as file:
        worker = subprocess.Popen(
            [sys.executable, "-m", "workers"],
            env={**os.environ, **environment, "TWENTIES_BATCH": "150"},
            stderr=file,
        )
    for turn in (1, 2):  # the second time it has no other connection that would be missed
        archive.uploads.hand_in(record * 150 + b" " * turn, filename=None, source="test")
        # It is at the records, all in one task, and says that this is done when there is no broker.
        wait_until(lambda: rows("SELECT 1 FROM record WHERE state = 'waiting'") != [], 0.01)
        with Redis.from_url(archive.settings.broker_url) as redis:
            told: Any = redis.info("server")
        os.kill(told["process_id"], signal.SIGKILL)
        wait_until(lambda: rows("SELECT 1 FROM record WHERE state = 'waiting'") == [])
        wait_until(lambda: _lost(log) >= turn)  # noqa: B023
        queue_server.ensure()
        small = handed_in(archive, record + b" " * turn)
        asked = f"SELECT state FROM upload WHERE id = '{small}'"
        wait_until(lambda: rows(asked) == [("done",)])  # noqa: B023
    worker.terminate()
    assert worker.wait(BACKSTOP) == 0


def _lost(log: Path) -> int:
    """How often it has noticed that the broker is gone."""
    said = log.read_text()
    return max(said.count("broker lost"), said.count("Couldn't ack"))
