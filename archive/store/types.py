"""Column types that mean the same on SQLite and on PostgreSQL, and the texts that both take."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import DateTime, Dialect, Enum, TypeDecorator

from archive.core.text import printable, shortened

NAME_LENGTH = 200
"""Longest file name or tag value kept in a column; the bytes hold the rest."""
_NOT_KEPT = re.compile("[\0\ud800-\udfff]")


class Moment(TypeDecorator[datetime]):
    """A point in time, in UTC, with its zone. SQLite drops the zone and would answer without it."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone is not a moment")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def words(kind: type[StrEnum], name: str) -> Enum:
    """Return a column of these words: stored as plain text, checked by the database and before it.

    The check constraint carries a name so that a later migration can find and widen it.
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


def file_name(name: str | None) -> str | None:
    """Return a file's name as a column takes it: what no database keeps is named (`⟨U+0000⟩`)."""
    if name is None:
        return None
    return shortened(_NOT_KEPT.sub(lambda no: printable(no[0]), name), NAME_LENGTH)


def column_text(text: str | None, limit: int = NAME_LENGTH) -> str | None:
    """Return text that every database takes into a column: no NUL, no lone surrogate, not too long.

    Only for the columns that lists show; the uploaded bytes are kept as they are.
    """
    if text is None:
        return None
    if text.isascii() and "\0" not in text:
        return text[:limit]
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")[:limit]
