"""Migrating a database to the schema this version expects.

The tables are only ever made by the migrations beside this file, which are part of the installed
package. All of them run in one transaction: a migration that fails leaves the database as it was.
Several processes may start at once; the first migrates while the others wait, and then find nothing
left to do. Alembic is imported where it is needed: most processes never migrate.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.engine import Connection

from archive.core.errors import TwentiesError
from archive.languages import marked
from archive.store.database import UNHURRIED, Database, explained

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

SCRIPTS = Path(__file__).parent / "migrations"
# PostgreSQL's advisory locks are numbers; this one is ours.
_LOCK = 20_2020_01


class UnknownRevision(TwentiesError):
    """The database was migrated by a later version of this archive, or before its first release."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            marked(
                "The database is at revision %(revision)s, which this version does not know. A "
                "later version has migrated it, or one before the first release: see "
                "docs/upgrading.md."
            ),
            revision=revision,
        )
        self.revision = revision


def upgrade(database: Database, revision: str = "head") -> bool:
    """Migrate forward. Return whether anything had to be done."""
    with explained(database), alone(database) as connection:
        before = revision_of(connection)
        if before is not None and not knows(before):
            raise UnknownRevision(before)
        upgrade_within(connection, revision)
        return revision_of(connection) != before


def upgrade_within(connection: Connection, revision: str = "head") -> None:
    """Migrate forward inside the transaction that a connection is in; see `alone`."""
    from alembic import command

    command.upgrade(_config(connection), revision)


def knows(revision: str) -> bool:
    """Return whether this version has a migration of this name."""
    return revision in {script.revision for script in _directory().walk_revisions()}


def downgrade(database: Database, revision: str) -> None:
    """Migrate back to a revision, or to `base`: an empty database."""
    from alembic import command

    with alone(database) as connection:
        command.downgrade(_config(connection), revision)


def current(database: Database) -> str | None:
    """Return the revision of the database; None for an empty one."""
    with explained(database), database.engine.connect() as connection:
        return revision_of(connection)


def is_current(database: Database) -> bool:
    """Return whether the database is at the latest revision that this version knows."""
    return current(database) == head()


def head() -> str | None:
    """Return the latest revision that this version knows."""
    return _directory().get_current_head()


@contextmanager
def alone(database: Database) -> Iterator[Connection]:
    """Yield a transaction that no other migration can run beside.

    On SQLite foreign keys are off meanwhile, as its manual asks of a migration: altering a table
    there means to copy and drop it, and a drop would count as deleting rows that others refer to.
    They are checked before the commit instead. The switch has no effect inside a transaction, and
    so comes before it.
    """
    with database.writer.execution_options(**UNHURRIED).connect() as connection:
        if not database.sqlite:
            with connection.begin():
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
                yield connection
            return
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA foreign_keys = OFF")
        try:
            with connection.begin():
                yield connection
                broken = connection.execute(text("PRAGMA foreign_key_check")).first()
                if broken is not None:
                    raise RuntimeError(f"The migration would orphan rows of {broken[0]}.")
        finally:
            driver.execute("PRAGMA foreign_keys = ON")


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _directory() -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(SCRIPTS))


def revision_of(connection: Connection) -> str | None:
    """Return the revision that a connection's database is at."""
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()
