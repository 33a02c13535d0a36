"""Analyses, made after the verdicts by tasks of their own: each once, whatever dies meanwhile."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from archive.analyse_record import analyse
from archive.analysis import verify_fully
from archive.core.judgements import AnalysisMade, Piece
from archive.scoring import verify
from archive.services import Archive, Locked
from archive.services.context import TimeSlice
from archive.services.queueing import ATTEMPTS_ALONE, ATTEMPTS_TOGETHER
from archive.store import analyses
from archive.store.row_views import GameView
from tests.conftest import Ask
from tests.served import wait_until
from tests.uploaded import game_of, job_of, judged_upload, let_be_overdue, upload_of

OVER = TimeSlice.over
"""As it is before tests/conftest.py lets no turn end."""


class Sent(list[tuple[str, int, int]]):
    """The messages that would have gone into the queue of analyses."""

    def __init__(self) -> None:
        self.soon: list[bool] = []

    def analyse(self, upload_id: str, first: int, last: int, *, soon: bool = False) -> bool:
        self.append((upload_id, first, last))
        self.soon.append(soon)
        return True


@pytest.fixture
def sent(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Sent:
    sent = Sent()
    monkeypatch.setattr(archive.queue, "analyse", sent.analyse)
    monkeypatch.setattr(archive.queue, "analysis_depth", lambda: 0)
    return sent


@pytest.fixture
def flawed(record: bytes) -> bytes:
    """The small record with a wrong sum."""
    return record.replace(b"=20/10", b"=20/9")


def nth_game(archive: Archive, upload_id: str, number: int = 1) -> GameView:
    return game_of(archive, upload_of(archive, upload_id).games[number - 1].id)


def waiting(archive: Archive, upload_id: str) -> tuple[int, int]:
    return tuple(upload_of(archive, upload_id).tally.analyses)


def test_the_verdict_is_there_first_and_the_analysis_is_added(
    archive: Archive, record: bytes, flawed: bytes, sent: Sent, rows: Ask
) -> None:
    upload = judged_upload(archive, record + flawed)
    upload_id = upload.id
    assert (upload.state, upload.judged) == ("done", 2)
    assert waiting(archive, upload_id) == (1, 0)
    assert (sent, sent.soon) == ([(upload_id, 1, 2)], [True])
    first, second = (nth_game(archive, upload_id, number) for number in (1, 2))
    assert (first.analysis, second.analysis) == ("none", "waiting")
    assert first.verdict_json == verify_fully(record, 1).json()
    assert second.verdict_json == verify(flawed, 2).json()
    stored = rows("SELECT id, body FROM verdict ORDER BY id")
    archive.analysing.analyse(*sent[0])
    second = nth_game(archive, upload_id, 2)
    assert second.analysis == "done"
    assert second.verdict_json == verify_fully(flawed, 2).json()
    assert second.verdict["repairs"]
    assert waiting(archive, upload_id) == (0, 0)
    assert rows("SELECT id, body FROM verdict ORDER BY id") == stored


def test_one_that_could_not_be_kept_counts_no_attempt(
    archive: Archive, flawed: bytes, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No worker died of it."""
    upload_id = judged_upload(archive, flawed).id
    with monkeypatch.context() as patch:
        patch.setattr(analyses, "settle", locked)
        for _ in range(ATTEMPTS_ALONE + 1):
            with pytest.raises(Locked):
                archive.analysing.analyse(upload_id, 1, 1)
    archive.analysing.analyse(upload_id, 1, 1)
    assert nth_game(archive, upload_id).analysis == "done"


def locked(*_: object) -> None:
    raise Locked("Others hold it.")


def test_doing_it_twice_changes_nothing(
    archive: Archive, flawed: bytes, sent: Sent, rows: Ask
) -> None:
    upload_id = judged_upload(archive, flawed * 2).id
    archive.judging.judge(upload_id, 1, 2)
    assert waiting(archive, upload_id) == (2, 0)
    for message in [*sent, *sent]:
        archive.analysing.analyse(*message)
    assert rows("SELECT count(*), count(DISTINCT record_id) FROM analysis") == [(2, 2)]
    archive.judging.judge(upload_id, 1, 2)
    assert waiting(archive, upload_id) == (0, 0)
    assert rows("SELECT count(*) FROM unanalysed") == [(0,)]


