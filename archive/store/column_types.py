"""Column types that mean the same on SQLite and on PostgreSQL, the lengths and constraint names
that all rows share, and an order of names that leaves marks and capitals aside on both.

Both databases fold names alike and compare what they have folded by code points, so that a list
begins and goes on in the same order wherever it is kept.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import DateTime, Dialect, Enum, String, TypeDecorator, text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction
from sqlmodel import JSON, SQLModel


class Moment(TypeDecorator[datetime]):
    """A point in time, in UTC, with its zone. SQLite drops the zone and would answer without it."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return a moment as the database stores it."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone is not a moment")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Return a stored moment with its zone."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def words(kind: type[StrEnum], name: str) -> Enum:
    """Return a column type for these words: stored as plain text, checked by the database and
    before it.

    The check constraint has a name so that a later migration can find and widen it.
    """
    return Enum(
        kind,
        name=name,
        native_enum=False,
        create_constraint=True,
        validate_strings=True,
        length=16,
        values_callable=lambda members: [member.value for member in members],
    )


NAME: Final = "folded"
MARKS: Final = ("\u0300", "\u036f")
"""The first and the last of the combining marks."""
STROKED: Final = "ħłøđŧı"
PLAIN: Final = "hlodti"
"""Letters with a stroke, each with its plain letter: to Unicode they are letters of their own, but
people look for Ħamrun at H."""


class Folded(GenericFunction[str]):
    """A text in its form for sorting names, computed by the database."""

    type = String()
    name = NAME
    inherit_cache = True


@compiles(Folded, "postgresql")
def _on_postgresql(element: Any, compiler: Any, **more: Any) -> str:
    text = compiler.process(element.clauses, **more)
    marks = "[{}-{}]".format(*MARKS)
    folded = f"normalize(lower(normalize({text}, NFKD)), NFKD)"
    unmarked = f"regexp_replace({folded}, '{marks}', '', 'g')"
    return f"(translate({unmarked}, '{STROKED}', '{PLAIN}') COLLATE \"C\")"


def fold(text: str | None) -> str:
    """Return a text in its form for sorting names."""
    lower = unicodedata.normalize("NFKD", text or "").lower()
    low, high = MARKS
    unmarked = (one for one in unicodedata.normalize("NFKD", lower) if not low <= one <= high)
    return "".join(unmarked).translate(str.maketrans(STROKED, PLAIN))


def teach(connection: sqlite3.Connection) -> None:
    """Add the folding function to a connection to SQLite."""
    connection.create_function(NAME, 1, fold, deterministic=True)


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
