"""Sheets that an older importer read otherwise, or not at all, read again by today's."""

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive.importers import Imported
from archive.languages.language import language
from archive.scoring.upload_phrases import reading_told
from archive.services import Archive, GameView, UploadView
from archive.services.context import TimeSlice
from archive.store import upload_transitions
from tests.conftest import Ask
from tests.served import wait_until
from tests.uploaded import game_of, judged_upload, upload_of

PROSE = Path(__file__).parents[2] / "fixtures" / "import" / "prose" / "illustrative.txt"
SHEET = PROSE.read_bytes()
XXN = PROSE.with_suffix(".xxn").read_bytes()
SLIP = SHEET.replace(b"Albert: 82", b"Albert: 81")
Older = Callable[[Callable[[bytes], Imported | None]], None]


def _import(data: bytes) -> Imported | None:
    from archive.importers import import_bytes

    return import_bytes(data, "sheet.txt")


def _nothing_read(data: bytes) -> Imported | None:
    return None if data.startswith(b"[XXN") else Imported("prose", "", [], [])


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Older:
    """Until the returned function is called without one, sheets are read by another importer."""

    def read_by(reader: Callable[[bytes], Imported | None]) -> None:
        monkeypatch.setattr(
            "archive.read_sheet.import_bytes",
            lambda data, *_names, **_options: reader(data),
        )

    return read_by


def _take(archive: Archive, data: bytes, name: str = "sheet.txt") -> str:
    return judged_upload(archive, data, filename=name).id


def _again(archive: Archive, upload_id: str) -> UploadView:
    assert archive.uploads.read_again(upload_id)
    archive.judging.receive(upload_id)
    found = upload_of(archive, upload_id)
    assert (found.state, found.judged) == ("done", found.total)
    return found


def _game(archive: Archive, upload: UploadView, revision: int | None = None) -> GameView:
    return game_of(archive, upload.games[-1].id, revision)


def test_a_sheet_that_could_not_be_read_is_read(archive: Archive, older: Older) -> None:
    older(_nothing_read)
    upload_id = _take(archive, SHEET)
    before = upload_of(archive, upload_id)
    assert (before.total, len(before.left_out), before.documents) == (0, 1, 1)
    older(_import)
    found = _again(archive, upload_id)
    assert (found.total, found.left_out, found.documents) == (1, [], 1)
    game = _game(archive, found)
    assert (game.data, game.revision, game.score) == (XXN, 1, {"p1": 82, "p2": 110})
    assert game.origin


def test_a_sheet_read_otherwise_becomes_a_revision_and_the_first_stays(
    archive: Archive, older: Older
) -> None:
    older(lambda _data: _import(SLIP))
    upload_id = _take(archive, SHEET)
    older(_import)
    found = _again(archive, upload_id)
    game, first = _game(archive, found), _game(archive, found, 1)
    assert (game.data, game.revision, game.claimed) == (XXN, 2, {"p1": 82, "p2": 110})
    assert first.data != XXN
    assert first.verdict_json
    assert game.read_as == first.read_as == "a score sheet in words"
    assert game.origin
    assert first.origin
    assert game.origin != first.origin
    (_came, line) = archive.corrections.of(game.id)
    assert (line.author, line.comment) == (None, "Read again from what was uploaded.")
    assert _game(archive, _again(archive, upload_id)).revisions == 2


def test_what_no_importer_knew_becomes_a_revision(archive: Archive, older: Older) -> None:
    """Where its name said that it is a record."""
    older(lambda _data: None)
    upload_id = _take(archive, SHEET, "sheet.xxn")
    older(_import)
    found = _again(archive, upload_id)
    game, first = _game(archive, found), _game(archive, found, 1)
    assert (first.data, first.read_as, first.origin) == (SHEET, None, None)
    assert (game.data, game.read_as, game.revision) == (XXN, "a score sheet in words", 2)


def test_what_is_read_as_before_stays_as_it_is(archive: Archive) -> None:
    upload_id = _take(archive, SHEET)
    before = archive.uploads.find(upload_id)
    found = _again(archive, upload_id)
    assert _game(archive, found).revisions == 1
    assert found.reading == before.reading
    xxn = _take(archive, XXN, "game.xxn")
    assert not archive.uploads.read_again(xxn)


def test_a_correction_made_since_is_not_overruled(archive: Archive, older: Older) -> None:
    older(lambda _data: _import(SLIP))
    upload_id = _take(archive, SHEET)
    upload = upload_of(archive, upload_id)
    game = _game(archive, upload)
    archive.corrections.revise(game, game.data + b"{checked}\n", author_id=None, comment="")
    archive.judging.receive(upload_id)
    archive.judging.judge(upload_id, 1, 1)
    older(_import)
    assert _game(archive, _again(archive, upload_id)).revisions == 2


def test_another_number_of_games_is_said_and_nothing_changed(
    archive: Archive, older: Older
) -> None:
    older(lambda _data: _import(SHEET + b"\n\n" + SHEET))
    upload_id = _take(archive, SHEET)
    older(_import)
    found = _again(archive, upload_id)
    assert found.total == 2
    assert found.note is not None
    assert "another number of games, 1 instead of 2" in found.note
    assert reading_told(found.note, language("de")) != found.note


def test_a_packed_sheet_is_read_and_its_game_comes_last(
    archive: Archive, older: Older, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as folder:
        folder.writestr("first.txt", SHEET)
        folder.writestr("second.xxn", XXN)
        folder.writestr("third.xxn", XXN)
    older(_nothing_read)
    upload_id = _take(archive, packed.getvalue(), "evening.zip")
    before = upload_of(archive, upload_id)
    assert (before.total, before.documents, len(before.left_out)) == (2, 3, 1)
    older(_import)
    assert archive.uploads.read_again(upload_id)
    with monkeypatch.context() as patch:
        patch.setattr(TimeSlice, "over", True)
        for read in range(3):  # a text a turn
            archive.judging.receive(upload_id, read)
    archive.judging.receive(upload_id, 3)
    found = upload_of(archive, upload_id)
    assert (found.total, found.documents, found.left_out, found.state) == (3, 3, [], "done")
    game = _game(archive, found)
    assert (game.number, game.data, game.read_as) == (3, XXN, "a score sheet in words")
    assert game.origin
    assert _again(archive, upload_id).total == 3
    assert archive.uploads.judged_text(upload_id) == XXN * 3


def test_a_sheet_that_is_slowly_read_again_is_not_taken_for_lost(
    archive: Archive, older: Older, rows: Ask
) -> None:
    def slowly(data: bytes) -> Imported | None:
        with archive.database.writing() as session:
            upload_transitions.progress(session, upload_id, datetime(2000, 1, 1, tzinfo=UTC))
        wait_until(lambda: str(rows("SELECT due_at FROM upload")[0][0]) > "2001")
        return None

    upload_id = _take(archive, SHEET)
    assert archive.uploads.read_again(upload_id)
    older(slowly)
    slow = Archive(replace(archive.settings, overdue=0.3))
    slow.judging.receive(upload_id)
    slow.close()
    found = upload_of(archive, upload_id)
    assert found.state == "done"