def test_a_killed_worker_loses_nothing_and_nothing_is_made_twice(
    archive: Archive, flawed: bytes, sent: Sent, rows: Ask
) -> None:
    """What it had taken is no other's until it is found lost. Then it is made."""

    def dies(piece: Piece, rules: str, patience: float) -> AnalysisMade:
        raise SystemExit

    upload_id = judged_upload(archive, flawed * 3).id
    mortal = Archive(archive.settings, analyse_with=dies)
    with pytest.raises(SystemExit):
        mortal.analysing.analyse(*sent[0])
    mortal.close()
    archive.analysing.analyse(*sent[0])
    assert waiting(archive, upload_id) == (3, 0)
    sent.clear()
    assert archive.analysing.sweep() == 0
    let_be_overdue(archive, "unanalysed")
    assert archive.analysing.sweep() == 3
    assert archive.analysing.sweep() == 0
    assert sent == [(upload_id, 1, 3)]
    archive.analysing.analyse(*sent[0])
    assert waiting(archive, upload_id) == (0, 0)
    assert rows("SELECT count(*), count(DISTINCT record_id) FROM analysis") == [(3, 3)]


def test_what_takes_long_on_a_busy_machine_is_not_taken_for_lost(
    archive: Archive, flawed: bytes, sent: Sent, rows: Ask
) -> None:
    def slowly(piece: Piece, rules: str, patience: float) -> AnalysisMade:
        let_be_overdue(archive, "unanalysed")
        at = rows("SELECT due_at FROM unanalysed")
        wait_until(lambda: rows("SELECT due_at FROM unanalysed") != at)
        assert slow.analysing.sweep() == 0
        return analyse(piece, rules, patience)

    upload_id = judged_upload(archive, flawed).id
    slow = Archive(replace(archive.settings, overdue=30), analyse_with=slowly)
    slow.context.settings = replace(slow.settings, overdue=0.3)  # how often it is put off
    slow.analysing.analyse(*sent[0])
    slow.close()
    assert waiting(archive, upload_id) == (0, 0)


def test_one_that_kills_its_workers_is_set_apart_given_up_and_can_be_tried_again(
    archive: Archive, flawed: bytes, sent: Sent
) -> None:
    def deadly(piece: Piece, rules: str, patience: float) -> AnalysisMade:
        if piece.number == 2:
            raise SystemExit
        return analyse(piece, rules, patience)

    upload_id = judged_upload(archive, flawed * 3).id
    mortal = Archive(archive.settings, analyse_with=deadly)
    for _ in range(ATTEMPTS_TOGETHER):
        with pytest.raises(SystemExit):
            mortal.analysing.analyse(*sent[-1])
        let_be_overdue(archive, "unanalysed")
        archive.analysing.sweep()
    assert sent[-3:] == [(upload_id, 1, 1), (upload_id, 2, 2), (upload_id, 3, 3)]
    for message in (sent[-3], sent[-1]):
        mortal.analysing.analyse(*message)
    for _ in range(ATTEMPTS_ALONE - ATTEMPTS_TOGETHER):
        with pytest.raises(SystemExit):
            mortal.analysing.analyse(upload_id, 2, 2)
        let_be_overdue(archive, "unanalysed")
        archive.analysing.sweep()
    mortal.analysing.analyse(upload_id, 2, 2)
    mortal.close()
    game = nth_game(archive, upload_id, 2)
    assert (game.analysis, waiting(archive, upload_id)) == ("failed", (0, 1))
    assert "broke off" in (game.analysis_note or "")
    assert game.verdict_json == verify(flawed, 2).json()
    assert archive.uploads.retry(upload_id)
    assert (waiting(archive, upload_id), sent[-1]) == ((1, 0), (upload_id, 2, 2))
    archive.analysing.analyse(*sent[-1])
    assert nth_game(archive, upload_id, 2).analysis == "done"
    assert not archive.uploads.retry(upload_id)


