"""Games weighed when somebody asks for it: each once, whatever dies meanwhile."""

import json
import threading
from dataclasses import replace

import pytest

from archive.analyse_record import annotate
from archive.analyst import ANALYST
from archive.core.archive_states import Visibility
from archive.core.judgements import AnnotationMade, Piece
from archive.scoring import ENGINE
from archive.services import Archive, Locked
from archive.services.queueing import ATTEMPTS_ALONE
from archive.store import game_annotations
from archive.store.row_views import GameView
from tests.conftest import Ask
from tests.served import wait_until
from tests.uploaded import game_of, judged_upload, let_be_overdue


@pytest.fixture
def sent(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages that would have gone into the queue."""
    messages: list[str] = []
    monkeypatch.setattr(archive.queue, "annotate", messages.append)
    monkeypatch.setattr(archive.queue, "analysis_depth", lambda: 0)
    return messages


@pytest.fixture
def game(archive: Archive, record: bytes) -> GameView:
    upload = judged_upload(archive, record)
    return game_of(archive, upload.games[0].id)


def test_it_is_made_once_when_it_is_asked_for(
    archive: Archive, game: GameView, sent: list[str], rows: Ask
) -> None:
    assert archive.annotating.find(game).state == "none"
    stored = rows("SELECT id, body FROM verdict")
    assert archive.annotating.ask_for(game).state == "waiting"
    assert archive.annotating.ask_for(game).state == "waiting"
    assert sent == [game.id]
    archive.annotating.annotate(game.id)
    archive.annotating.annotate(game.id)
    found = archive.annotating.find(game)
    said = json.loads(found.body or "")
    assert (found.state, said["analyst"], said["engine"]) == ("done", ANALYST, ENGINE)
    assert said == json.loads(annotate(Piece(game.id, 1, game.data), 60).body or "")
    assert archive.annotating.ask_for(game) == found
    assert sent == [game.id]
    assert rows("SELECT id, body FROM verdict") == stored
    assert archive.games.find(game.id) == game


@pytest.mark.usefixtures("sent")
@pytest.mark.parametrize("odd", [b"\x83", b"\0"])
def test_a_game_whose_name_is_no_text_is_looked_at_to_the_end(
    archive: Archive, record: bytes, odd: bytes
) -> None:
    upload = judged_upload(archive, record.replace(b'"twenty"', b'"twen' + odd + b'ty"'))
    game = game_of(archive, upload.games[0].id)
    archive.annotating.ask_for(game)
    archive.annotating.annotate(game.id)
    found = archive.annotating.find(game)
    assert (found.state, json.loads(found.body or "")["plies"]) == ("done", [])


def test_one_that_could_not_be_kept_counts_no_attempt(
    archive: Archive, game: GameView, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No worker died of it."""

    def locked(*_: object) -> None:
        raise Locked("Others hold it.")

    archive.annotating.ask_for(game)
    with monkeypatch.context() as patch:
        patch.setattr(game_annotations, "settle", locked)
        for _ in range(ATTEMPTS_ALONE + 1):
            with pytest.raises(Locked):
                archive.annotating.annotate(game.id)
    archive.annotating.annotate(game.id)
    assert archive.annotating.find(game).state == "done"


def test_a_killed_worker_loses_nothing_and_one_that_always_dies_is_given_up(
    archive: Archive, game: GameView, sent: list[str]
) -> None:
    def dies(piece: Piece, patience: float) -> AnnotationMade:
        raise SystemExit

    archive.annotating.ask_for(game)
    mortal = Archive(archive.settings, annotate_with=dies)
    for _ in range(ATTEMPTS_ALONE):
        with pytest.raises(SystemExit):
            mortal.annotating.annotate(game.id)
        assert archive.annotating.sweep() == 0
        archive.annotating.annotate(game.id)  # what another has taken is left to it
        assert archive.annotating.find(game).state == "waiting"
        let_be_overdue(archive, "annotation")
        assert archive.annotating.sweep() == 1
        assert sent[-1] == game.id
    mortal.annotating.annotate(game.id)
    mortal.close()
    found = archive.annotating.find(game)
    assert found.state == "failed"
    assert "broke off" in (found.note or "")
    assert archive.annotating.ask_for(game).state == "waiting"
    archive.annotating.annotate(game.id)
    assert archive.annotating.find(game).state == "done"


def test_what_takes_long_on_a_busy_machine_is_not_taken_for_lost(
    archive: Archive, game: GameView, sent: list[str], rows: Ask
) -> None:
    """While it is worked at, the moment at which it would be moves on."""
    due = "SELECT state, due_at FROM annotation"

    def slowly(piece: Piece, patience: float) -> AnnotationMade:
        let_be_overdue(archive, "annotation")
        wait_until(lambda: str(rows(due)[0][1]) > "2001")
        assert slow.annotating.sweep() == 0
        [(state, _)] = rows(due)
        assert state == "taken"
        return annotate(piece, patience)

    archive.annotating.ask_for(game)
    slow = Archive(replace(archive.settings, overdue=30), annotate_with=slowly)
    slow.context.settings = replace(slow.settings, overdue=0.3)  # how often it is put off
    slow.annotating.annotate(game.id)
    slow.close()
    assert archive.annotating.find(game).state == "done"
    assert "at work" not in {thread.name for thread in threading.enumerate()}


def test_every_revision_has_its_own_and_all_go_with_the_record(
    archive: Archive, game: GameView, sent: list[str], rows: Ask
) -> None:
    archive.annotating.ask_for(game)
    archive.corrections.revise(
        game, game.data.replace(b"Anna", b"Anne", 1) + b"\n", author_id=None, comment=""
    )
    corrected = game_of(archive, game.id)
    assert archive.annotating.find(corrected).state == "none"
    archive.annotating.ask_for(corrected)
    archive.annotating.annotate(game.id)
    assert [archive.annotating.find(one).state for one in (game, corrected)] == ["done", "done"]
    assert rows("SELECT count(*) FROM annotation") == [(2,)]
    archive.ownership.delete_record(game.id, by=None)
    assert rows("SELECT count(*) FROM annotation") == [(0,)]
    archive.annotating.annotate(game.id)


def test_public_games_are_weighed_unasked_where_the_archive_says_so(
    archive: Archive, record: bytes, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for visibility in (Visibility.UNLISTED, *[Visibility.PUBLIC] * 6):
        judged_upload(archive, record, visibility=visibility)
    assert archive.annotating.sweep() == 0
    eager = Archive(replace(archive.settings, weigh="public"))
    monkeypatch.setattr(eager.queue, "annotate", sent.append)
    monkeypatch.setattr(eager.queue, "analysis_depth", lambda: 1)
    assert eager.annotating.sweep() == 0  # other things wait
    monkeypatch.setattr(eager.queue, "analysis_depth", lambda: 0)
    assert [eager.annotating.sweep() for _ in range(3)] == [4, 2, 0]
    assert len({*sent}) == 6
    for record_id in sent:
        archive.annotating.annotate(record_id)
    assert eager.annotating.sweep() == 0
    eager.close()
