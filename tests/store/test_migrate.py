"""Migrations: forward and back with rows in place, and equal to the models."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import inspect
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel

import archive.store.models  # noqa: F401 - fills the metadata
from archive.config import Settings
from archive.services import Archive
from archive.store import migrate
from archive.store.column_types import in_models
from archive.store.database import Database, Unreachable
from tests.conftest import Ask
from tests.store.beside import beside
from tests.store.written import migrated
from tests.uploaded import change_rows, judged_upload

COMPARED = {"compare_type": True, "include_name": in_models}


def test_forward_and_back_with_rows_in_place(archive: Archive, rows: Ask, record: bytes) -> None:
    judged_upload(archive, record, filename="a.xxn")
    assert migrate.upgrade(archive.database) is False
    assert archive.database.reachable()

    migrate.downgrade(archive.database, "base")
    assert migrate.current(archive.database) is None
    assert not archive.database.reachable()
    assert not archive.migrated()

    assert archive.migrate() is True
    assert archive.migrated()
    assert rows("SELECT count(*) FROM upload")[0][0] == 0
    judged_upload(archive, record)
    assert rows("SELECT count(*) FROM verdict")[0][0] == 1


def test_the_next_migration_keeps_the_rows(
    archive: Archive, rows: Ask, record: bytes, later_version: Callable[[], None]
) -> None:
    judged_upload(archive, record)
    before = migrate.head()
    assert before is not None
    later_version()
    assert not archive.migrated()
    assert migrate.upgrade(archive.database) is True
    assert archive.migrated()
    assert rows("SELECT made_up FROM upload") == [(7,)]
    migrate.downgrade(archive.database, before)
    assert not archive.migrated()
    assert rows("SELECT count(*) FROM verdict") == [(1,)]


def test_the_migrations_make_what_the_models_say(settings: Settings, tmp_path: Path) -> None:
    """All that the database itself can tell, and not only what Alembic compares."""
    archive = Archive(settings)
    archive.migrate()
    with archive.database.writer.begin() as connection:
        context = MigrationContext.configure(connection, opts=COMPARED)
        assert compare_metadata(context, SQLModel.metadata) == []
        migrated = _shape(connection)
    archive.close()
    if archive.database.sqlite:
        made = Database(f"sqlite:///{tmp_path}/models.sqlite3")
        with made.writer.begin() as connection:
            SQLModel.metadata.create_all(connection)
            assert _shape(connection) == migrated
        made.close()
        return
    with archive.database.writer.begin() as connection:
        connection.exec_driver_sql("CREATE SCHEMA models")
        connection.exec_driver_sql("SET LOCAL search_path TO models")
        SQLModel.metadata.create_all(connection)
        assert _shape(connection) == migrated


def _shape(connection: Connection) -> dict[str, Any]:
    """Return everything of the tables that has no order; what it is called, too."""
    found = inspect(connection)
    return {
        table: {
            "columns": sorted(
                (one["name"], str(one["type"]), one["nullable"], str(one["default"]))
                for one in found.get_columns(table)
            ),
            "key": found.get_pk_constraint(table),
            **{
                what: sorted(
                    json.dumps(one, default=str, sort_keys=True)
                    for one in ask(table)
                    if in_models(one["name"], "", None)
                )
                for what, ask in (
                    ("references", found.get_foreign_keys),
                    ("unique", found.get_unique_constraints),
                    ("checks", found.get_check_constraints),
                    ("indexes", found.get_indexes),
                )
            },
        }
        for table in found.get_table_names()
        if in_models(table, "", None) and table != "alembic_version"
    }


def test_a_table_that_others_refer_to_can_be_altered(
    archive: Archive, rows: Ask, record: bytes
) -> None:
    """SQLite alters by copy and drop; the rows that refer to the dropped table must live on."""
    judged_upload(archive, record)
    with migrate.alone(archive.database) as connection:
        operations = Operations(MigrationContext.configure(connection))
        with operations.batch_alter_table("upload", recreate="auto") as table:
            table.alter_column("source", nullable=True)
    assert rows("SELECT count(*) FROM record")[0][0] == 1
    assert rows("SELECT count(*) FROM verdict")[0][0] == 1


def test_a_migration_that_fails_leaves_everything_as_it_was(
    archive: Archive, rows: Ask, record: bytes
) -> None:
    archive.uploads.hand_in(record, filename=None, source="test")

    def break_off() -> None:
        with migrate.alone(archive.database) as connection:
            Operations(MigrationContext.configure(connection)).drop_table("verdict")
            raise KeyError

    with pytest.raises(KeyError):
        break_off()
    assert rows("SELECT count(*) FROM verdict")[0][0] == 0
    assert rows("SELECT count(*) FROM upload")[0][0] == 1


def test_two_processes_at_once(settings: Settings) -> None:
    url = (settings.database_url,)
    assert sorted(beside(migrated, url, url)) == [False, True]


def test_a_database_of_a_later_version_is_left_alone(archive: Archive) -> None:
    change_rows(archive, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(migrate.UnknownRevision, match="9999"):
        archive.migrate()
    assert not archive.migrated()


def test_an_unusable_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "not.sqlite3").write_bytes(b"this is no database" * 100)
    for url in (
        f"sqlite:///{tmp_path}/not.sqlite3",
        f"sqlite:///{tmp_path}/nowhere/a.sqlite3",
        "postgresql+psycopg://u:secret@127.0.0.1:1/d",
    ):
        with pytest.raises(Unreachable, match="cannot be used") as refusal:
            migrate.upgrade(Database(url))
        assert "secret" not in str(refusal.value)
