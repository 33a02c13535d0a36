"""SQLite's traps: no update is lost between processes, and readers wait for nobody."""

import sqlite3
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, StatementError

from archive.core.archive_states import Visibility
from archive.services import Archive
from archive.store import blobs, upload_transitions, uploads
from archive.store.database import Database, Unreachable
from tests.store.beside import beside
from tests.store.written import count_up
from tests.uploaded import handed_in, upload_of


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_no_update_is_lost_between_processes(archive: Archive, rows: Callable[..., Any]) -> None:
    archive.uploads.hand_in(b"x", filename=None, source="test")
    sixty = (archive.settings.database_url, 60)
    beside(count_up, sixty, sixty)
    assert rows("SELECT attempts FROM upload")[0][0] == 120


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_readers_do_not_wait_for_a_writer(archive: Archive) -> None:
    upload_id = handed_in(archive, b"x", filename="before")
    with archive.database.writing() as session:
        session.execute(text("UPDATE upload SET filename = 'after'"))
        view = upload_of(archive, upload_id)
        assert view.filename == "before"


def test_a_reader_sees_one_state_however_many_statements_it_asks(archive: Archive) -> None:
    """Or a list would say something else than the counts beside it while others write."""
    archive.uploads.hand_in(b"x", filename="before", source="test")
    with archive.database.reading() as reader:
        assert reader.scalar(text("SELECT filename FROM upload")) == "before"
        with archive.database.writing() as session:
            session.execute(text("UPDATE upload SET filename = 'after'"))
        assert reader.scalar(text("SELECT filename FROM upload")) == "before"


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_sqlite_is_set_up(archive: Archive, rows: Callable[..., Any]) -> None:
    assert rows("PRAGMA journal_mode")[0][0] == "wal"
    assert rows("PRAGMA foreign_keys")[0][0] == 1
    assert rows("PRAGMA busy_timeout")[0][0] > 1000
    assert rows("PRAGMA mmap_size")[0][0] > 1 << 30


def test_the_first_two_on_a_new_file_wait_for_each_other(tmp_path: Path) -> None:
    """While one writes to a file that has no write-ahead log yet, another opens it."""
    path = tmp_path / "new.sqlite3"
    first = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    first.execute("CREATE TABLE one (number INTEGER)")
    first.execute("BEGIN IMMEDIATE")
    first.execute("INSERT INTO one VALUES (1)")
    done = threading.Timer(0.2, first.execute, ["COMMIT"])
    done.start()
    database = Database(f"sqlite:///{path}")
    with database.reading() as session:
        assert session.scalar(text("SELECT number FROM one")) == 1
        assert session.scalar(text("PRAGMA journal_mode")) == "wal"
    done.join()
    database.close()
    first.close()


def test_moments_keep_their_zone(archive: Archive) -> None:
    east = datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=3)))
    with archive.database.writing() as session:
        blobs.keep(session, "blob", b"x", "hash", east)
        fresh = uploads.Fresh(
            id="abc",
            blob_id="blob",
            size=1,
            sha256="hash",
            filename=None,
            source="test",
            visibility=Visibility.PRIVATE,
            owner_id=None,
            ranks="",
            trace=None,
        )
        uploads.add(session, fresh, now=east, overdue=timedelta(0))
    view = upload_of(archive, "abc")
    assert view.received_at == east
    assert view.received_at.tzinfo is UTC or view.received_at.utcoffset() == timedelta(0)
    with pytest.raises(StatementError), archive.database.writing() as session:
        upload_transitions.progress(session, "abc", datetime(2026, 3, 1))  # noqa: DTZ001 - on purpose


def test_the_database_checks_words_itself(archive: Archive) -> None:
    archive.uploads.hand_in(b"x", filename=None, source="test")
    with pytest.raises(IntegrityError), archive.database.writing() as session:
        session.execute(text("UPDATE upload SET state = 'lost'"))


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_a_writer_that_waits_too_long_is_told_so(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("archive.store.database.BUSY_TIMEOUT", 50)
    other = Database(archive.settings.database_url)
    with archive.database.writing() as holder:
        holder.connection()  # the lock is taken with the first thing that is asked
        with pytest.raises(Unreachable), other.writing() as session:
            session.connection()
        with other.reading() as session:  # who only reads waits for nobody
            assert session.execute(text("SELECT count(*) FROM upload")).scalar_one() == 0
    other.close()


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_a_connection_that_breaks_is_told_so(archive: Archive, postgres: Any) -> None:
    with pytest.raises(Unreachable), archive.database.writing() as session:
        session.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    with archive.database.reading() as session:  # and the next one works
        assert session.execute(text("SELECT count(*) FROM upload")).scalar_one() == 0


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_a_connection_that_the_server_closed_meanwhile_is_replaced(archive: Archive) -> None:
    """Also one that was used a moment ago, which is not asked again whether it is well."""
    here, pid = archive.database, text("SELECT pg_backend_pid()")
    with here.reading() as session:
        before = session.execute(pid).scalar_one()
    with here.reading() as session:
        assert session.execute(pid).scalar_one() == before
    other = Database(archive.settings.database_url)
    with other.writing() as session:
        session.execute(text("SELECT pg_terminate_backend(:pid, 60000)"), {"pid": before})
    other.close()
    with here.reading() as session:
        assert session.execute(pid).scalar_one() != before
