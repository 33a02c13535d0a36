"""Workers that die, for real: every accepted record gets its verdict in the end, and only one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from archive.embedded import Embedded
from archive.service import Archive

Ask = Callable[[str], list[Any]]

UPLOADS = 500
# So many records take long enough that a worker is caught in the middle of a batch of them.
LARGE = 3000
# Seconds after which something that ought to happen will not.
PATIENCE = 300

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


class Workers:
    """A real `twenties worker` with its supervisor, its workers and its Valkey."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [str(Path(sys.executable).parent / "twenties"), "worker"],
                env={**os.environ, **environment},
                stdout=file,
                stderr=file,
            )

    def ids(self) -> list[int]:
        """The worker processes themselves."""
        listed = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        rows = [line.split(None, 1) for line in listed.stdout.splitlines()]
        return [int(number) for number, command in rows if "-m workers" in command]

    def kill_workers(self) -> int:
        """Kill every worker there is, without a warning, and see them gone; returns how many."""
        victims = self.ids()
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        # A killed process is listed until it is dead: it must not pass for its successor.
        wait_until(lambda: not set(victims) & set(self.ids()), PATIENCE)
        return len(victims)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[[], Workers]]:
    started: list[Workers] = []

    def start() -> Workers:
        started.append(Workers(environment, tmp_path / "worker.log"))
        return started[-1]

    yield start
    for workers in started:
        if workers.process.poll() is None:
            workers.stop()


def wait_until(true: Callable[[], bool], seconds: float, pause: float = 0.02) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(pause)


@pytest.mark.slow
def test_kill_9_in_mid_batch(
    archive: Archive,
    queue_server: Embedded,
    record: bytes,
    rows: Ask,
    start: Callable[[], Workers],
) -> None:
    """500 uploads in the queue; every worker is killed, again and again, while it is judging."""
    large = archive.hand_in(record * LARGE, filename=None, source="test").upload_id
    small = [
        archive.hand_in(record, filename=None, source="test").upload_id for _ in range(UPLOADS - 1)
    ]
    assert archive.queue.depth() == UPLOADS
    workers = start()

    def judging() -> bool:
        """Whether a worker is at the large upload: it has taken more than a small one has."""
        taken = rows("SELECT count(*) FROM record WHERE attempts > 0 AND state = 'waiting'")
        return int(taken[0][0]) >= archive.settings.batch

    def judged() -> int:
        return int(rows("SELECT count(*) FROM verdict")[0][0])

    wait_until(judging, PATIENCE, pause=0.001)
    assert workers.kill_workers() > 0
    assert judging()  # caught in the act: nobody has settled what they were at
    for reached in (50, 250):
        wait_until(lambda: judged() >= reached and workers.kill_workers() > 0, PATIENCE)  # noqa: B023

    wait_until(
        lambda: rows("SELECT count(*) FROM upload WHERE state != 'done'") == [(0,)], PATIENCE
    )
    workers.stop()
    assert workers.process.returncode == 0

    expected = UPLOADS - 1 + LARGE
    assert rows("SELECT count(*) FROM verdict") == [(expected,)]
    assert rows("SELECT count(DISTINCT record_id) FROM verdict") == [(expected,)]
    assert rows("SELECT state, count(*) FROM record GROUP BY state") == [("judged", expected)]
    for upload_id in (large, small[0], small[-1]):
        view = archive.upload(upload_id)
        assert view is not None
        assert (view.state, view.judged) == ("done", view.total)


@pytest.mark.slow
def test_the_queue_is_emptied_and_its_server_killed(
    archive: Archive, record: bytes, rows: Ask, start: Callable[[], Workers]
) -> None:
    """FLUSHALL with work queued, then a dead Valkey: the sweeper and the supervisor make up."""
    for _ in range(30):
        archive.hand_in(record, filename=None, source="test")  # the queue is not even there yet
    workers = start()
    wait_until(archive.queue.reachable, PATIENCE)
    with Redis(unix_socket_path=str(archive.settings.socket)) as redis:
        redis.flushall()
        for _ in range(30):
            archive.hand_in(record, filename=None, source="test")
        redis.flushall()
        server = int(redis.info("server")["process_id"])
    os.kill(server, signal.SIGKILL)
    for _ in range(30):
        archive.hand_in(record, filename=None, source="test")
    wait_until(
        lambda: rows("SELECT count(*) FROM upload WHERE state = 'done'") == [(90,)], PATIENCE
    )
    assert rows("SELECT count(*) FROM verdict") == [(90,)]
    workers.stop()
    assert workers.process.returncode == 0


@pytest.mark.slow
def test_workers_do_not_outlive_a_killed_supervisor(
    archive: Archive, record: bytes, rows: Ask, start: Callable[[], Workers]
) -> None:
    """And the Valkey that does outlive it is found and used by the next."""
    first = start()
    wait_until(lambda: len(first.ids()) == 2 and archive.queue.reachable(), PATIENCE)
    orphans = first.ids()
    first.process.kill()
    first.process.wait()
    wait_until(lambda: not any(Path(f"/proc/{number}").exists() for number in orphans), PATIENCE)
    assert archive.queue.reachable()
    archive.hand_in(record, filename=None, source="test")
    second = start()
    wait_until(lambda: rows("SELECT count(*) FROM verdict") == [(1,)], PATIENCE)
    second.stop()
    assert not archive.queue.reachable()
