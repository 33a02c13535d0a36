"""Archives with nothing in them, which tests begin with: copies of one that was migrated once.

Migrating takes longer than most tests. What the migrations themselves do has its own tests, in
tests/store/test_migrate.py.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy.engine import make_url

from archive.config import Settings
from archive.services import Archive

MEMORY, ROOM = Path("/dev/shm"), 1 << 30


def empty_archive(settings: Settings) -> Archive:
    """Return an archive on SQLite whose database is migrated and empty."""
    archive = Archive(settings)
    assert archive.database.file is not None
    shutil.copyfile(migrated_file(), archive.database.file)
    return archive


@cache
def migrated_file() -> Path:
    """Return an empty SQLite database, migrated; to be copied, never to be opened."""
    folder = Path(tempfile.mkdtemp(prefix="twenties-empty-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return _migrated(Settings.from_environment({}, instance=folder / "instance"))


def _migrated(settings: Settings) -> Path:
    archive = Archive(settings)
    archive.migrate()
    archive.close()
    return archive.database.file or Path()


def quick_folder() -> str | None:
    """Return a folder that lies in memory, if there is one with room where programs may be run;
    else None. A server's ten thousands of small files are made and taken away there in no time, on
    many a disk in minutes."""
    if not MEMORY.is_dir() or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return None
    return str(MEMORY) if shutil.disk_usage(MEMORY).free > ROOM else None


class Databases:
    """Makes databases on a PostgreSQL server."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._connection = psycopg.connect(_plain(server.get_uri()), autocommit=True)
        self._template: str | None = None

    def make(self, *, migrated: bool = False) -> str:
        """Make a database, with nothing in it or migrated, and return its address."""
        name = f"t{os.urandom(6).hex()}"
        template = f" TEMPLATE {self._migrated_one()} STRATEGY FILE_COPY" if migrated else ""
        self._connection.execute(f"CREATE DATABASE {name}{template}".encode())
        return str(self._server.get_uri(name))

    def drop(self, address: str) -> None:
        """Drop a database that was made, whoever is still connected to it."""
        name = make_url(address).database
        self._connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def _migrated_one(self) -> str:
        if self._template is None:
            address = self.make()
            with tempfile.TemporaryDirectory() as folder:
                variables = {"DATABASE_URL": address}
                _migrated(Settings.from_environment(variables, instance=Path(folder) / "instance"))
            self._template = make_url(address).database
        assert self._template is not None
        return self._template

    def close(self) -> None:
        self._connection.close()


def _plain(address: str) -> str:
    return make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
