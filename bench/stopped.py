"""`python -m bench.stopped`: how long answers take while PostgreSQL or the broker is stopped.

Stopped, not dead: its processes are sent SIGSTOP, so that connections are taken and nothing is ever
said on them. Each figure is the longest of a few, in seconds by the clock. SIGTERM is sent while
the one or the other is stopped still, with the default settings.
"""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from redis.exceptions import RedisError

from bench.chaos.handing_in import RECORD, until
from bench.chaos.platform import Platform
from bench.chaos.processes import family

TIMES = 3
# How many people look at pages meanwhile, so that no thread of the web server is left idle.
VISITORS = 40
LONGEST = 60
WIDTH = 48


def main() -> int:
    for part in ("database", "broker"):
        for name, said in _of(part):
            print(f"{name:<{WIDTH}}{said}", flush=True)
    return 0


def _of(part: str) -> Iterator[tuple[str, str]]:
    """What is seen while one part is stopped, and what stopping everything takes then."""
    top = Path(tempfile.mkdtemp(prefix="twenties-stopped-"))
    house = Platform(top)
    for name in [name for name in house.environment if name not in KEPT]:
        del house.environment[name]
    house.start()
    if not until(lambda: _ask(house.address, "/health/ready") == 200, 4 * LONGEST):
        raise RuntimeError(f"it does not come up; see {house.log}")
    with _stopped(_pids(house, part)):
        yield f"{part} stopped: /health/ready", _longest(house.address, "/health/ready")
        yield f"{part} stopped: /metrics", _longest(house.address, "/metrics")
        yield f"{part} stopped: an upload", _longest(house.address, "/api/v1/uploads")
        with _visitors(house.address):
            time.sleep(1)
            for path in ("/health/ready", "/"):
                name = f"{part} stopped, {VISITORS} visitors: {path}"
                yield name, _longest(house.address, path)
        for process in house.processes:
            begun = time.monotonic()
            process.terminate()
            code = process.wait(LONGEST)
            named = " ".join(process.args[1:2])  # type: ignore[arg-type]
            yield f"{part} stopped: SIGTERM to {named}", f"{_since(begun)}, exit code {code}"
    house.processes.clear()
    with suppress(RedisError):
        house.stop()
    shutil.rmtree(top, ignore_errors=True)


KEPT = (
    "TWENTIES_INSTANCE", "TWENTIES_WORKERS", "TWENTIES_LOG_FORMAT", "TWENTIES_LOG_LEVEL",
    "DATABASE_URL", "REDIS_URL",
)  # fmt: skip


def _pids(house: Platform, part: str) -> list[int]:
    if part == "broker":
        return [house.broker_pid()]
    pid = house.database_pid()
    return [pid, *family(pid)]


@contextmanager
def _stopped(pids: list[int]) -> Iterator[None]:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


@contextmanager
def _visitors(address: str) -> Iterator[None]:
    """Others look at a page, over and over."""
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            _ask(address, "/games")
            over.wait(0.05)

    those = [threading.Thread(target=look, daemon=True) for _ in range(VISITORS)]
    for one in those:
        one.start()
    try:
        yield
    finally:
        over.set()
        for one in those:
            one.join(LONGEST)


def _longest(address: str, path: str) -> str:
    found = []
    for _ in range(TIMES):
        begun = time.monotonic()
        status = _ask(address, path)
        found.append((time.monotonic() - begun, status))
    seconds, status = max(found)
    return f"{seconds:.2f} s, answer {status}"


def _ask(address: str, path: str) -> int | str:
    place = urlsplit(address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=LONGEST)
    try:
        if path.endswith("/uploads"):
            text = RECORD.format(event=time.monotonic_ns(), site="Here").encode()
            connection.request("POST", path, text, {"Content-Type": "application/x-xxn"})
        else:
            connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
    except OSError as error:
        return type(error).__name__
    else:
        return answer.status
    finally:
        connection.close()


def _since(begun: float) -> str:
    return f"{time.monotonic() - begun:.2f} s"


if __name__ == "__main__":
    sys.exit(main())
