"""Others hold what a worker is to write for longer than it waits: its task comes again."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy import event

from archive.core.judgements import Judgement, Piece
from archive.judge_record import judge
from archive.runtime.queue import DELETE, JUDGE, celery_app
from archive.services import Archive
from archive.services.queueing import ATTEMPTS_ALONE
from archive.store import database, facet_counts
from archive.store.database import Locked
from tests.conftest import Ask
from tests.uploaded import change_rows, handed_in
from workers.status import WorkerStatus
from workers.tasks import RETRIES, register


@pytest.fixture(autouse=True)
def impatient(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a tenth of a second waited for a lock, and for everything else as long as ever."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 100)
    archive.database.engine.dispose()
    if not archive.database.sqlite:
        event.listen(
            archive.database.engine, "begin",
            lambda connection: connection.exec_driver_sql("SET LOCAL lock_timeout = '100ms'"),
        )  # fmt: skip


@pytest.fixture
def lock(archive: Archive) -> Iterator[ExitStack]:
    """Something to `take` a lock with that keeps others from changing any list, until it is
    closed."""
    with ExitStack() as stack:
        yield stack


def take(lock: ExitStack, archive: Archive) -> None:
    session = lock.enter_context(archive.database.writing())
    session.connection()
    facet_counts.alone(session)


@pytest.fixture
def upload_id(archive: Archive, record: bytes) -> str:
    return handed_in(archive, record * 3)


def done(archive: Archive, task: str, *args: object) -> str:
    """Do a task as a worker does, with its retries; how it ended."""
    app = celery_app(archive.settings, "twenties:here:")
    register(app, archive)
    return str(app.tasks[task].apply(args).state)


def freed_at(attempt: int, lock: ExitStack, act: Callable[..., None]) -> Callable[..., None]:
    """Do the same, and give the lock back before one attempt."""
    begun: list[None] = []

    def again(*args: Any) -> None:
        begun.append(None)
        if len(begun) == attempt:
            lock.close()
        act(*args)

    return again


def test_a_deletion_comes_again(
    archive: Archive, upload_id: str, lock: ExitStack, rows: Ask,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    archive.judging.receive(upload_id)
    job_id = archive.deletion.upload(upload_id, by=None)
    take(lock, archive)
    with pytest.raises(Locked):
        archive.deletion.go_on(job_id)
    assert rows("SELECT count(*) FROM record") == [(3,)]
    monkeypatch.setattr(archive.deletion, "go_on", freed_at(2, lock, archive.deletion.go_on))
    watched = WorkerStatus()
    watched.begin(archive.queue.client, "maintenance")
    with caplog.at_level(logging.INFO, "workers.status"):
        assert done(archive, DELETE, job_id) == "SUCCESS"
    watched.end()
    assert rows("SELECT count(*) FROM record") == rows("SELECT count(*) FROM upload") == [(0,)]
    assert [one.getMessage() for one in caplog.records if one.name == "workers.status"] == [
        "The task comes again: others hold what it writes",
        "The task is done",
    ]


def test_it_comes_again_so_often_and_then_waits_for_the_sweeper(
    archive: Archive, upload_id: str, lock: ExitStack, rows: Ask
) -> None:
    archive.judging.receive(upload_id)
    job_id = archive.deletion.upload(upload_id, by=None)
    tries: list[str] = []
    take(lock, archive)
    go_on = archive.deletion.go_on
    archive.deletion.go_on = lambda job: (tries.append(job), go_on(job))[1]  # type: ignore[method-assign]
    assert done(archive, DELETE, job_id) == "FAILURE"
    assert tries == [job_id] * (RETRIES + 1)
    lock.close()
    assert done(archive, DELETE, job_id) == "SUCCESS"
    assert rows("SELECT state, attempts FROM job") == [("done", 0)]


def test_a_record_is_not_given_up_for_it(
    archive: Archive, upload_id: str, lock: ExitStack, rows: Ask
) -> None:
    """No worker died of it, however often its verdict could not be kept."""

    def locked_meanwhile(piece: Piece, patience: float) -> Judgement:
        if not held:
            held.append(piece.id)
            take(lock, archive)
        return judge(piece, patience)

    held: list[str] = []
    archive.judging.receive(upload_id)  # splits it, and judges all
    change_rows(archive, "UPDATE record SET state = 'waiting', attempts = 0")
    archive.judging.judge_with = locked_meanwhile
    for _ in range(ATTEMPTS_ALONE + 1):
        assert done(archive, JUDGE, upload_id, 1, 1) == "FAILURE"
    lock.close()
    assert done(archive, JUDGE, upload_id, 1, 3) == "SUCCESS"
    assert rows("SELECT state, note FROM record") == [("judged", None)] * 3
