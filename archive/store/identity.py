"""The archive's own mark: what tells it from another that uses the same Redis.

It stands in the database, which all processes of an archive have in common and no two archives do.
It is made when it is first asked for. A restored archive gets another: the one it is a copy of may
still be running.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.engine import Connection
from sqlmodel import col

from archive.store import ids, migrate
from archive.store.database import Database, Unreachable
from archive.store.models import Identity
from archive.store.upserts import insert_new

OWN: Final = "archive"
_MARK: Final = select(col(Identity.mark)).where(col(Identity.name) == OWN)


def mark(database: Database) -> str:
    """Return the archive's mark. Raises Unreachable, also where it has not been migrated."""
    if database.file is not None and not database.file.exists():
        raise Unreachable(f"There is no {database.file} yet.")  # and looking makes none
    with migrate.explained(database):
        with database.reading() as session:
            found = session.execute(_MARK).scalar_one_or_none()
        if found is None:
            with database.writing() as session:
                insert_new(session, Identity, [{"name": OWN, "mark": ids.fresh()}], ["name"])
                found = session.execute(_MARK).scalar_one()
    return str(found)


def forget(connection: Connection) -> None:
    """Have another mark made when it is asked for next."""
    connection.execute(delete(Identity).where(col(Identity.name) == OWN))
