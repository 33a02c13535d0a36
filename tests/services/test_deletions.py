"""Deleting what is large: gone for everybody at once, its rows bit by bit, whatever dies."""

import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from sqlalchemy import insert

from archive.core.errors import NotThere
from archive.services import Archive, Visibility
from archive.store import deletion, facet_counts, jobs, players, search_index
from archive.store.backup.writing import write
from archive.store.database import Session
from archive.store.models import Record, Tag
from archive.store.search import query
from tests.conftest import Ask
from tests.served import wait_until
from tests.services.turns import Messages, OneStep, swept_when_overdue
from tests.store.listed import NOW, judged, upload
from tests.uploaded import job_of, judged_upload

PASSWORD = "a long enough one"


@pytest.fixture
def queue(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Messages:
    """The messages of deletions."""
    queue = Messages()
    monkeypatch.setattr(archive.queue, "delete", queue.send)
    return queue


@pytest.fixture
def anna(archive: Archive) -> str:
    return archive.accounts.create("Anna", PASSWORD).id


def put(archive: Archive, data: bytes, owner: str | None) -> tuple[str, list[str]]:
    """A public upload of somebody's, judged, and its games."""
    found = judged_upload(
        archive, data, filename="a.xxn", owner_id=owner, visibility=Visibility.PUBLIC
    )
    return found.id, [game.id for game in found.games]


def counted(archive: Archive) -> bool:
    with archive.database.reading() as session:
        return facet_counts.wrong(session) == []


def test_it_is_gone_for_everybody_at_once(
    archive: Archive, queue: Messages, anna: str, record: bytes
) -> None:
    upload_id, games = put(archive, record * 3, anna)
    collection = archive.collections.make(anna, "Evenings")
    archive.collections.put(collection, games[0])
    job_id = archive.deletion.upload(upload_id, by=anna)
    assert queue == [job_id]
    assert archive.uploads.find(upload_id) is None
    assert archive.ownership.upload(upload_id) is None
    assert [archive.games.find(game) for game in games] == [None] * 3
    assert archive.ownership.record(games[0]) is None
    assert archive.games.recent() == []
    assert archive.search.page({}).page.games == []
    assert archive.collections.items(collection) == []
    assert archive.ownership.uploads_of(anna) == []
    assert archive.ownership.what_goes_with(anna).records == 0
    parts = {part.name: b"".join(part.pieces) for part in archive.ownership.export(anna)}
    assert parts.keys() == {"account.json", "layers.ndjson", "verdicts.ndjson"}
    assert parts["verdicts.ndjson"] == b""
    with pytest.raises(NotThere):
        archive.deletion.upload(upload_id, by=anna)
    again, _ = put(archive, record * 3, anna)
    assert again != upload_id, "what is uploaded anew is not what goes"
    archive.deletion.go_on(job_id)
    assert archive.uploads.find(again) is not None
    assert counted(archive)


def test_whatever_dies_it_goes_on(
    archive: Archive, queue: Messages, anna: str, record: bytes, rows: Ask,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """A worker killed in the middle leaves what it has committed; the sweeper finds the rest."""
    kept, _ = put(archive, record, None)
    upload_id, _ = put(archive, record * 5, anna)
    monkeypatch.setattr(deletion, "BATCH_ROWS", 2)
    job_id = archive.deletion.upload(upload_id, by=anna)

    some, times = deletion.records, iter(range(3))

    def dies(*arguments: Any) -> None:
        some(*arguments)
        if next(times):
            raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(deletion, "records", dies)
        with pytest.raises(SystemExit):
            archive.deletion.go_on(job_id)
    assert rows("SELECT count(*) FROM record") == [(4,)], "what was committed, and no more"
    assert counted(archive)
    job = job_of(archive, job_id)
    assert (job.state, job.total, job.done) == ("working", 5, 2)
    assert not archive.rescoring.cancel(job_id, by=None), "there is no way back"

    into = BytesIO()
    write(archive.database, into, {})
    queue.clear()
    swept_when_overdue(archive, monkeypatch)
    assert queue == [job_id]
    archive.deletion.go_on(job_id)
    archive.deletion.go_on(job_id)  # a message that comes twice
    job = job_of(archive, job_id)
    assert (job.state, job.done) == ("done", 5)
    assert rows("SELECT id FROM upload") == [(kept,)]
    for table, left in (("record", 1), ("verdict", 1), ("document", 1), ("blob", 1), ("chunk", 1)):
        assert rows(f"SELECT count(*) FROM {table}") == [(left,)], table
    assert counted(archive)


def test_an_account_takes_what_is_its_own_along(
    archive: Archive, queue: Messages, anna: str, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One transaction a turn: whatever a turn has left, the next one goes on with."""
    upload_id, _ = put(archive, record * 4, anna)
    other, (stays,) = put(archive, record, None)
    monkeypatch.setattr(deletion, "BATCH_ROWS", 3)
    job_id = archive.deletion.account(anna, leave_uploads=False, by=anna)
    with pytest.raises(NotThere):
        archive.deletion.account(anna, leave_uploads=True, by=anna)  # asked for twice at once
    assert archive.accounts.sign_in("Anna", PASSWORD) is None
    assert archive.uploads.find(upload_id) is None

    monkeypatch.setattr(archive.context, "own_turn", OneStep)
    turns = 0
    while queue:
        archive.deletion.go_on(queue.pop())
        turns += 1
    assert turns > 3
    job = job_of(archive, job_id)
    assert (job.state, job.done, job.total) == ("done", 4, 4)
    assert archive.accounts.account(anna) is None
    assert archive.uploads.find(other) is not None
    assert archive.games.find(stays) is not None
    assert counted(archive)


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_what_a_worker_is_at_just_now_is_not_waited_for(
    archive: Archive, queue: Messages, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However overdue: others are queued again beside it."""
    monkeypatch.setattr(archive.queue, "maintenance_depth", lambda: 0)
    monkeypatch.setattr(archive.queue, "depth", lambda: None)
    at_it, left = (
        archive.deletion.upload(put(archive, record * number, None)[0], by=None)
        for number in (1, 2)
    )
    queue.clear()
    long_ago = datetime.now(UTC) - timedelta(hours=2)
    with archive.database.writing() as session:
        for job_id in (at_it, left):
            jobs.went_on(session, job_id, 0, long_ago)
    with archive.database.writing() as session:
        jobs.hold(session, at_it, "delete", datetime.now(UTC))
        assert archive.sweeper.sweep() == 1
    assert queue == [left]


def all_listed(archive: Archive, asked: dict[str, str]) -> list[str]:
    """Every game that is listed, page by page; a page that is not the last one is full."""
    found, cursor = [], ""
    while True:
        page = archive.search.page({**asked, "cursor": cursor}, size=3).page
        found += [one.game.id for one in page.games]
        cursor = page.more
        if not cursor:
            return found
        assert len(page.games) == 3


def agrees(archive: Archive, stays: dict[str, dict[str, str]], anna: str) -> None:
    """Whatever is asked for, what is listed is what stays, and every count says how much it is."""

    def these(**said: str) -> set[str]:
        return {id_ for id_, its in stays.items() if said.items() <= its.items()}

    questions: list[tuple[dict[str, str], set[str]]] = [
        ({}, these()), ({"game": "twenty"}, these()),
        ({"verdict": "flawed"}, these(verdict="flawed")),
        ({"finding": "wrong-score"}, these(verdict="flawed")), ({"player": "Anna"}, these()),
        ({"player": "Anna", "verdict": "flawed"}, these(verdict="flawed")),
        ({"tag": "club"}, these()), ({"q": "regatta"}, these()), ({"min": "10"}, these()),
        ({"from": "2025", "to": "2025"}, these(day="2025-03-04")),
        ({"from": "2026-01", "finding": "wrong-score"}, set()),
        ({"player": "Anna", "vs": "Berta"}, these()),
    ]  # fmt: skip
    for asked, expected in questions:
        for order in ("newest", "highest"):
            found = all_listed(archive, {**asked, "sort": order})
            assert sorted(found) == sorted(expected), (asked, order)
        facets = archive.search.page(asked).page.facets
        assert (facets.total, facets.exact) == (len(expected), True), asked
        shown = [stays[id_] for id_ in expected]
        if not asked.get("verdict"):
            assert facets.standings == dict(Counter(one["verdict"] for one in shown)), asked
        if not asked.get("from"):
            years = Counter(one["day"][:4] for one in shown)
            assert facets.dates == dict(years), asked
        if not asked:
            flawed = sum(one["verdict"] == "flawed" for one in shown)
            assert facets.findings == ({"wrong-score": flawed} if flawed else {})
    assert sum(archive.search.standings().values()) == len(stays)
    who = archive.search.player(anna)
    assert (who.played if who is not None else 0) == len(stays)


def test_lists_and_counts_agree_between_every_step(
    archive: Archive, queue: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the moment that a deletion is asked for until its job has come to its end."""
    stays: dict[str, dict[str, str]] = {}
    uploads: list[str] = []
    for number in (3, 4):
        for at, id_ in enumerate(upload(archive.database, number)):
            verdict, day = [("upheld", "2026-01-02"), ("flawed", "2025-03-04")][at % 2]
            judged(
                archive.database, id_, players=("Anna", "Berta", "anna"), text="regatta",
                codes=["wrong-score"] * 2 if verdict == "flawed" else [], day=day,
                points=(20, 7, 3), standing=verdict,
            )  # fmt: skip
            with archive.database.writing() as session, search_index.changing(session, [id_], NOW):
                session.execute(insert(Tag), [{"record_id": id_, "tag": "club", "added_at": NOW}])
                upload_id = session.get_one(Record, id_).upload_id
            stays[id_] = {"verdict": verdict, "day": day, "upload": upload_id}
        uploads.append(upload_id)
    with archive.database.reading() as session:
        anna = players.named(session, "anna") or ""
    agrees(archive, stays, anna)
    monkeypatch.setattr(deletion, "BATCH_ROWS", 2)
    monkeypatch.setattr(archive.context, "own_turn", OneStep)
    steps = 0
    for upload_id in uploads:
        archive.deletion.upload(upload_id, by=None)
        stays = {id_: its for id_, its in stays.items() if its["upload"] != upload_id}
        agrees(archive, stays, anna)
        while queue:
            archive.deletion.go_on(queue.pop())
            monkeypatch.setattr(query, "FEWEST", 500 * (steps % 2))  # gathered, and walked to
            agrees(archive, stays, anna)
            steps += 1
    assert steps > 5
    assert counted(archive)


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_who_writes_meanwhile_waits_for_one_batch_and_not_for_all(
    archive: Archive, queue: Messages, anna: str, record: bytes
) -> None:
    """SQLite lets in the first who asks, and a job without a pause would always be that one."""
    upload_id, _ = put(archive, record, anna)
    job_id = archive.deletion.upload(upload_id, by=anna)
    done = 0
    waited: list[int] = []

    def some(session: Session, job_id: str, asked: dict[str, Any]) -> list[str] | None:
        nonlocal done
        done += 1
        time.sleep(0.2)  # and the lock is held
        return [] if done < 9 else None

    def write() -> None:
        wait_until(lambda: done > 1)
        before = done
        with archive.database.writing() as session:
            session.connection()  # the lock is ours with the first thing that is asked
            waited.append(done - before)

    other = threading.Thread(target=write)
    other.start()
    archive.jobs.go_on(job_id, "delete", some, queue.send)
    other.join()
    assert waited[0] <= 3, "of nine"
