"""Workers that die, for real: every accepted record gets its verdict in the end, and only one."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from archive.runtime.embedded_broker import Embedded
from archive.services import Archive
from tests.served import BACKSTOP, TWENTIES, gone, wait_until

Ask = Callable[[str], list[Any]]

UPLOADS = 20
# So many records take long enough that a worker is caught in the middle of a batch of them, or
# else more are handed in; `make chaos` hands in many more, and kills more often.
LARGE = 200
BATCH = LARGE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.parametrize("settings", ["sqlite"], indirect=True),
]


class Workers:
    """A real `twenties worker` with its supervisor, its workers and its Valkey; nothing here is
    work for an analyst or a maintainer."""

    def __init__(self, environment: dict[str, str], log: Path, number: int) -> None:
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [TWENTIES, "worker"],
                env={
                    **os.environ,
                    **environment,
                    "TWENTIES_WORKERS": str(number),
                    "TWENTIES_ANALYSTS": "0",
                    "TWENTIES_MAINTAINERS": "0",
                    "TWENTIES_BATCH": str(BATCH),
                },
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

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(BACKSTOP)


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[[int], Workers]]:
    """Start so many workers; what still runs is stopped at the end."""
    started: list[Workers] = []

    def start(number: int) -> Workers:
        started.append(Workers(environment, tmp_path / "worker.log", number))
        return started[-1]

    yield start
    for workers in started:
        if workers.process.poll() is None:
            workers.stop()


def test_kill_9_in_mid_batch(
    archive: Archive,
    queue_server: Embedded,
    record: bytes,
    rows: Ask,
    start: Callable[[int], Workers],
) -> None:
    """Many uploads in the queue, and every worker is killed while it is judging."""
    large = [archive.hand_in(record * LARGE, filename=None, source="test").upload_id]
    small = [
        archive.hand_in(record, filename=None, source="test").upload_id for _ in range(UPLOADS - 1)
    ]
    assert archive.queue.depth() == UPLOADS
    workers = start(2)

    def judging() -> bool:
        """Whether a worker is at a large upload: it has taken more than a small one has."""
        taken = rows("SELECT count(*) FROM record WHERE attempts > 0 AND state = 'waiting'")
        return int(taken[0][0]) >= BATCH

    def judging_or_done() -> bool:
        return judging() or rows("SELECT 1 FROM upload WHERE state != 'done' LIMIT 1") == []

    caught = False
    while not caught:  # in the act: no process has settled what they were at
        wait_until(lambda: len(workers.ids()) == 2)
        victims = workers.ids()
        wait_until(judging_or_done, pause=0.001)
        if not judging():  # this machine had something else to do just then
            more = record * LARGE + b"\n" * len(large)
            large.append(archive.hand_in(more, filename=None, source="test").upload_id)
            continue
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        # A killed process is listed until it is dead: it must not pass for its successor.
        wait_until(lambda: not set(victims) & set(workers.ids()))  # noqa: B023
        caught = judging()

    wait_until(lambda: rows("SELECT count(*) FROM upload WHERE state != 'done'") == [(0,)])
    workers.stop()
    assert workers.process.returncode == 0

    expected = UPLOADS - 1 + LARGE * len(large)
    assert rows("SELECT count(*) FROM verdict") == [(expected,)]
    assert rows("SELECT count(DISTINCT record_id) FROM verdict") == [(expected,)]
    assert rows("SELECT state, count(*) FROM record GROUP BY state") == [("judged", expected)]
    for upload_id in (*large, small[0], small[-1]):
        view = archive.upload(upload_id)
        assert view is not None
        assert (view.state, view.judged) == ("done", view.total)


def test_the_queue_its_server_and_the_supervisor_are_lost_one_after_the_other(
    archive: Archive, record: bytes, rows: Ask, start: Callable[[int], Workers]
) -> None:
    """FLUSHALL with work queued, then a dead Valkey: sweeper and supervisor make up. Workers
    do not outlive a killed supervisor, and the Valkey that does is found and used by the next."""

    def hand_in(times: int) -> None:
        for _ in range(times):
            archive.hand_in(record, filename=None, source="test")

    def done(uploads: int) -> bool:
        return rows("SELECT count(*) FROM upload WHERE state = 'done'") == [(uploads,)]

    hand_in(10)  # the queue is not even there yet
    first = start(1)
    wait_until(archive.queue.reachable)
    with Redis(unix_socket_path=str(archive.settings.socket)) as redis:
        redis.flushall()
        hand_in(10)
        redis.flushall()
        server = int(redis.info("server")["process_id"])
    os.kill(server, signal.SIGKILL)
    hand_in(10)
    wait_until(lambda: done(30))
    assert rows("SELECT count(*) FROM verdict") == [(30,)]

    wait_until(lambda: len(first.ids()) == 1 and archive.queue.reachable())
    orphans = first.ids()
    first.process.kill()
    first.process.wait()
    wait_until(lambda: all(map(gone, orphans)))
    assert archive.queue.reachable()
    hand_in(1)
    second = start(1)
    wait_until(lambda: done(31))
    assert rows("SELECT count(*) FROM verdict") == [(31,)]
    second.stop()
    assert second.process.returncode == 0
    assert not archive.queue.reachable()
