"""The whole archive, running: one identifier from upload to worker; a stop that keeps order."""

import json
import os
import signal
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlmodel import col, select

from archive.cli import main
from archive.config import Settings
from archive.core.archive_states import RecordState
from archive.services import Archive
from archive.store.models import Record
from tests.served import ASKING, BACKSTOP, Served, command, family, gone, state_of, wait_until
from tests.uploaded import upload_of

KNOWN_AS = "upload-by-a-test"

pytestmark = pytest.mark.slow


def test_an_upload_is_followed_to_the_worker(served: Served, record: bytes) -> None:
    answer = served.ask(
        "/api/v1/uploads", record, Content_Type="application/x-xxn", X_Request_ID=KNOWN_AS
    )
    upload = json.loads(answer)["id"]

    def lines_of(process: str) -> list[dict[str, Any]]:
        return [
            line
            for line in served.lines()
            if line["process"] == process and line.get("request_id") == KNOWN_AS
        ]

    wait_until(lambda: bool(lines_of("worker") and lines_of("web")), ASKING)
    (asked,) = lines_of("web")
    assert asked["event"] == "POST /api/v1/uploads answered 202"
    done = lines_of("worker")[-1]
    assert (done["task"], done["subject"]) == ("receive", upload)
    assert "Albert" not in served.log.read_text()
    figures = served.ask("/metrics").decode()
    assert 'endpoint="api-uploads.submit",method="POST",status="202"}' in figures


def test_what_web_server_and_workers_have_counted_and_that_they_live(served: Served) -> None:
    wait_until(lambda: b'handled_total{outcome="judged"}' in served.ask("/metrics"), ASKING)
    wait_until(lambda: b"twenties_workers 3.0" in served.ask("/metrics"), ASKING)

    found: dict[str, Any] = {}

    def all_live() -> bool:
        said = CliRunner().invoke(main, ["doctor", "--json"], env=served.variables)
        found.update({one["subject"]: one for one in json.loads(said.stdout)["findings"]})
        return len(found["workers"]["facts"]["workers"]) == 3

    # one, an analyst and a maintainer; a busy one may be late to note that it lives
    wait_until(all_live, ASKING)
    assert found["broker"]["state"] == "well"
    assert found["shape"]["state"] == "well"


def stop_with_no_lock(process: int, environment: dict[str, str]) -> None:
    """Stop a process while it does not hold SQLite's write lock, without which no upload is taken:
    a slow machine may stop it anywhere."""
    settings = Settings.from_environment(environment)
    with closing(Archive(settings)) as archive, archive.database.writing() as session:
        session.connection()  # the lock is ours with the first thing that is asked
        os.kill(process, signal.SIGSTOP)
        wait_until(lambda: state_of(process) == "T")


@pytest.mark.broad
def test_it_may_be_stopped_while_workers_are_at_a_batch(
    record: bytes, environment: dict[str, str], tmp_path: Path
) -> None:
    """What they are at is finished, what waits is kept for the next start, and nothing is left
    behind. A connection kept open does not hold a stop up, and who watches the progress is let go
    at once.
    """
    few = dict.fromkeys(("TWENTIES_ANALYSTS", "TWENTIES_MAINTAINERS"), "0")
    batches = {**environment, **few, "TWENTIES_WORKERS": "1", "TWENTIES_BATCH": "10"}
    # However busy the machine is: whatever has work to finish may finish it.
    running = Served({**batches, "TWENTIES_GRACE": "600"}, tmp_path / "log")
    uploads = "/api/v1/uploads"
    workers: list[int] = []

    def started() -> bool:
        workers[:] = [one for one in family(running.process.pid) if " workers " in command(one)]
        return bool(workers)

    wait_until(started)
    (worker,) = workers
    # at work, so that nothing below waits for what it loads
    small = json.loads(running.ask(uploads, record, Content_Type="application/x-xxn"))["id"]
    wait_until(lambda: running.told(f"{uploads}/{small}")["judged"] == 1, ASKING)
    # on by moments from now on: however quick it is, it is not done yet
    stop_with_no_lock(worker, environment)
    large = json.loads(running.ask(uploads, record * 100, Content_Type="application/x-xxn"))["id"]
    while not running.told(f"{uploads}/{large}")["judged"]:
        os.kill(worker, signal.SIGCONT)
        time.sleep(0.02)
        os.kill(worker, signal.SIGSTOP)
    everyone = family(running.process.pid)
    assert len(everyone) >= 4  # Valkey, the web server and its process, a worker
    with running.connected() as kept, running.connected() as watching:
        kept.request("GET", "/health/live")
        assert kept.getresponse().read()
        watching.request("GET", f"/upload/{large}/events")
        stream = watching.getresponse()
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        stream.readline()
        running.process.send_signal(signal.SIGINT)  # as Ctrl-C does
        rest = stream.read()  # to its proper end: one that is cut off raises IncompleteRead
        os.kill(worker, signal.SIGCONT)
        assert b"event: settled" not in rest
        assert running.process.wait(BACKSTOP) == 0
    assert not [line for line in running.lines() if "killing it" in line["event"]]
    wait_until(lambda: all(map(gone, everyone)))
    with closing(Archive(Settings.from_environment(environment))) as archive:
        assert archive.ready() == {"database": True, "broker": False}
        assert not archive.settings.socket.exists()
        kept_for_later = upload_of(archive, large)
        assert kept_for_later.total == 100
        assert 0 < kept_for_later.judged < 100
        with archive.database.reading() as session:
            waiting = select(Record.attempts).where(
                col(Record.upload_id) == large, col(Record.state) == RecordState.WAITING
            )
            # Of a batch that was broken off the attempts would count; what a turn was too short
            # for was put back.
            assert {*session.execute(waiting).scalars()} == {0}
