"""Judging the archive anew: once for every record, old verdicts kept, differences listed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import archive.judging
import archive.service.rescoring
from archive.analysis import analysed
from archive.service import Archive, Visibility
from archive.store import counts
from archive.verdict import Verdict

Ask = Callable[[str], list[Any]]
NEWER = "twenties 99"


class Token(list[str]):
    """The messages of jobs that would have gone into the queue."""

    def send(self, job_id: str) -> bool:
        self.append(job_id)
        return True


@pytest.fixture
def token(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Token:
    token = Token()
    monkeypatch.setattr(archive.queue, "rescore", token.send)
    return token


@pytest.fixture
def old(archive: Archive, record: bytes) -> str:
    """An upload that an older engine judged: five sound records, one flawed."""
    archive.settings = replace(archive.settings, batch=2)
    data = record * 5 + record.replace(b"=20/10", b"=20/9")
    upload_id = archive.hand_in(
        data, filename=None, source="test", visibility=Visibility.PUBLIC
    ).upload_id
    archive.receive(upload_id)
    for first in (1, 3, 5):
        archive.judge(upload_id, first, first + 1)
    return upload_id


def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive.judging, "ENGINE", NEWER)
    monkeypatch.setattr(archive.service.rescoring, "ENGINE", NEWER)


def run(here: Archive, token: Token) -> None:
    while token:
        here.rescore(token.pop())


def test_all_is_judged_anew_once(
    archive: Archive, old: str, token: Token, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert archive.to_rescore() == {}
    assert archive.begin_rescoring() is None
    newer(monkeypatch)

    def stricter(data: bytes, number: int) -> Verdict:
        return analysed(data.replace(b"=20/10", b"=20/9") if number == 2 else data, number)

    monkeypatch.setattr(_judging(), "analysed", stricter)
    assert sum(archive.to_rescore().values()) == 6
    job_id = archive.begin_rescoring()
    assert job_id is not None
    assert archive.begin_rescoring() == job_id  # it is at it already
    run(archive, token)
    job = archive.job(job_id)
    assert job is not None
    assert (job.state, job.total, job.done, job.differences) == ("done", 6, 6, 1)
    (one,) = archive.differences(job_id)
    assert (one.before["standing"], one.after["standing"]) == ("open", "flawed")
    assert rows("SELECT engine, count(*) FROM record GROUP BY engine") == [(NEWER, 6)]
    assert rows("SELECT count(*), count(DISTINCT record_id) FROM verdict") == [(12, 6)]
    view = archive.upload(old)
    assert view is not None
    assert dict(view.tally.counts) == {"open": 4, "flawed": 2}
    with archive.database.reading() as session:
        assert counts.wrong(session) == []
    archive.rescore(job_id)
    assert archive.begin_rescoring() is None


def _judging() -> Any:
    return archive.judging


def test_what_died_with_its_worker_is_found_again(
    archive: Archive, old: str, token: Token, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch)
    deadly = [True]

    def dies(data: bytes, number: int) -> Verdict:
        if deadly[0] and number == 3:
            raise SystemExit
        return analysed(data, number)

    monkeypatch.setattr(_judging(), "analysed", dies)
    job_id = archive.begin_rescoring()
    assert job_id is not None

    def all_the_way() -> None:
        while token:
            with contextlib.suppress(SystemExit):
                archive.rescore(token.pop())

    all_the_way()
    before = archive.job(job_id)
    assert before is not None
    assert before.state == "working"
    monkeypatch.setattr(archive.queue, "depth", lambda: 0)
    deadly[0] = False
    overdue(archive)
    archive.sweep()
    all_the_way()
    job = archive.job(job_id)
    assert job is not None
    assert (job.state, job.done) == ("done", 6)
    assert rows("SELECT count(*) FROM verdict") == [(12,)]


def test_a_record_that_kills_every_worker_is_given_up(
    archive: Archive, old: str, token: Token, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch)

    def dies(data: bytes, number: int) -> Verdict:
        if number == 3:
            raise SystemExit
        return analysed(data, number)

    monkeypatch.setattr(_judging(), "analysed", dies)
    monkeypatch.setattr(archive.queue, "depth", lambda: 0)
    job_id = archive.begin_rescoring()
    assert job_id is not None
    for _ in range(12):
        while token:
            with contextlib.suppress(SystemExit):
                archive.rescore(token.pop())
        overdue(archive)
        archive.sweep()
    job = archive.job(job_id)
    assert job is not None
    assert (job.state, job.done) == ("done", 5)
    (one,) = archive.differences(job_id)
    assert "Every worker" in one.after["note"]
    assert rows("SELECT state, count(*) FROM record GROUP BY state") == [("judged", 6)]


def test_a_cancelled_job_goes_no_further(
    archive: Archive, old: str, token: Token, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch)
    job_id = archive.begin_rescoring()
    assert job_id is not None
    archive.rescore(token.pop())
    assert archive.cancel_job(job_id)
    run(archive, token)
    job = archive.job(job_id)
    assert job is not None
    assert (job.state, job.done) == ("cancelled", 2)
    again = archive.begin_rescoring()
    assert again not in (None, job_id)
    run(archive, token)
    assert archive.to_rescore() == {}


def overdue(here: Archive) -> None:
    with here.database.writing() as session:
        session.connection().exec_driver_sql("UPDATE job SET due_at = '2020-01-01 00:00:00+00'")
