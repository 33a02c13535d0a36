"""The whole archive, running: one identifier from upload to worker; a stop that keeps order."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

TWENTIES = str(Path(sys.executable).parent / "twenties")
PATIENCE = 300
KNOWN_AS = "upload-by-a-test"

pytestmark = pytest.mark.slow


class Running:
    """`twenties serve`, its address and its log."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self.log = log
        with log.open("wb") as file:
            self.process = subprocess.Popen(
                [TWENTIES, "serve"],
                env={**os.environ, **environment},
                cwd=log.parent,
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
            )
        assert self.process.stdout is not None
        found = None
        while found is None:
            line = self.process.stdout.readline()
            assert line, log.read_text()
            found = re.search(r"http://\S+", line)
        self.address = found[0].rstrip("/")

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> bytes:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.address + path, data=data, headers=named)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return bytes(answer.read())

    def lines(self) -> list[dict[str, Any]]:
        """The lines of the log that are whole."""
        text = self.log.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines(keepends=True) if line[-1] == "\n"]


@pytest.fixture
def running(environment: dict[str, str], tmp_path: Path) -> Iterator[Running]:
    settings = {"TWENTIES_LOG_FORMAT": "json", "TWENTIES_GRACE": "15"}
    started = Running({**environment, **settings}, tmp_path / "log")
    yield started
    if started.process.poll() is None:
        started.process.terminate()
        started.process.wait(60)


def connected(running: Running) -> contextlib.closing[http.client.HTTPConnection]:
    place = urlsplit(running.address)
    assert place.hostname is not None
    return contextlib.closing(http.client.HTTPConnection(place.hostname, place.port))


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def test_an_upload_is_followed_to_the_worker_and_a_stop_ends_in_time(
    running: Running, record: bytes, environment: dict[str, str]
) -> None:
    answer = running.ask(
        "/api/v1/uploads", record, Content_Type="application/x-xxn", X_Request_ID=KNOWN_AS
    )
    upload = json.loads(answer)["id"]

    def lines_of(process: str) -> list[dict[str, Any]]:
        return [
            line
            for line in running.lines()
            if line["process"] == process and line.get("request_id") == KNOWN_AS
        ]

    wait_until(lambda: bool(lines_of("worker")))
    (asked,) = lines_of("web")
    assert asked["event"] == "POST /api/v1/uploads answered 202"
    done = lines_of("worker")[-1]
    assert (done["task"], done["subject"]) == ("receive", upload)
    assert "Albert" not in running.log.read_text()

    # What web server and workers have counted, and that they live.
    wait_until(lambda: b'handled_total{outcome="judged"}' in running.ask("/metrics"))
    figures = running.ask("/metrics").decode()
    assert 'endpoint="api-uploads.submit",method="POST",status="202"} 1.0' in figures
    assert "twenties_workers 2.0" in figures
    said = subprocess.run(
        [TWENTIES, "doctor", "--json"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    found = {one["subject"]: one for one in json.loads(said.stdout)["findings"]}
    assert len(found["workers"]["facts"]["workers"]) == 2
    assert found["broker"]["state"] == "well"
    assert found["shape"]["state"] == "well"

    # A stop is not held up for ever by a request half sent or a connection kept open.
    with connected(running) as kept, connected(running) as slow:
        kept.request("GET", "/health/live")
        assert kept.getresponse().read()
        slow.putrequest("POST", "/api/v1/uploads")
        slow.putheader("Content-Length", "1000")
        slow.endheaders()
        slow.send(b"half")
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(60) == 0  # and not killed: that would be another code
    assert not [line for line in running.lines() if "killing it" in line["event"]]


def test_it_may_be_stopped_while_workers_are_at_a_batch(
    running: Running, record: bytes, environment: dict[str, str]
) -> None:
    """What they are at is finished, what waits goes on with the next start; nothing is lost.

    Who watches the progress is let go at once.
    """
    large = json.loads(
        running.ask("/api/v1/uploads", record * 1200, Content_Type="application/x-xxn")
    )["id"]

    def state(of: Running) -> dict[str, Any]:
        return dict(json.loads(of.ask(f"/api/v1/uploads/{large}")))

    wait_until(lambda: state(running)["judged"] > 0)
    with connected(running) as watching:
        watching.request("GET", f"/upload/{large}/events")
        stream = watching.getresponse()
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        stream.readline()
        running.process.send_signal(signal.SIGTERM)
        rest = stream.read()  # to its proper end: one that is cut off raises IncompleteRead
        assert b"event: settled" not in rest
    assert running.process.wait(60) == 0
    again = Running({**environment, "TWENTIES_LOG_FORMAT": "json"}, running.log)
    try:
        wait_until(lambda: state(again)["state"] == "done")
        assert state(again)["judged"] == state(again)["total"] == 1200
    finally:
        again.process.terminate()
        assert again.process.wait(60) == 0
