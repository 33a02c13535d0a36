"""The archive as real processes, as a club runs it; and how to hurt each part."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from archive.config import Settings
from archive.services import Archive
from bench.chaos.handing_in import until
from bench.chaos.processes import address, children, command, family

TWENTIES = str(Path(sys.executable).parent / "twenties")
EVIL = Path(__file__).parent / "evil"
PATIENCE = 240.0


class House:
    """An archive that runs: a Club, or a Platform (platform.py)."""

    name = ""
    database_name = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            "TWENTIES_INSTANCE": str(folder / "instance"),
            "TWENTIES_WORKERS": "2",
            "TWENTIES_LOG_FORMAT": "json",
            "TWENTIES_LOG_LEVEL": "warning",
            "PYTHONPATH": os.pathsep.join((str(EVIL), str(EVIL.parents[2]))),
        }
        self.address = ""
        self.processes: list[subprocess.Popen[str]] = []
        self.log = folder / "log"
        self.clock: Path | None = None
        """Where what it takes for the time is written; None where it goes by the machine's."""

    @property
    def settings(self) -> Settings:
        return Settings.from_environment(self.environment)

    def start(self) -> None:
        raise NotImplementedError

    def stop(self) -> list[int]:
        """Ask everything to stop; the exit codes."""
        for process in self.processes:
            process.terminate()
        codes = [process.wait(60) for process in self.processes]
        self.processes = []
        return codes

    def kill_everything(self) -> None:
        """The power cord, but for the database."""
        for process in self.processes:
            process.kill()
            process.wait()
        self.processes = []
        with suppress(RedisError):
            self.kill_broker()

    def workers(self) -> list[int]:
        """The worker processes."""
        return [
            pid for process in self.processes for pid, line in children(process.pid)
            if "-m workers" in line
        ]  # fmt: skip

    @property
    def wanted(self) -> int:
        """How many worker processes there are to be."""
        supervisors = sum(" worker" in command(one.pid) or " serve" in command(one.pid)
                          for one in self.processes)  # fmt: skip
        return supervisors * (
            self.settings.workers + self.settings.analysts + self.settings.maintainers
        )

    def kill_workers(self) -> int:
        victims = self.workers()
        for victim in victims:
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
        return len(victims)

    def web_server(self) -> list[int]:
        """The process that answers."""
        return [
            pid for process in self.processes for pid in [process.pid, *family(process.pid)]
            if "archive.server" in command(pid)
        ]  # fmt: skip

    def supervisors(self) -> list[subprocess.Popen[str]]:
        """Those that keep workers running."""
        return [one for one in self.processes if command(one.pid).split()[2:3] != ["web"]
                and "archive.server" not in command(one.pid)]  # fmt: skip

    def kill_supervisors(self) -> int:
        """Kill them alone, and wait until what they had started has stopped by itself."""
        victims = self.supervisors()
        left = [pid for one in victims for pid in family(one.pid) if "valkey" not in command(pid)]
        for one in victims:
            one.kill()
            one.wait()
            self.processes.remove(one)
        if not until(lambda: not any(command(pid) for pid in left), PATIENCE):
            raise RuntimeError("what a killed supervisor had started goes on")
        return len(victims)

    def start_supervisors(self) -> None:
        """Start them again."""
        raise NotImplementedError

    def start_web(self) -> None:
        """Start a killed web server again, where no supervisor does."""

    def database_pids(self) -> list[int]:
        """The database's processes; none where it is a file."""
        return []

    def move_clock(self, library: Path) -> None:
        """Have all that is started from now on go by a clock of our own."""
        self.clock = self.folder / "clock"
        self.set_clock(0)
        self.environment |= {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self.clock),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def set_clock(self, days: int) -> None:
        assert self.clock is not None
        self.clock.write_text(f"+{days}d\n" if days else "+0\n", encoding="ascii")

    def redis(self) -> Redis:
        return Redis.from_url(self.settings.broker_url, socket_timeout=5)

    def broker_pid(self) -> int:
        """Return the broker's process, once it answers: one that was killed is being replaced."""
        found: list[int] = []

        def answers() -> bool:
            with suppress(RedisError), self.redis() as redis:
                info: Any = redis.info("server")
                found.append(int(info["process_id"]))
            return bool(found)

        if not until(answers, PATIENCE):
            raise RuntimeError("no broker answers")
        return found[0]

    def kill_broker(self) -> None:
        os.kill(self.broker_pid(), signal.SIGKILL)

    def empty_broker(self) -> int:
        """Empty it; how many messages waited in it."""
        archive = Archive(self.settings)
        try:
            found = (archive.queue.depth() or 0) + (archive.queue.maintenance_depth() or 0)
            archive.queue.client.flushall()
        finally:
            archive.close()
        return found

    def start_broker(self) -> None:
        """Start a killed broker again, where no supervisor does."""

    @contextmanager
    def without_database(self) -> Iterator[str]:
        """The database is not to be had in this block; what that means here."""
        raise NotImplementedError
        yield

    def _start(self, *arguments: str, **variables: str) -> subprocess.Popen[str]:
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [TWENTIES, *arguments],
                env={**os.environ, **self.environment, **variables},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.processes.append(process)
        return process

    @property
    def port(self) -> str:
        """The port it had before, for those who know its address; any, at first."""
        return self.address.rpartition(":")[2] or "0"

    def _await_address(self, start: Callable[[], subprocess.Popen[str]]) -> None:
        """Start what has the address; again and again while an orphan still holds the port."""
        found = None
        end = time.monotonic() + PATIENCE
        while found is None:
            if time.monotonic() > end:
                raise RuntimeError(f"it does not come up; see {self.log}")
            process = start()
            assert process.stdout is not None
            found = address(process.stdout)
            if found is None:
                process.wait()
                self.processes.remove(process)
        self.address = found
        if not until(lambda: len(self.workers()) == self.wanted, PATIENCE):
            raise RuntimeError(f"the workers do not come up; see {self.log}")


class Club(House):
    """`twenties serve`: one command, SQLite, the embedded Valkey."""

    name = "club: twenties serve, SQLite, embedded Valkey"
    database_name = "SQLite locked"

    def start(self) -> None:
        self._await_address(lambda: self._start("serve", "--port", self.port))

    start_supervisors = start

    @contextmanager
    def without_database(self) -> Iterator[str]:
        """SQLite's write lock is held longer than writers wait for it."""
        archive = Archive(self.settings)
        try:
            with archive.database.writing() as session:
                session.connection()  # the lock is taken with the first thing that is asked
                yield "locked for 25 s"
                time.sleep(25)
        finally:
            archive.close()
