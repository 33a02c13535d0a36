"""Column types that mean the same on SQLite and on PostgreSQL, and an order of names that leaves
marks and capitals aside on both.

Both databases fold names alike and compare what they have folded by code points, so that a list
begins and goes on in the same order wherever it is kept.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import DateTime, Dialect, Enum, String, TypeDecorator
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction


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
