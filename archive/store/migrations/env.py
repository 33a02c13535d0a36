"""Alembic's entry: run the migrations on the connection that archive.store.migrate passes.

The developer's command line (`alembic revision --autogenerate`) passes none; it then works on the
database that the environment names, as every other command does.
"""

from __future__ import annotations

from alembic import context
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel

import archive.store.models  # noqa: F401 - fills the metadata
from archive.config import Settings
from archive.store.column_types import in_models
from archive.store.database import Database


def run(connection: Connection) -> None:
    """Migrate inside the transaction that the connection is in."""
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_as_batch=True,
        transactional_ddl=True,
        compare_type=True,
        include_name=in_models,
    )
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with Database(Settings.from_environment().database_url).writer.begin() as own:
        run(own)