def test_one_that_takes_too_long_is_given_up_and_harms_no_other(
    archive: Archive, flawed: bytes, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(verdict: Any) -> Any:
        while verdict.record.number == 1:
            pass
        return analysis(verdict)

    from archive import analyse_record

    analysis = analyse_record.analyse_verdict
    monkeypatch.setattr(analyse_record, "analyse_verdict", endless)
    upload_id = judged_upload(archive, flawed * 2).id
    archive.context.settings = replace(archive.settings, patience=0.5)
    archive.analysing.analyse(*sent[0])
    games = [nth_game(archive, upload_id, number) for number in (1, 2)]
    assert [game.analysis for game in games] == ["failed", "done"]
    assert "given up after" in (games[0].analysis_note or "")
    assert waiting(archive, upload_id) == (0, 1)


def test_a_batch_that_is_too_long_for_a_turn_is_handed_on(
    archive: Archive, flawed: bytes, sent: Sent, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload_id = judged_upload(archive, flawed * 3).id
    monkeypatch.setattr(TimeSlice, "over", True)
    archive.analysing.analyse(*sent[0])
    assert sent[1:] == [(upload_id, 2, 3)]
    assert rows("SELECT number, attempts, state FROM unanalysed ORDER BY number") == [
        (2, 0, "waiting"), (3, 0, "waiting"),
    ]  # fmt: skip


def test_every_revision_has_its_own(
    archive: Archive, record: bytes, flawed: bytes, sent: Sent
) -> None:
    """A correction does not take the analysis away from what it corrects, nor gives it its own."""
    upload_id = judged_upload(archive, flawed).id
    worse = flawed.replace(b"=9", b"=7")
    archive.corrections.revise(nth_game(archive, upload_id), worse, author_id=None, comment="")
    archive.judging.judge(upload_id, 1, 1)
    assert waiting(archive, upload_id) == (2, 0)
    archive.analysing.analyse(upload_id, 1, 1)
    game_id = nth_game(archive, upload_id).id
    for revision, data in ((1, flawed), (2, worse)):
        game = game_of(archive, game_id, revision)
        assert game.verdict_json == verify_fully(data, 1).json()


def test_what_is_deleted_is_not_waited_for(
    archive: Archive, flawed: bytes, sent: Sent, rows: Ask
) -> None:
    from archive.store import deletion

    upload_id = judged_upload(archive, flawed * 3).id
    archive.analysing.analyse(upload_id, 1, 1)
    gone = [nth_game(archive, upload_id, number).id for number in (1, 2)]
    with archive.database.writing() as session:
        deletion.out_of_uploads(session, gone, datetime.now(UTC))
    assert waiting(archive, upload_id) == (1, 0)
    assert rows("SELECT count(*) FROM analysis") == [(0,)]
    archive.analysing.analyse(*sent[0])
    assert waiting(archive, upload_id) == (0, 0)


def test_a_rescoring_has_its_verdicts_first(
    archive: Archive, flawed: bytes, sent: Sent, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waited for the older engine's verdict is not made any more; what its verdicts ask for
    is made when the re-scoring is through."""
    upload_id = judged_upload(archive, flawed * 2).id
    archive.analysing.analyse(upload_id, 1, 1)
    with archive.database.writing() as session:
        for table in ("record", "verdict", "analysis", "unanalysed"):
            session.connection().exec_driver_sql(f"UPDATE {table} SET engine = 'twenties 0'")
    archive.context.settings = replace(archive.settings, batch=1)
    monkeypatch.setattr(archive.queue, "rescore", lambda *_: True)
    job_id = archive.rescoring.begin()
    assert job_id is not None
    sent.clear()
    archive.rescoring.go_on(job_id)
    let_be_overdue(archive, "unanalysed")
    assert (archive.analysing.sweep(), sent) == (0, [])
    archive.rescoring.go_on(job_id)
    archive.rescoring.go_on(job_id)
    job = job_of(archive, job_id)
    assert job.state == "done"
    assert waiting(archive, upload_id) == (2, 0)
    let_be_overdue(archive, "unanalysed")
    assert archive.analysing.sweep() == 2
    for message in sent:
        archive.analysing.analyse(*message)
    assert waiting(archive, upload_id) == (0, 0)
    assert rows("SELECT engine, count(*) FROM analysis GROUP BY engine ORDER BY engine")[0] == (
        "twenties 0", 1,
    )  # fmt: skip
    assert nth_game(archive, upload_id, 2).verdict_json == verify_fully(flawed, 2).json()
