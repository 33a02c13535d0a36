"""Re-scoring the archive: once for every record, old verdicts kept, differences listed."""

import contextlib
from dataclasses import replace
from typing import Any

import pytest

import archive.judge_record
import archive.services.rescoring
from archive.scoring import ENGINE, Verdict, verify
from archive.services import Archive, Locked, Visibility
from archive.services.context import TimeSlice
from archive.services.queueing import FULL_QUEUE
from archive.services.rescoring import ROUNDS
from archive.store import facet_counts, record_bytes, verdict_writer
from tests.conftest import Ask
from tests.uploaded import change_rows, job_of, judged_upload, let_be_overdue, upload_of

NEWER = "twenties 99"


class Token(list[tuple[str, ...]]):
    """The messages of jobs that would have gone into the queue."""

    def send(self, *message: str) -> bool:
        self.append(message)
        return True


@pytest.fixture
def token(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Token:
    token = Token()
    monkeypatch.setattr(archive.queue, "rescore", token.send)
    return token


@pytest.fixture
def old(archive: Archive, record: bytes) -> str:
    """An upload that an older engine judged: five sound records, one flawed."""
    archive.context.settings = replace(archive.settings, batch=2)
    data = record * 5 + record.replace(b"=20/10", b"=20/9")
    upload_id = judged_upload(archive, data, visibility=Visibility.PUBLIC).id
    for first in (1, 3, 5):
        archive.judging.judge(upload_id, first, first + 1)
    return upload_id


def newer(monkeypatch: pytest.MonkeyPatch, engine: str = NEWER) -> None:
    monkeypatch.setattr(archive.judge_record, "ENGINE", engine)
    monkeypatch.setattr(archive.services.rescoring, "ENGINE", engine)


def run(here: Archive, token: Token) -> None:
    while token:
        here.rescoring.go_on(*token.pop(0))


def test_all_is_judged_anew_once(
    archive: Archive, old: str, token: Token, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert archive.rescoring.to_rescore() == {}
    assert archive.rescoring.begin() is None
    newer(monkeypatch)

    def stricter(data: bytes, number: int) -> Verdict:
        return verify(data.replace(b"=20/10", b"=20/9") if number == 2 else data, number)

    monkeypatch.setattr(_judge_record(), "verify", stricter)
    assert sum(archive.rescoring.to_rescore().values()) == 6
    job_id = archive.rescoring.begin()
    assert job_id is not None
    assert archive.rescoring.begin() == job_id  # it is at it already
    run(archive, token)
    job = job_of(archive, job_id)
    assert (job.state, job.total, job.done, job.differences) == ("done", 6, 6, 1)
    (one,) = archive.rescoring.differences(job_id)
    assert (one.before["standing"], one.after["standing"]) == ("open", "flawed")
    assert rows("SELECT engine, count(*) FROM record GROUP BY engine") == [(NEWER, 6)]
    assert rows("SELECT count(*), count(DISTINCT record_id) FROM verdict") == [(12, 6)]
    view = upload_of(archive, old)
    assert dict(view.tally.counts) == {"open": 4, "flawed": 2}
    with archive.database.reading() as session:
        assert facet_counts.wrong(session) == []
    archive.rescoring.go_on(job_id)
    assert archive.rescoring.begin() is None


def _judge_record() -> Any:
    return archive.judge_record


def test_what_died_with_its_worker_is_found_again(
    archive: Archive, old: str, token: Token, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch)
    deadly = [True]

    def dies(data: bytes, number: int) -> Verdict:
        if deadly[0] and number == 3:
            raise SystemExit
        return verify(data, number)

    monkeypatch.setattr(_judge_record(), "verify", dies)
    job_id = archive.rescoring.begin()
    assert job_id is not None

    def all_the_way() -> None:
        while token:
            with contextlib.suppress(SystemExit):
                archive.rescoring.go_on(*token.pop(0))

    all_the_way()
    before = job_of(archive, job_id)
    assert before.state == "working"
    monkeypatch.setattr(archive.queue, "maintenance_depth", lambda: 0)
    deadly[0] = False
    let_be_overdue(archive, "job")
    archive.sweeper.sweep()
    all_the_way()
    job = job_of(archive, job_id)
    assert (job.state, job.done) == ("done", 6)
    assert rows("SELECT count(*) FROM verdict") == [(12,)]


def test_a_batch_that_could_not_be_kept_comes_again_by_itself(
    archive: Archive, old: str, token: Token, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others held what it was to write. The next batch had been asked for before, and once."""
    newer(monkeypatch)
    job_id = archive.rescoring.begin()
    settle, kept = verdict_writer.settle, list[None]()

    def locked_twice(*args: Any, **more: Any) -> None:
        kept.append(None)
        if len(kept) < 3:
            raise Locked("Others hold it.")
        settle(*args, **more)

    monkeypatch.setattr(verdict_writer, "settle", locked_twice)
    messages = 0
    while token:
        messages += 1
        archive.rescoring.go_on(*token.pop(0))
    assert messages == 6  # three batches, of which the first two came again, and the end
    assert rows("SELECT engine, count(*) FROM record GROUP BY engine") == [(NEWER, 6)]
    assert rows(f"SELECT state, done, attempts FROM job WHERE id = '{job_id}'") == [("done", 6, 0)]


def test_a_record_that_kills_every_worker_is_given_up(
    archive: Archive, old: str, token: Token, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch)

    def dies(data: bytes, number: int) -> Verdict:
        if number == 3:
            raise SystemExit
        return verify(data, number)

    monkeypatch.setattr(_judge_record(), "verify", dies)
    monkeypatch.setattr(archive.queue, "maintenance_depth", lambda: 0)
    job_id = archive.rescoring.begin()
    assert job_id is not None
    for _ in range(12):
        while token:
            with contextlib.suppress(SystemExit):
                archive.rescoring.go_on(*token.pop(0))
        let_be_overdue(archive, "job")
        archive.sweeper.sweep()
    job = job_of(archive, job_id)
    assert (job.state, job.done) == ("done", 5)
    (one,) = archive.rescoring.differences(job_id)
    assert "Every attempt" in one.after["note"]
    assert rows("SELECT state, count(*) FROM record GROUP BY state") == [("judged", 6)]


def test_a_cancelled_job_goes_no_further(
    archive: Archive, old: str, token: Token, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch)
    job_id = archive.rescoring.begin()
    assert job_id is not None
    archive.rescoring.go_on(*token.pop(0))
    assert archive.rescoring.cancel(job_id, by=None)
    run(archive, token)
    job = job_of(archive, job_id)
    assert (job.state, job.done) == ("cancelled", 2)
    assert not archive.rescoring.cancel(job_id, by=None)
    told = [(line.action, line.subject) for line in archive.accounts.log()]
    assert told == [
        ("rescoring-cancelled", f"job:{job_id}"),
        ("rescoring-begun", f"job:{job_id}"),
    ]
    again = archive.rescoring.begin()
    assert again not in (None, job_id)
    run(archive, token)
    assert archive.rescoring.to_rescore() == {}


def test_a_turn_ends_and_what_is_left_of_its_batch_is_judged_in_others(
    archive: Archive, old: str, token: Token, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch)
    archive.context.settings = replace(archive.settings, batch=4)
    monkeypatch.setattr(TimeSlice, "over", True)
    job_id = archive.rescoring.begin()
    assert job_id is not None
    archive.rescoring.go_on(*token.pop(0))  # as many records as fit into a turn: one
    begun = job_of(archive, job_id)
    assert (begun.state, begun.done) == ("working", 1)
    assert len(token) == 2  # the next batch, and the rest of this one
    seen = 1
    while token:
        archive.rescoring.go_on(*token.pop(0))
        found = job_of(archive, job_id)
        assert found.done - seen <= 1
        seen = found.done
    assert (found.state, found.done) == ("done", 6)
    assert rows("SELECT count(*), count(DISTINCT record_id) FROM verdict") == [(12, 6)]


def test_records_that_lie_far_apart_are_not_read_as_one_stretch(
    archive: Archive, record: bytes, token: Token, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_bytes, "STRETCH", 1 << 10)
    between = record.replace(b"[Event ", b"{" + b"x" * (3 << 9) + b"}\n[Event ")
    judged_upload(archive, record + between + record)
    newer(monkeypatch)
    change_rows(archive, f"UPDATE record SET engine = '{NEWER}' WHERE number = 2")
    lengths: list[int] = []

    def read(session: Any, blob: str, document: int, begin: int, end: int) -> bytes:
        lengths.append(end - begin)
        return reading(session, blob, document, begin, end)

    reading = record_bytes._bytes
    monkeypatch.setattr(record_bytes, "_bytes", read)
    assert archive.rescoring.begin() is not None
    run(archive, token)
    assert sum(lengths) == 2 * len(record)
    assert archive.rescoring.to_rescore() == {}


@pytest.mark.parametrize("depth", [None, FULL_QUEUE, 0])
def test_waiting_for_a_worker_is_no_fault_of_any_record(
    archive: Archive,
    old: str,
    token: Token,
    monkeypatch: pytest.MonkeyPatch,
    depth: int | None,
) -> None:
    """The queue is away, or full of other things: nothing has died, so nothing is given up."""
    newer(monkeypatch)
    job_id = archive.rescoring.begin()
    assert job_id is not None
    token.clear()
    monkeypatch.setattr(archive.queue, "maintenance_depth", lambda: depth)
    for _ in range(2 * ROUNDS):
        let_be_overdue(archive, "job")
        archive.sweeper.sweep()
    assert len(token) == (2 * ROUNDS if depth == 0 else 0)
    monkeypatch.setattr(archive.queue, "maintenance_depth", lambda: 0)
    let_be_overdue(archive, "job")
    archive.sweeper.sweep()
    run(archive, token)
    job = job_of(archive, job_id)
    assert (job.state, job.done, job.differences) == ("done", 6, 0)


def test_a_newer_engine_takes_over(
    archive: Archive, old: str, token: Token, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch)
    given_up = archive.rescoring.begin()
    assert given_up is not None
    archive.rescoring.go_on(*token.pop(0))
    newer(monkeypatch, "twenties 100")
    assert archive.rescoring.to_rescore() == {NEWER: 2, ENGINE: 4}
    job_id = archive.rescoring.begin()
    assert job_id not in (None, given_up)
    run(archive, token)
    states = {job.id: (job.state, job.done) for job in archive.jobs.latest()}
    assert states == {given_up: ("cancelled", 2), job_id: ("done", 6)}
