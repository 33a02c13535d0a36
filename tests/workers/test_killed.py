"""Workers that die, for real: every accepted record gets its verdict in the end, and only one."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from archive.services import Archive
from tests.conftest import Ask
from tests.served import BACKSTOP, TWENTIES, children, command, gone, wait_until
from tests.uploaded import handed_in, upload_of

# So many records take long enough that a worker is caught in the middle of a batch of them, or
# else more are handed in; `make chaos` hands in many more, and kills more often.
LARGE = 200

pytestmark = [
    pytest.mark.slow,
    pytest.mark.broad,  # `make chaos` does the same and more
    pytest.mark.parametrize("settings", ["sqlite"], indirect=True),
]


class Workers:
    """A real `twenties worker` with its supervisor, one worker and its Valkey; nothing here is
    work for an analyst or a maintainer."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [TWENTIES, "worker"],
                env={
                    **os.environ,
                    **environment,
                    "TWENTIES_WORKERS": "1",
                    "TWENTIES_ANALYSTS": "0",
                    "TWENTIES_MAINTAINERS": "0",
                    "TWENTIES_BATCH": str(LARGE),
                },
                stdout=file,
                stderr=file,
            )

    def ids(self) -> list[int]:
        """The worker processes themselves."""
        return [one for one in children(self.process.pid) if "-m workers" in command(one)]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(BACKSTOP)


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[[], Workers]]:
    """Start a worker and what belongs to it; what still runs is stopped at the end."""
    started: list[Workers] = []

    def start() -> Workers:
        started.append(Workers(environment, tmp_path / "worker.log"))
        return started[-1]

    yield start
    for workers in started:
        if workers.process.poll() is None:
            workers.stop()


def test_worker_queue_server_and_supervisor_are_lost_one_after_the_other(
    archive: Archive, record: bytes, rows: Ask, start: Callable[[], Workers]
) -> None:
    """FLUSHALL with work queued, a dead Valkey, a worker killed in the middle of a batch: sweeper
    and supervisor make up. Workers do not outlive a killed supervisor, and the Valkey that does is
    found and used by the next."""

    def hand_in(times: int) -> None:
        for _ in range(times):
            archive.uploads.hand_in(record, filename=None, source="test")

    def judged(records: int) -> bool:
        """Whether every upload is done, and every record has one verdict."""
        if rows("SELECT 1 FROM upload WHERE state != 'done' LIMIT 1"):
            return False
        assert rows("SELECT count(*) FROM verdict") == [(records,)]
        assert rows("SELECT count(DISTINCT record_id) FROM verdict") == [(records,)]
        assert rows("SELECT state, count(*) FROM record GROUP BY state") == [("judged", records)]
        return True

    hand_in(10)  # the queue is not even there yet
    first = start()
    wait_until(archive.queue.reachable)
    with Redis(unix_socket_path=str(archive.settings.socket)) as redis:
        redis.flushall()
        hand_in(10)
        redis.flushall()
        server = int(redis.info("server")["process_id"])
    os.kill(server, signal.SIGKILL)
    hand_in(10)
    wait_until(lambda: judged(30))

    large = _killed_in_mid_batch(archive, record, rows, first)
    wait_until(lambda: judged(30 + LARGE * len(large)))
    for upload_id in large:
        view = upload_of(archive, upload_id)
        assert (view.state, view.judged) == ("done", view.total)

    wait_until(lambda: len(first.ids()) == 1 and archive.queue.reachable())
    orphans = first.ids()
    first.process.kill()
    first.process.wait()
    wait_until(lambda: all(map(gone, orphans)))
    assert archive.queue.reachable()
    hand_in(1)
    second = start()
    wait_until(lambda: judged(31 + LARGE * len(large)))
    second.stop()
    assert second.process.returncode == 0
    assert not archive.queue.reachable()


def _killed_in_mid_batch(archive: Archive, record: bytes, rows: Ask, workers: Workers) -> list[str]:
    """Kill the worker while it judges a large upload; return the uploads that this has taken."""
    large: list[str] = []

    def judging() -> bool:
        taken = rows("SELECT count(*) FROM record WHERE attempts > 0 AND state = 'waiting'")
        return int(taken[0][0]) >= LARGE

    def judging_or_done() -> bool:
        return judging() or rows("SELECT 1 FROM upload WHERE state != 'done' LIMIT 1") == []

    while True:  # until it is caught in the act: it has not settled what it was at
        more = record * LARGE + b"\n" * len(large)
        large.append(handed_in(archive, more))
        wait_until(lambda: len(workers.ids()) == 1)
        [victim] = workers.ids()
        wait_until(judging_or_done, pause=0.01)
        if not judging():  # this machine had something else to do just then
            continue
        os.kill(victim, signal.SIGKILL)
        # A killed process is listed until it is dead: it must not pass for its successor.
        wait_until(lambda: victim not in workers.ids())  # noqa: B023
        if judging():
            return large
