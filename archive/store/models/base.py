"""Lengths and constraint names that all rows share."""

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
    """Return the options of an index that has only listed records: others cost it nothing. The
    condition stands as queries write it, or SQLite would not recognise it."""
    return {
        "sqlite_where": text("shown IS 1"),
        "postgresql_where": text("shown IS true"),
    }


def known_only(column: str) -> dict[str, Any]:
    """Return the options of an index that has only rows with a value in a column."""
    known = text(f"{column} IS NOT NULL")
    return {"sqlite_where": known, "postgresql_where": known}


def in_models(name: str | None, _kind: str, _parents: Any) -> bool:
    """Return whether a table or an index of the database is in the models: the indexes of words are
    not, as each database has its own."""
    return not (name or "").startswith(("recordtext_words", "ix_recordtext_words"))
