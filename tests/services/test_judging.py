"""Judging: each record for itself, each once, whatever else goes wrong."""

import os
import signal
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import archive.judge_record
from archive.config import Settings
from archive.core.judgements import Judgement, Piece
from archive.judge_record import judge, standing
from archive.notation import split
from archive.runtime.resource_limits import TooLong, deadline
from archive.scoring import Verdict, verify
from archive.services import Archive
from archive.services.context import TimeSlice
from archive.services.judging import SPLIT_ATTEMPTS
from archive.services.queueing import ATTEMPTS_ALONE, ATTEMPTS_TOGETHER
from archive.store import upload_transitions
from archive.store.rescoring import NO_ENGINE
from tests.conftest import Ask, bytes_of
from tests.served import wait_until
from tests.services.turns import Messages
from tests.uploaded import change_rows, game_of, handed_in, judged_upload, upload_of

OVER = TimeSlice.over
"""As it is before tests/conftest.py lets no turn end."""


@pytest.fixture
def batches_of_three(archive: Archive) -> Archive:
    archive.context.settings = replace(archive.settings, batch=3)
    return archive


@pytest.fixture
def sent(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Messages:
    sent = Messages()
    monkeypatch.setattr(archive.queue, "judge", sent.send)
    return sent


def test_one_record_that_breaks_the_engine_harms_no_other(
    archive: Archive, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def brittle(data: bytes, number: int) -> Verdict:
        if b"{boom}" in data:
            raise RecursionError
        return verify(data, number)

    monkeypatch.setattr(judge_record_module(), "verify", brittle)
    view = judged_upload(archive, record + record + b"{boom}\n" + record)
    assert (view.state, view.judged) == ("done", 3)
    assert [game.state for game in view.games] == ["judged", "failed", "judged"]
    assert "RecursionError" in (view.games[1].note or "")
    game = game_of(archive, view.games[1].id)
    assert game.verdict is None
    assert b"{boom}" in game.data


def judge_record_module() -> Any:
    return archive.judge_record


def test_one_record_that_takes_too_long_harms_no_other(
    settings: Settings, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(data: bytes, number: int) -> Verdict:
        while b"{boom}" in data:
            pass
        return verify(data, number)

    monkeypatch.setattr(judge_record_module(), "verify", endless)
    hasty = Archive(replace(settings, patience=0.1))
    hasty.migrate()
    view = judged_upload(hasty, record + b"{boom}\n" + record)
    assert [game.state for game in view.games] == ["failed", "judged"]
    assert "0.1 s of processor time" in (view.games[0].note or "")
    hasty.close()


def test_a_deadline_ends_with_its_block() -> None:
    with pytest.raises(TooLong), deadline(0.05):
        work(1)
    with deadline(0.05):
        pass
    work(0.1)


def work(seconds: float) -> None:
    """Use the processor for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_deadline_is_of_processor_time() -> None:
    with deadline(0.05):
        time.sleep(0.2)


def test_a_worker_that_is_stopped_gives_no_record_up(
    record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(data: bytes, number: int) -> Verdict:
        os.kill(os.getpid(), signal.SIGSTOP)
        return verify(data, number)

    monkeypatch.setattr(judge_record_module(), "verify", stopped)
    worker = os.fork()
    if not worker:
        os._exit(int(judge_record_module().judge(Piece("one", 1, record), 0.2).failure is not None))
    os.waitpid(worker, os.WUNTRACED)
    time.sleep(0.5)
    os.kill(worker, signal.SIGCONT)
    assert os.waitpid(worker, 0)[1] == 0


def test_what_was_given_up_is_tried_again(
    archive: Archive, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(data: bytes, number: int) -> Verdict:
        raise MemoryError

    upload_id = handed_in(archive, record)
    assert not archive.uploads.retry(upload_id)
    with monkeypatch.context() as patched:
        patched.setattr(judge_record_module(), "verify", failing)
        archive.judging.receive(upload_id)
    assert archive.rescoring.to_rescore() == {NO_ENGINE: 1}
    assert archive.uploads.retry(upload_id)
    assert not archive.uploads.retry(upload_id)
    waiting = upload_of(archive, upload_id)
    assert [(game.state, game.note) for game in waiting.games] == [("waiting", None)]
    archive.judging.receive(upload_id)
    view = upload_of(archive, upload_id)
    assert [game.state for game in view.games] == ["judged"]
    assert (view.state, view.judged, view.tally.failures) == ("done", 1, {})
    assert archive.rescoring.to_rescore() == {}


def outlast(seconds: float) -> None:
    """Come out of one deadline, and go on."""
    with deadline(10):
        pass
    work(seconds)


def test_a_deadline_inside_another_does_not_outlast_it() -> None:
    with pytest.raises(TooLong), deadline(0.05):
        outlast(1)
    with pytest.raises(TooLong), deadline(0.05), deadline(10):
        work(1)
    work(0.1)


def test_a_large_upload_goes_in_batches(
    batches_of_three: Archive, record: bytes, sent: Messages, rows: Ask
) -> None:
    upload_id = judged_upload(batches_of_three, record * 7).id
    assert sent == [(upload_id, 1, 3), (upload_id, 4, 6), (upload_id, 7, 7)]
    view = upload_of(batches_of_three, upload_id)
    assert (view.state, view.total, view.judged) == ("working", 7, 0)
    for message in [*sent, *sent]:
        batches_of_three.judging.judge(*message)
    view = upload_of(batches_of_three, upload_id)
    assert (view.state, view.judged) == ("done", 7)
    assert rows("SELECT count(*), count(DISTINCT record_id) FROM verdict") == [(7, 7)]


def test_batches_are_bounded_in_bytes(archive: Archive, record: bytes, sent: Messages) -> None:
    long = record.replace(b"@round", b"{" + b"x" * 500_000 + b"}\n@round")
    upload_id = judged_upload(archive, long * 5).id
    assert sent == [(upload_id, 1, 2), (upload_id, 3, 4), (upload_id, 5, 5)]


def test_a_batch_gives_way_to_what_was_just_handed_in(
    archive: Archive, record: bytes, sent: Messages, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.context.settings = replace(archive.settings, batch=3)
    upload_id = judged_upload(archive, record * 4).id
    batches = [*sent]
    sent.clear()
    monkeypatch.setattr("archive.services.context.LOOKS_AFTER", 0.0)
    monkeypatch.setattr(TimeSlice, "over", OVER)
    with monkeypatch.context() as patch:
        patch.setattr(archive.queue, "presses", lambda: True)
        archive.judging.judge(*batches[0])
    assert sent == [(upload_id, 2, 3)]
    waiting = "SELECT number, attempts FROM record WHERE state = 'waiting' ORDER BY number"
    assert rows(waiting) == [(2, 0), (3, 0), (4, 0)]
    monkeypatch.setattr(archive.queue, "presses", lambda: False)
    for message in [*sent, batches[1]]:
        archive.judging.judge(*message)
    view = upload_of(archive, upload_id)
    assert (view.state, view.judged) == ("done", 4)


def test_a_verdict_says_what_it_took(record: bytes) -> None:
    judgement = judge_record_module().judge(Piece("k7", 1, record), 20.0)
    assert judgement.verdict_json is not None
    assert 0 < judgement.seconds < 20


def test_doing_everything_twice_changes_nothing(archive: Archive, record: bytes, rows: Ask) -> None:
    upload_id = judged_upload(archive, record * 2).id
    before = archive.uploads.find(upload_id)
    archive.judging.receive(upload_id)
    archive.judging.judge(upload_id, 1, 2)
    assert archive.uploads.find(upload_id) == before
    assert rows("SELECT count(*) FROM verdict") == [(2,)]


def test_an_interrupted_split_is_completed(
    archive: Archive, record: bytes, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload_id = handed_in(archive, record * 3)
    with monkeypatch.context() as patch:
        patch.setattr("archive.services.splitting.ROWS_AT_ONCE", 2)
        patch.setattr("archive.store.uploads.end_splitting", _die)
        with pytest.raises(SystemExit):
            archive.judging.receive(upload_id)
    kept = rows("SELECT id FROM record ORDER BY number")
    assert len(kept) == 3
    archive.judging.receive(upload_id)
    assert rows("SELECT id FROM record ORDER BY number") == kept
    assert rows("SELECT state, total FROM upload") == [("done", 3)]


def _die(*_: object) -> None:
    raise SystemExit


def test_an_upload_that_kills_its_splitter_is_given_up(
    archive: Archive, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload_id = handed_in(archive, b'[XXN "1.0"]\n')
    monkeypatch.setattr("archive.services.splitting.slices", _die)
    for _ in range(SPLIT_ATTEMPTS):
        with pytest.raises(SystemExit):
            archive.judging.receive(upload_id)
    archive.judging.receive(upload_id)
    view = upload_of(archive, upload_id)
    assert view.state == "failed"
    assert view.note


def test_a_record_that_kills_its_worker_is_set_apart_and_given_up(
    archive: Archive, record: bytes, sent: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deadly(data: bytes, number: int) -> Verdict:
        if b"{boom}" in data:
            raise SystemExit  # not an Exception: like a signal, it takes the whole task with it
        return verify(data, number)

    monkeypatch.setattr(judge_record_module(), "verify", deadly)
    upload_id = handed_in(archive, record + record + b"{boom}\n")
    for _ in range(ATTEMPTS_TOGETHER):
        with pytest.raises(SystemExit):
            archive.judging.receive(upload_id)
    archive.judging.receive(upload_id)
    assert sent == [(upload_id, 1, 1), (upload_id, 2, 2)]
    archive.judging.judge(*sent[0])
    for _ in range(ATTEMPTS_ALONE - ATTEMPTS_TOGETHER):
        with pytest.raises(SystemExit):
            archive.judging.judge(*sent[1])
    archive.judging.judge(*sent[1])
    view = upload_of(archive, upload_id)
    assert view.state == "done"
    assert [game.state for game in view.games] == ["judged", "failed"]
    assert view.games[1].note


def test_what_takes_long_on_a_busy_machine_is_not_taken_for_lost(
    archive: Archive, record: bytes, rows: Ask
) -> None:
    def slowly(piece: Piece, patience: float) -> Judgement:
        with archive.database.writing() as session:
            upload_transitions.progress(session, upload_id, datetime(2000, 1, 1, tzinfo=UTC))
        wait_until(lambda: str(rows("SELECT due_at FROM upload")[0][0]) > "2001")
        return judge(piece, patience)

    upload_id = handed_in(archive, record)
    slow = Archive(replace(archive.settings, overdue=0.3), judge_with=slowly)
    slow.judging.receive(upload_id)
    slow.close()
    view = upload_of(archive, upload_id)
    assert (view.state, view.judged) == ("done", 1)


def test_a_newer_engine_appends(
    archive: Archive, record: bytes, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older verdict stays as it is beside the new one, which the page then shows."""
    upload_id = judged_upload(archive, record).id
    monkeypatch.setattr(judge_record_module(), "ENGINE", "twenties 99")
    change_rows(archive, "UPDATE record SET state = 'waiting', attempts = 0")
    archive.judging.judge(upload_id, 1, 1)
    engines = rows("SELECT engine FROM verdict ORDER BY created_at")
    assert len(engines) == 2
    assert engines[1] == ("twenties 99",)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells what is held")
def test_one_record_that_takes_too_much_memory_harms_no_other(
    settings: Settings, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def greedy(data: bytes, number: int) -> Verdict:
        held = []
        while b"{boom}" in data:
            held.append(bytearray(8 << 20))
        return verify(data, number)

    monkeypatch.setattr(judge_record_module(), "verify", greedy)
    modest = Archive(replace(settings, record_memory=64 << 20))
    modest.migrate()
    view = judged_upload(modest, record + b"{boom}\n" + record)
    assert [game.state for game in view.games] == ["failed", "judged"]
    assert "more memory" in (view.games[0].note or "")
    assert dict(view.tally.failures) == {"memory": 1}
    assert len(bytearray(128 << 20))  # the limit went with the task
    modest.close()


def test_a_large_upload_is_split_turn_by_turn(
    archive: Archive, record: bytes, sent: Messages, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each turn goes on after the last record that is there, and no attempt is counted for it."""
    monkeypatch.setattr("archive.services.splitting.ROWS_AT_ONCE", 2)
    monkeypatch.setattr("archive.services.context.TimeSlice.over", True)
    again: list[str] = []
    monkeypatch.setattr(archive.queue, "receive", lambda one: not again.append(one))
    data = b"\n\n" + record * 3 + b"\r\n" + record * 4
    archive.uploads.hand_in(data, filename=None, source="test")
    while again:
        archive.judging.receive(again.pop())
    assert rows("SELECT total, attempts FROM upload") == [(7, 1)]
    whole = [(part.number, part.start, part.end, part.line) for part in split(data)]
    assert rows('SELECT number, start, "end", line FROM record ORDER BY number') == whole
    while sent:
        archive.judging.judge(*sent.pop())
    assert rows("SELECT state, total FROM upload") == [("done", 7)]
    assert rows("SELECT count(*), count(DISTINCT record_id) FROM verdict") == [(7, 7)]


def test_more_records_than_an_upload_may_have_are_left_and_told(
    settings: Settings, record: bytes
) -> None:
    narrow = Archive(replace(settings, max_records=3))
    narrow.migrate()
    view = judged_upload(narrow, record * 5)
    assert (view.state, view.total, view.judged) == ("done", 3, 3)
    assert "more games in it than the 3" in (view.note or "")
    assert bytes_of(narrow, view.id) == (record * 5, None)
    narrow.close()


def test_what_was_cancelled_was_not_judged(
    batches_of_three: Archive, record: bytes, sent: Messages
) -> None:
    upload_id = judged_upload(batches_of_three, record * 7).id
    batches_of_three.judging.judge(*sent[0])
    assert batches_of_three.games.counts()["waiting"] == 4
    assert batches_of_three.uploads.cancel(upload_id)
    view = upload_of(batches_of_three, upload_id)
    assert (view.state, view.total, view.judged, view.cancelled) == ("cancelled", 7, 3, 4)
    assert batches_of_three.games.counts()["waiting"] == 0
    assert batches_of_three.uploads.resume(upload_id)
    view = upload_of(batches_of_three, upload_id)
    assert (view.judged, view.cancelled) == (3, 0)


@pytest.mark.parametrize("text", ["hello there", '[XXN "1.0"]\n[Game "bridge"]\n1. p1 9\n'])
def test_where_nothing_can_be_judged_no_fault_is_counted(text: str) -> None:
    assert standing(verify(text.encode())) == "open"
