"""What a test's archive has been given, judged, and found again; and rows changed past it."""

from __future__ import annotations

from typing import Any

from archive.services import Archive, GameView, JobView, UploadView


def handed_in(archive: Archive, data: bytes, **more: Any) -> str:
    """Return the id of an upload that waits to be judged."""
    return archive.uploads.hand_in(data, **{"filename": None, "source": "test", **more}).upload_id


def judged_upload(archive: Archive, data: bytes, **more: Any) -> UploadView:
    """Return an upload that was judged at once."""
    upload_id = handed_in(archive, data, **more)
    archive.judging.receive(upload_id)
    return upload_of(archive, upload_id)


def analysed_upload(archive: Archive, data: bytes, **more: Any) -> UploadView:
    """Return an upload that was judged at once and analysed after that."""
    upload = judged_upload(archive, data, **more)
    archive.analysing.analyse(upload.id, 1, upload.total or 1)
    return upload_of(archive, upload.id)


def analysed_game(archive: Archive, data: bytes, **more: Any) -> str:
    """Return the id of the first game of an upload that was judged and analysed."""
    return analysed_upload(archive, data, **more).games[0].id


def upload_of(archive: Archive, upload_id: str) -> UploadView:
    """Return an upload, which has to be there."""
    found = archive.uploads.find(upload_id)
    assert found is not None
    return found


def game_of(archive: Archive, game_id: str, revision: int | None = None) -> GameView:
    """Return a game, which has to be there."""
    found = archive.games.find(game_id, revision)
    assert found is not None
    return found


def job_of(archive: Archive, job_id: str) -> JobView:
    """Return a job, which has to be there."""
    found = archive.jobs.find(job_id)
    assert found is not None
    return found


def change_rows(archive: Archive, statement: str) -> None:
    """Change rows past all use cases."""
    with archive.database.writing() as session:
        session.connection().exec_driver_sql(statement)


def let_be_overdue(archive: Archive, table: str) -> None:
    """Let everything that waits in a table have waited too long."""
    change_rows(archive, f"UPDATE {table} SET due_at = '2000-01-01 00:00:00.000000+00:00'")
