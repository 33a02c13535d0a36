"""What all rows share: lengths, and names for the constraints."""

from typing import Any

from sqlalchemy import text
from sqlmodel import JSON, SQLModel

# Constraints have names, or SQLite's migrations could not find them again.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

ID_LENGTH = 10
HASH_LENGTH = 64

OBJECT = JSON(none_as_null=True)
"""A JSON object, or no value at all; never JSON's null."""


def shown_only() -> dict[str, Any]:
    """Return the condition of an index of what is shown alone: what is not costs it nothing. The
    condition stands as queries write it, or SQLite would not know it again."""
    return {
        "sqlite_where": text("shown IS 1"),
        "postgresql_where": text("shown IS true"),
    }


def known_only(column: str) -> dict[str, Any]:
    """Return the condition of an index of rows that have a value in a column: it is asked for by
    that value alone, and while it has none the row is in no index of it."""
    known = text(f"{column} IS NOT NULL")
    return {"sqlite_where": known, "postgresql_where": known}


def in_models(name: str | None, _kind: str, _parents: Any) -> bool:
    """Return whether a table or an index of the database is one that the models speak of: the
    indexes of words are not, which each database has in its own way."""
    return not (name or "").startswith(("recordtext_words", "ix_recordtext_words"))
