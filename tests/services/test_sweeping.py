"""The queue away, emptied or behind: what was accepted is found again and queued again."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from redis import Redis

from archive import logs
from archive.runtime.embedded_broker import Embedded
from archive.services import Archive
from archive.services.queueing import FULL_QUEUE
from archive.store import health, jobs, upload_transitions
from tests.uploaded import handed_in, judged_upload, let_be_overdue, upload_of

sqlite_only = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


def overdue(archive: Archive) -> None:
    """Let two hours pass, as far as the uploads are concerned."""
    with archive.database.writing() as session:
        past = datetime.now(UTC) - timedelta(hours=2)
        for (upload_id,) in session.connection().exec_driver_sql("SELECT id FROM upload").all():
            upload_transitions.progress(session, upload_id, past)


def test_an_upload_is_accepted_while_the_queue_is_away(archive: Archive, record: bytes) -> None:
    upload_id = handed_in(archive, record)
    view = upload_of(archive, upload_id)
    assert view.state == "queued"
    assert archive.ready() == {"database": True, "broker": False}
    assert archive.sweeper.sweep() == 0

    server = Embedded(archive.settings)
    server.ensure()
    try:
        assert archive.ready() == {"database": True, "broker": True}
        assert archive.queue.depth() == 0
        assert archive.sweeper.sweep() == 1  # it need not become overdue: nobody can have it
        assert archive.queue.depth() == 1
    finally:
        server.stop()


@sqlite_only
def test_an_emptied_queue_is_filled_again(
    archive: Archive, queue_server: Embedded, record: bytes
) -> None:
    for _ in range(5):
        archive.uploads.hand_in(record, filename=None, source="test")
    assert archive.queue.depth() == 5
    with Redis(unix_socket_path=str(queue_server.socket)) as redis:
        redis.flushall()
    assert archive.sweeper.sweep() == 0  # not overdue yet: a worker may be at them
    overdue(archive)
    assert archive.sweeper.sweep() == 5
    assert archive.queue.depth() == 5
    assert archive.sweeper.sweep() == 0  # claimed, and not overdue any more


def test_what_was_noted_by_a_clock_set_ahead_is_found_when_it_is_back(
    archive: Archive, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uploads and jobs were due in two days, and nobody looked for them until then."""
    monkeypatch.setattr(archive.context, "overdue", timedelta(hours=3))
    sent: list[str] = []
    for name in ("depth", "maintenance_depth"):
        monkeypatch.setattr(archive.queue, name, lambda: 0)
    for name in ("receive", "delete"):
        monkeypatch.setattr(archive.queue, name, lambda one: sent.append(one) or True)
    upload_id = handed_in(archive, record)
    gone = handed_in(archive, record)
    job_id = archive.deletion.upload(gone, by=None)
    sent.clear()
    assert archive.sweeper.sweep() == 0
    later = datetime.now(UTC) + timedelta(days=2)
    with archive.database.writing() as session:
        upload_transitions.progress(session, upload_id, later)
        jobs.went_on(session, job_id, 0, later)
    counts = health.counts(archive.database, archive.context.ahead())
    assert (counts.ahead, counts.overdue) == (2, 2)
    assert archive.sweeper.sweep() == 2
    assert sorted(sent) == sorted([upload_id, job_id])
    assert archive.sweeper.sweep() == 0


@sqlite_only
def test_what_is_finished_is_left_alone(
    archive: Archive, queue_server: Embedded, record: bytes
) -> None:
    judged_upload(archive, record)
    overdue(archive)
    assert archive.sweeper.sweep() == 0


@sqlite_only
def test_a_full_queue_is_not_filled_further(
    archive: Archive, queue_server: Embedded, record: bytes
) -> None:
    archive.uploads.hand_in(record, filename=None, source="test")
    for _ in range(FULL_QUEUE):
        archive.queue.receive("nothing")
    overdue(archive)
    assert archive.sweeper.sweep() == 0


def test_two_sweepers_never_take_the_same_upload(archive: Archive, record: bytes) -> None:
    for _ in range(6):
        archive.uploads.hand_in(record, filename=None, source="test")
    overdue(archive)
    now = datetime.now(UTC)
    taken: list[str] = []
    for _ in range(3):
        with archive.database.writing() as session:
            taken += upload_transitions.claim_overdue(
                session,
                now=now,
                due=now + timedelta(seconds=3),
                limit=4,
                ahead=archive.context.ahead(),
            )
    assert len(taken) == len(set(taken)) == 6


def test_progress_puts_the_sweeper_off(archive: Archive, record: bytes) -> None:
    archive.context.settings = replace(archive.settings, batch=1)
    upload_id = judged_upload(archive, record * 2).id
    overdue(archive)
    archive.judging.judge(upload_id, 1, 1)
    now = datetime.now(UTC)
    with archive.database.writing() as session:
        found = upload_transitions.claim_overdue(
            session, now=now, due=now, limit=10, ahead=archive.context.ahead()
        )
    assert found == {}


@sqlite_only
def test_the_queue_keeps_what_it_holds_over_a_restart(
    archive: Archive, queue_server: Embedded, record: bytes
) -> None:
    archive.uploads.hand_in(record, filename=None, source="test")
    queue_server.stop()
    assert archive.queue.depth() is None
    queue_server.ensure()
    assert archive.queue.depth() == 1
    archive.uploads.hand_in(
        record, filename=None, source="test"
    )  # by a connection that has gone stale
    assert archive.queue.depth() == 2


@sqlite_only
def test_what_is_swept_is_known_by_the_request_that_brought_it(
    archive: Archive, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One identifier from the request to the worker, also where the first message was lost."""
    sent: list[tuple[str, str | None]] = []

    def note(identifier: str) -> bool:
        sent.append((identifier, logs.request_id()))
        return True

    for name in ("depth", "maintenance_depth"):
        monkeypatch.setattr(archive.queue, name, lambda: 0)
    for name in ("receive", "delete"):
        monkeypatch.setattr(archive.queue, name, note)
    ids = [handed_in(archive, record, trace=trace) for trace in ("the-request-1", None)]
    with logs.bound(request_id="the-request-3"):
        job_id = archive.deletion.upload(handed_in(archive, record), by=None)
    sent.clear()
    overdue(archive)
    let_be_overdue(archive, "job")
    with logs.bound(request_id="the-sweeper"):
        assert archive.sweeper.sweep() == 3
    assert sorted(sent) == sorted(
        [(ids[0], "the-request-1"), (ids[1], "the-sweeper"), (job_id, "the-request-3")]
    )
