"""Deleting what is large: gone for everybody at once, its rows bit by bit, whatever dies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest

from archive.errors import NotThere
from archive.service import Archive, Visibility
from archive.store import counts, deleting
from archive.store.backup.writing import write
from tests.service.turns import OneStep

PASSWORD = "a long enough one"
Ask = Callable[[str], list[Any]]


class Queue(list[str]):
    """The messages of deletions that would have gone into the queue."""

    def send(self, job_id: str) -> bool:
        self.append(job_id)
        return True


@pytest.fixture
def queue(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Queue:
    queue = Queue()
    monkeypatch.setattr(archive.queue, "delete", queue.send)
    return queue


@pytest.fixture
def anna(archive: Archive) -> str:
    return archive.accounts.create("Anna", PASSWORD).id


def put(archive: Archive, data: bytes, owner: str | None) -> tuple[str, list[str]]:
    """A public upload of somebody's, judged, and its games."""
    upload_id = archive.hand_in(
        data, filename="a.xxn", source="test", owner_id=owner, visibility=Visibility.PUBLIC
    ).upload_id
    archive.receive(upload_id)
    found = archive.upload(upload_id)
    assert found is not None
    return upload_id, [game.id for game in found.games]


def counted(archive: Archive) -> bool:
    with archive.database.reading() as session:
        return counts.wrong(session) == []


def test_it_is_gone_for_everybody_at_once(
    archive: Archive, queue: Queue, anna: str, record: bytes
) -> None:
    upload_id, games = put(archive, record * 3, anna)
    collection = archive.collections.make(anna, "Evenings")
    archive.collections.put(collection, games[0])
    job_id = archive.delete_upload(upload_id, by=anna)
    assert queue == [job_id]
    assert archive.upload(upload_id) is None
    assert archive.keeping.upload(upload_id) is None
    assert [archive.game(game) for game in games] == [None] * 3
    assert archive.keeping.record(games[0]) is None
    assert archive.recent() == []
    assert archive.search.page({}).page.games == []
    assert archive.collections.items(collection) == []
    assert archive.keeping.uploads_of(anna) == []
    assert archive.keeping.what_goes_with(anna).records == 0
    parts = {part.name: b"".join(part.pieces) for part in archive.keeping.export(anna)}
    assert parts.keys() == {"account.json", "verdicts.ndjson"}
    assert parts["verdicts.ndjson"] == b""
    with pytest.raises(NotThere):
        archive.delete_upload(upload_id, by=anna)
    again, _ = put(archive, record * 3, anna)
    assert again != upload_id, "what is handed in anew is not what goes"
    archive.delete(job_id)
    assert archive.upload(again) is not None
    assert counted(archive)


def test_whatever_dies_it_goes_on(
    archive: Archive, queue: Queue, anna: str, record: bytes, rows: Ask,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """A worker killed in the middle leaves what it has committed; the sweeper finds the rest."""
    kept, _ = put(archive, record, None)
    upload_id, _ = put(archive, record * 5, anna)
    monkeypatch.setattr(deleting, "AT_ONCE", 2)
    job_id = archive.delete_upload(upload_id, by=anna)

    some, times = deleting.records, iter(range(3))

    def dies(*arguments: Any) -> None:
        some(*arguments)
        if next(times):
            raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(deleting, "records", dies)
        with pytest.raises(SystemExit):
            archive.delete(job_id)
    assert rows("SELECT count(*) FROM record") == [(4,)], "what was committed, and no more"
    assert counted(archive)
    job = archive.job(job_id)
    assert job is not None
    assert (job.state, job.total, job.done) == ("working", 5, 2)
    assert not archive.cancel_job(job_id, by=None), "there is no way back"

    into = BytesIO()
    write(archive.database, into, {})
    queue.clear()
    monkeypatch.setattr(archive.queue, "depth", lambda: 0)
    for hours, found in ((2, 0), (-2, 1)):  # not overdue, a worker may be at it; and overdue
        with archive.database.writer.begin() as connection:
            due = f"{datetime.now(UTC) + timedelta(hours=hours):%Y-%m-%d %H:%M:%S.%f}+00:00"
            connection.exec_driver_sql(f"UPDATE job SET due_at = '{due}'")
        assert archive.sweep() == found
    assert queue == [job_id]
    archive.delete(job_id)
    archive.delete(job_id)  # a message that comes twice
    job = archive.job(job_id)
    assert job is not None
    assert (job.state, job.done) == ("done", 5)
    assert rows("SELECT id FROM upload") == [(kept,)]
    for table, left in (("record", 1), ("verdict", 1), ("document", 1), ("blob", 1), ("chunk", 1)):
        assert rows(f"SELECT count(*) FROM {table}") == [(left,)], table
    assert counted(archive)


def test_an_account_takes_what_is_its_own_along(
    archive: Archive, queue: Queue, anna: str, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One transaction a turn: whatever a turn has left, the next one goes on with."""
    upload_id, _ = put(archive, record * 4, anna)
    other, (stays,) = put(archive, record, None)
    monkeypatch.setattr(deleting, "AT_ONCE", 3)
    job_id = archive.delete_account(anna, leave_uploads=False, by=anna)
    with pytest.raises(NotThere):
        archive.delete_account(anna, leave_uploads=True, by=anna)  # asked for twice at once
    assert archive.accounts.sign_in("Anna", PASSWORD) is None
    assert archive.upload(upload_id) is None

    monkeypatch.setattr(archive, "_turn", OneStep)
    turns = 0
    while queue:
        archive.delete(queue.pop())
        turns += 1
    assert turns > 3
    job = archive.job(job_id)
    assert job is not None
    assert (job.state, job.done, job.total) == ("done", 4, 4)
    assert archive.accounts.account(anna) is None
    assert archive.upload(other) is not None
    assert archive.game(stays) is not None
    assert counted(archive)
