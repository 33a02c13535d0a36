"""Values as a backup writes them: the same text for the same value from either kind of database."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from archive.store.column_types import Moment


class Kind(StrEnum):
    """The type of a column's values."""

    TEXT = "text"
    INTEGER = "integer"
    REAL = "real"
    BOOLEAN = "boolean"
    MOMENT = "moment"
    BINARY = "binary"
    JSON = "json"


class Form(NamedTuple):
    """The form of a kind's values: the types of columns that have them, the type as which they are
    read and written, and what JSON makes of them."""

    columns: tuple[type[Any], ...]
    used: Callable[[], sa.types.TypeEngine[Any]]
    said: type[Any] | tuple[type[Any], ...] = str


# In this order: a boolean may be a kind of integer, and JSON a kind of text. JSON is read as text,
# letter for letter: parsed and written again it might not be the same.
_FORMS: Final = {
    Kind.JSON: Form((sa.JSON,), sa.Text),
    Kind.BINARY: Form((sa.LargeBinary, sa.BINARY, sa.VARBINARY), sa.LargeBinary),
    Kind.BOOLEAN: Form((sa.Boolean,), sa.Boolean, bool),
    Kind.MOMENT: Form((sa.DateTime,), Moment),
    Kind.REAL: Form((sa.Float,), sa.Double, (int, float)),
    Kind.INTEGER: Form((sa.Integer,), sa.BigInteger, int),
    Kind.TEXT: Form((sa.String,), sa.Text),
}


def kind_of(column_type: Any) -> Kind:
    """Return the kind of a column of this type; raise for types that no table of ours has."""
    for kind, form in _FORMS.items():
        if isinstance(column_type, form.columns):
            return kind
    raise TypeError(f"a backup cannot hold columns of the type {column_type!r}")


def column(name: str, kind: Kind) -> sa.ColumnClause[Any]:
    """Return a column as it is named in a statement."""
    return sa.column(name, _FORMS[kind].used())


def read_from(named: sa.ColumnClause[Any], kind: Kind) -> sa.ColumnElement[Any]:
    """Return the expression that reads a column."""
    return sa.cast(named, sa.Text).label(named.name) if kind is Kind.JSON else named


def written(value: Any, kind: Kind) -> Any:
    """Return a value as JSON can hold it."""
    if value is None:
        return None
    if kind is Kind.BINARY:
        return b64encode(value).decode("ascii")
    if kind is Kind.MOMENT:
        moment: datetime = value
        return moment.astimezone(UTC).isoformat(timespec="microseconds")
    return value


def read(value: Any, kind: Kind) -> Any:
    """Return the value that was written; raise ValueError, TypeError or AttributeError for
    others."""
    if value is None:
        return None
    if kind is Kind.BINARY:
        return b64decode(value, validate=True)
    if kind is Kind.MOMENT:
        return datetime.fromisoformat(value)
    if not isinstance(value, _FORMS[kind].said):
        raise TypeError(f"{kind} expected, found {type(value).__name__}")
    return value
