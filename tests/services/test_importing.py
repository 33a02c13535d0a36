"""Uploads that are not XXN: converted, judged, and kept as they came."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from archive.importers import Imported
from archive.notation import split
from archive.read_sheet import import_bytes
from archive.services import Archive
from archive.store import upload_transitions
from tests.conftest import bytes_of
from tests.served import wait_until
from tests.uploaded import game_of, handed_in, judged_upload, upload_of

FIXTURES = Path(__file__).parents[2] / "fixtures" / "import"
PROSE = FIXTURES / "prose" / "illustrative.txt"


def test_prose_is_judged_as_the_xxn_made_of_it(archive: Archive) -> None:
    found = judged_upload(archive, PROSE.read_bytes(), filename="sheet.txt")
    assert found.reading["title"] == "a score sheet in words"
    assert [game.score for game in found.games] == [{"p1": 82, "p2": 110}]
    game = game_of(archive, found.games[0].id)
    assert game.data == PROSE.with_suffix(".xxn").read_bytes()
    assert game.read_as == "a score sheet in words"
    assert bytes_of(archive, found.id) == (PROSE.read_bytes(), "sheet.txt")


def test_declared_ranks_reach_the_worker(archive: Archive) -> None:
    path = FIXTURES / "csv" / "german.ranks=BDKA.csv"
    upload_id = judged_upload(archive, path.read_bytes(), filename="a.csv", ranks="BDKA").id
    archive.judging.receive(upload_id)
    found = upload_of(archive, upload_id)
    assert (found.total, found.reading["diagnostics"]) == (2, [])
    xxn = path.with_suffix(".xxn").read_bytes()
    parts = [archive.games.find(game.id) for game in found.games]
    assert [part.data for part in parts if part] == [xxn[s.start : s.end] for s in split(xxn)]


@pytest.mark.parametrize("data", [b"", b"hello"])
def test_what_nobody_recognises_is_no_game_unless_its_name_says_so(
    archive: Archive, data: bytes
) -> None:
    found = judged_upload(archive, data)
    assert (found.reading, found.state, found.games) == (None, "done", [])
    named = judged_upload(archive, data, filename="game.xxn")
    games = [game_of(archive, one.id) for one in named.games]
    assert [(one.data, one.read_as) for one in games] == ([(data, None)] if data else [])


def test_a_sheet_that_is_long_in_reading_is_not_taken_for_lost(
    archive: Archive, rows: Callable[[str], list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However busy the machine is: while it is read, the moment at which it would be moves on."""
    slow = Archive(replace(archive.settings, overdue=0.3))

    def slowly(*args: Any, **options: Any) -> Imported | None:
        with archive.database.writing() as session:
            upload_transitions.progress(session, upload_id, datetime(2000, 1, 1, tzinfo=UTC))
        wait_until(lambda: str(rows("SELECT due_at FROM upload")[0][0]) > "2001")
        return import_bytes(*args, **options)

    monkeypatch.setattr("archive.read_sheet.import_bytes", slowly)
    upload_id = handed_in(archive, PROSE.read_bytes())
    slow.judging.receive(upload_id)
    slow.close()
    found = upload_of(archive, upload_id)
    assert [game.score for game in found.games] == [{"p1": 82, "p2": 110}]


def test_an_importer_that_fails_harms_nobody(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("archive.read_sheet.import_bytes", fail)
    found = judged_upload(archive, PROSE.read_bytes())
    assert (found.reading, found.state) == (None, "done")
