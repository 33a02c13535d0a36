"""What the tests of the store share: a database without a service over it."""

import pytest

from archive.services import Archive
from archive.store.database import Database


@pytest.fixture
def database(archive: Archive) -> Database:
    """A migrated, empty database: once on SQLite, once on PostgreSQL."""
    return archive.database
