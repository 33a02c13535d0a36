"""What the tests of the store share: a database without a service over it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from archive.config import Settings
from archive.store import migrate
from archive.store.database import Database


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    """A migrated, empty database: once on SQLite, once on PostgreSQL."""
    database = Database(settings.database_url)
    migrate.upgrade(database)
    yield database
    database.close()
