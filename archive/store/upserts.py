"""Writing so that doing it twice does no harm, and so that every database takes it."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from archive.core.text import printable, shortened
from archive.store.models import NAME_LENGTH

_NOT_KEPT = re.compile("[\0\ud800-\udfff]")


def insert_new(
    session: Session, table: type[SQLModel], rows: list[dict[str, Any]], unique: list[str]
) -> int:
    """Insert the rows that are not there yet, by a unique constraint; how many were new.

    Only that constraint is forgiven: any other clash is an error, as it should be. Without one
    named, every unique constraint of the table is.
    """
    if not rows:
        return 0
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    columns = table.__table__  # type: ignore[attr-defined]
    statement = (
        insert(columns)
        .values(rows)
        .on_conflict_do_nothing(index_elements=unique or None)
        .returning(*columns.primary_key.columns)  # drivers count differently
    )
    return len(session.execute(statement).all())


def file_name(name: str | None) -> str | None:
    """Return a file's name as a column takes it: what no database keeps is named (`⟨U+0000⟩`)."""
    if name is None:
        return None
    return shortened(_NOT_KEPT.sub(lambda no: printable(no[0]), name), NAME_LENGTH)


def column_text(text: str | None, limit: int = NAME_LENGTH) -> str | None:
    """Text that every database takes into a column: no NUL, no lone surrogate, not too long.

    Only for the columns that lists show; the uploaded bytes are kept as they are.
    """
    if text is None:
        return None
    if text.isascii() and "\0" not in text:
        return text[:limit]
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")[:limit]
