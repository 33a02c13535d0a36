"""Backups: all that is there, from either database into either, and nothing half."""

import gc
import hashlib
import json
import stat
import threading
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from sqlmodel import SQLModel

from archive.cli.upkeep import restore as restore_command
from archive.config import Settings
from archive.ops import backup as ops_backup
from archive.ops.backup import RestoreRefused, back_up, restore
from archive.runtime.instance_lock import Occupied, occupying
from archive.services import Archive
from archive.store import backup, migrate
from archive.store.backup import Damaged, InUse, NotEmpty, TooNewBackup
from archive.store.backup.writing import Empty
from archive.store.database import Database, Unreachable
from tests.uploaded import judged_upload

from .filling import ROWS, fill

Make = Callable[[str], Settings]


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Settings of another archive, with nothing in it, in a database of the kind asked for."""
    made = 0

    def make(kind: str) -> Settings:
        nonlocal made
        made += 1
        variables = {}
        if kind == "postgresql":
            variables["DATABASE_URL"] = request.getfixturevalue("databases").make()
        return Settings.from_environment(variables, instance=tmp_path / f"other-{made}")

    return make


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_there_and_back_is_the_same(
    archive: Archive, other: Make, tmp_path: Path, kind: str
) -> None:
    """Every table, filled with whatever can stand in its columns."""
    fill(archive.database, seed=1)
    first = back_up(archive.settings, tmp_path / "first.zip")
    assert {table.name for table in first.tables} == set(SQLModel.metadata.tables)
    assert all(table.rows == ROWS for table in first.tables)

    there = other(kind)
    done = restore(there, tmp_path / "first.zip", replace=False)
    assert (done.aside, done.key) == (None, True)
    there = replace(there, secret_key=(there.instance / "secret.key").read_text())
    assert there.secret_key == archive.settings.secret_key
    second = back_up(there, tmp_path / "second.zip")
    assert second.tables == first.tables
    assert second.files == first.files

    restored = Archive(there)
    assert restored.migrated()
    with restored.database.writing() as session:  # numbers given from now on are new ones
        table = SQLModel.metadata.tables["audit"]
        found = session.execute(sa.select(sa.func.max(table.c.id))).scalar_one()
        values = {"at": _some_moment(session, table), "action": "test", "subject": "test"}
        key = session.execute(sa.insert(table).values(values).returning(table.c.id)).scalar_one()
        assert key == found + 1
    restored.close()


def _some_moment(session: Any, table: sa.Table) -> Any:
    return session.execute(sa.select(table.c.at).limit(1)).scalar_one()


def test_all_tables_are_known(archive: Archive) -> None:
    """What a backup finds in a database is what the rows say; nothing is forgotten, or too much."""
    with archive.database.engine.connect() as connection:
        found = backup.writing.tables(connection)
    wanted = {
        name: {column.name for column in table.columns}
        for name, table in SQLModel.metadata.tables.items()
    }
    assert {name: {one for one, _ in columns} for name, columns in found.items()} == wanted


def test_while_others_write(archive: Archive, record: bytes, other: Make, tmp_path: Path) -> None:
    """Each backup is one moment: whatever it holds of an upload is all that belongs to it."""
    over = threading.Event()

    def write() -> None:
        writer = Archive(archive.settings)
        while not over.is_set():
            judged_upload(writer, record * 3)
        writer.close()

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    try:
        seen = 0
        while seen < 2:
            path = tmp_path / f"{seen}.zip"
            made = back_up(archive.settings, path)
            seen += made.rows("upload") > 0
            if made.rows("upload") == 0:
                path.unlink()
    finally:
        over.set()
        for writer in writers:
            writer.join()

    for at in range(2):
        there = other("sqlite")
        restore(there, tmp_path / f"{at}.zip", replace=False)
        database = Database(there.database_url)
        with database.engine.connect() as connection:
            ask = connection.exec_driver_sql
            assert ask("SELECT count(*) FROM upload").scalar_one() > 0
            unfinished = "SELECT count(*) FROM upload WHERE state = 'done' AND total != "
            of_it = "(SELECT count(*) FROM record WHERE upload_id = upload.id AND state = 'judged')"
            assert ask(unfinished + of_it).scalar_one() == 0
            judged = ask("SELECT count(*) FROM record WHERE state = 'judged'").scalar_one()
            assert ask("SELECT count(*) FROM verdict").scalar_one() == judged
            for blob, sha256 in ask("SELECT blob_id, sha256 FROM upload").all():
                chunks = ask(f"SELECT content FROM chunk WHERE blob_id = '{blob}' ORDER BY number")
                assert hashlib.sha256(b"".join(chunks.scalars())).hexdigest() == sha256
        database.close()


def test_what_is_not_empty_is_set_aside_only_when_asked(
    archive: Archive, record: bytes, tmp_path: Path
) -> None:
    archive.uploads.hand_in(record, filename="first", source="test")
    back_up(archive.settings, tmp_path / "b.zip")
    archive.uploads.hand_in(record + b"\n", filename="second", source="test")
    archive.close()
    with pytest.raises(NotEmpty, match="--force"):
        restore(archive.settings, tmp_path / "b.zip", replace=False)
    assert _filenames(archive.database) == {"first", "second"}
    archive.close()

    aside = restore(archive.settings, tmp_path / "b.zip", replace=True).aside
    assert aside is not None
    assert _filenames(archive.database) == {"first"}
    if archive.database.sqlite:
        old = Database(f"sqlite:///{aside}")
        assert _filenames(old) == {"first", "second"}
        old.close()
    else:
        schema = aside.removeprefix("the schema ")
        assert _filenames(archive.database, f"{schema}.upload") == {"first", "second"}
    judged_upload(archive, record + b"\n", filename="third")
    assert _filenames(archive.database) == {"first", "third"}


def _filenames(database: Database, table: str = "upload") -> set[str]:
    with database.engine.connect() as connection:
        return set(connection.exec_driver_sql(f"SELECT filename FROM {table}").scalars())


sqlite_only = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


def test_an_older_backup_is_migrated_on(
    archive: Archive, record: bytes, tmp_path: Path, later_version: Callable[[], None]
) -> None:
    """It is restored in the shape it was made in, and brought to the present one then."""
    archive.uploads.hand_in(record, filename="old", source="test")
    made = back_up(archive.settings, tmp_path / "old.zip")
    later_version()
    archive.close()
    restore(archive.settings, tmp_path / "old.zip", replace=True)
    assert archive.migrated()
    assert made.revision != migrate.current(archive.database)
    assert _filenames(archive.database) == {"old"}


@sqlite_only
def test_a_damaged_backup_changes_nothing(
    archive: Archive, other: Make, record: bytes, tmp_path: Path
) -> None:
    archive.uploads.hand_in(record * 50, filename=None, source="test")
    path = tmp_path / "b.zip"
    back_up(archive.settings, path)
    whole = path.read_bytes()
    there = other("sqlite")
    at_random = range(0, len(whole), max(1, len(whole) // 60))
    cut = [whole[:at] for at in at_random]
    # where its contents begin, which stands at its very end, as if that were far behind them
    cut.append(whole[:-6] + (1 << 24).to_bytes(4, "little") + whole[-2:])
    changed = [whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :] for at in at_random]
    refused = 0
    for content in [*cut, *changed]:
        path.write_bytes(content)
        try:
            with backup.OpenBackup(path) as opened:
                opened.check()
        except Damaged:
            refused += 1
        else:  # a bit that means nothing: of a date, say. All that counts is as it was.
            assert content in changed
            assert opened.manifest.rows("upload") == 1
    assert refused > len(cut) + len(changed) / 4
    path.write_bytes(whole[:-100])
    with pytest.raises(Damaged):
        restore(there, path, replace=True)
    assert not (there.instance / "archive.sqlite3").exists()


@sqlite_only
@pytest.mark.parametrize("content", [b"", b"no zip", None])
def test_what_is_no_backup(settings: Settings, tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "b.zip"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Damaged):
        restore(settings, path, replace=False)
    with pytest.raises(Damaged):
        restore(settings, tmp_path, replace=False)


@sqlite_only
@pytest.mark.parametrize("change", [{"version": 2}, {"revision": "9999"}])
def test_a_later_version_s_backup(
    archive: Archive, other: Make, tmp_path: Path, change: dict[str, Any]
) -> None:
    path = tmp_path / "b.zip"
    back_up(archive.settings, path)
    with zipfile.ZipFile(path) as old:
        contents = {name: old.read(name) for name in old.namelist()}
    manifest = json.loads(contents["manifest.json"]) | change
    with zipfile.ZipFile(path, "w") as new:
        for name, content in (contents | {"manifest.json": json.dumps(manifest)}).items():
            new.writestr(name, content)
    with pytest.raises(TooNewBackup, match="later"):
        restore(other("sqlite"), path, replace=False)


@sqlite_only
def test_what_a_backup_s_file_is_like(archive: Archive, tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    back_up(archive.settings, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.glob(".*")] == []
    with pytest.raises(RestoreRefused, match="already"):
        back_up(archive.settings, path)
    with pytest.raises(RestoreRefused, match="cannot be written"):
        back_up(archive.settings, tmp_path / "nowhere" / "b.zip")
    without = back_up(archive.settings, tmp_path / "c.zip", with_key=False)
    assert without.files == {}


@sqlite_only
def test_a_key_of_the_environment_is_not_ours_to_keep(archive: Archive, tmp_path: Path) -> None:
    settings = replace(archive.settings, secret_key="k" * 20)
    assert back_up(settings, tmp_path / "b.zip").files == {}
    back_up(archive.settings, tmp_path / "c.zip")
    kept = (settings.instance / "secret.key").read_bytes()
    assert restore(settings, tmp_path / "c.zip", replace=True).key is False
    assert (settings.instance / "secret.key").read_bytes() == kept


@sqlite_only
def test_a_full_disk_leaves_nothing_behind(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full here")

    def onto_a_full_disk(*arguments: Any) -> Any:
        with full.open("wb", buffering=0) as stream:
            stream.write(b"x")

    monkeypatch.setattr(ops_backup.backup, "write", onto_a_full_disk)
    with pytest.raises(RestoreRefused, match="No space left on device"):
        back_up(archive.settings, tmp_path / "b.zip")
    assert [one.name for one in tmp_path.iterdir()] == ["instance"]


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_backup_that_fails_lets_go_of_its_file(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    with (tmp_path / "b.zip").open("wb") as stream, pytest.raises(Empty) as failed:
        backup.write(database, stream, {})
    database.close()
    del failed  # with its frames, and what was begun in them
    gc.collect()


@sqlite_only
def test_nothing_is_restored_under_the_feet_of_others(archive: Archive, tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    back_up(archive.settings, path)
    with occupying(archive.settings.instance), pytest.raises(Occupied, match="in use"):
        restore(archive.settings, path, replace=True)
    restore(archive.settings, path, replace=True)


@sqlite_only
def test_a_broken_database_can_be_set_aside(archive: Archive, tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    back_up(archive.settings, path)
    archive.close()
    file = archive.database.file
    file.write_bytes(b"this is not a database, and is long enough to be sure of that" * 9)
    with pytest.raises(Unreachable):
        restore(archive.settings, path, replace=False)
    aside = restore(archive.settings, path, replace=True).aside
    assert aside is not None
    assert Path(aside).read_bytes().startswith(b"this is not")
    assert archive.migrated()


@sqlite_only
def test_what_is_refused_leaves_nothing_behind(archive: Archive, tmp_path: Path) -> None:
    """No folder, no key, no lock; but what was there stays."""
    back_up(archive.settings, tmp_path / "whole.zip")
    broken = tmp_path / "broken.zip"
    broken.write_bytes((tmp_path / "whole.zip").read_bytes()[:-100])
    fresh = tmp_path / "one" / "two"
    for path in (broken, tmp_path / "missing.zip"):
        said = CliRunner().invoke(restore_command, ["--instance", str(fresh), str(path)])
        assert said.exit_code == 1
        assert not fresh.parent.exists()
    archive.uploads.hand_in(b"a record", filename=None, source="test")
    with pytest.raises(NotEmpty):
        restore(archive.settings, tmp_path / "whole.zip", replace=False)
    assert not (archive.settings.instance / "in-use.lock").exists()
    assert (archive.settings.instance / "secret.key").exists()
    said = CliRunner().invoke(
        restore_command, ["--instance", str(fresh), str(tmp_path / "whole.zip")]
    )
    assert said.exit_code == 0, said.output
    assert (fresh / "secret.key").exists()
    assert fresh.stat().st_mode & 0o077 == 0


@pytest.mark.xdist_group("postgresql")
def test_nothing_is_restored_over_an_archive_that_something_is_connected_to(
    archive: Archive, other: Make, tmp_path: Path
) -> None:
    """From this machine or another: each connection holds it, and none is made meanwhile."""
    back_up(archive.settings, tmp_path / "it.zip")
    there = other("postgresql")
    restore(there, tmp_path / "it.zip", replace=False)
    elsewhere = Archive(replace(there, instance=tmp_path / "elsewhere"))
    mark = elsewhere.context.prefix()
    with pytest.raises(InUse, match="Stop what runs on it, on every machine"):
        restore(there, tmp_path / "it.zip", replace=True)
    threading.Timer(0.3, elsewhere.close).start()  # once it is stopped there is no need to wait
    restore(there, tmp_path / "it.zip", replace=False)
    again = Archive(there)
    assert (
        again.context.prefix() != mark
    )  # it is another archive, and the first may go on elsewhere
    again.close()
