"""Values as a backup writes them: the same text for the same value from either kind of database."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

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


# In this order: a boolean may be a kind of integer, and JSON a kind of text.
_KINDS: Final[tuple[tuple[type[Any], Kind], ...]] = (
    (sa.JSON, Kind.JSON),
    (sa.LargeBinary, Kind.BINARY),
    (sa.BINARY, Kind.BINARY),
    (sa.VARBINARY, Kind.BINARY),
    (sa.Boolean, Kind.BOOLEAN),
    (sa.DateTime, Kind.MOMENT),
    (sa.Float, Kind.REAL),
    (sa.Integer, Kind.INTEGER),
    (sa.String, Kind.TEXT),
)

# The types that columns of a kind are read and written as. JSON is text here, letter for letter:
# parsed and written again it might not be the same.
_TYPES: Final[dict[Kind, Callable[[], sa.types.TypeEngine[Any]]]] = {
    Kind.TEXT: sa.Text,
    Kind.INTEGER: sa.BigInteger,
    Kind.REAL: sa.Double,
    Kind.BOOLEAN: sa.Boolean,
    Kind.MOMENT: Moment,
    Kind.BINARY: sa.LargeBinary,
    Kind.JSON: sa.Text,
}


def kind_of(column_type: Any) -> Kind:
    """Return the kind of a column of this type; raise for types that no table of ours has."""
    for known, kind in _KINDS:
        if isinstance(column_type, known):
            return kind
    raise TypeError(f"a backup cannot hold columns of the type {column_type!r}")


def column(name: str, kind: Kind) -> sa.ColumnClause[Any]:
    """Return a column as it is named in a statement."""
    return sa.column(name, _TYPES[kind]())


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
    if not isinstance(value, _WRITTEN[kind]):
        raise TypeError(f"{kind} expected, found {type(value).__name__}")
    return value


_WRITTEN: Final[dict[Kind, type[Any] | tuple[type[Any], ...]]] = {
    Kind.TEXT: str,
    Kind.INTEGER: int,
    Kind.REAL: (int, float),
    Kind.BOOLEAN: bool,
    Kind.JSON: str,
}
