"""Events found whatever their capitals, by a column that every record with an event gets."""

from __future__ import annotations

import unicodedata
from typing import Final

from alembic import op
from sqlalchemy import Column, bindparam, column, select, table, text, update

from archive.store.migrations.columns import NAME

revision = "0023"
down_revision = "0022"

BEFORE: Final = "ix_record_event_day_id"
INDEX: Final = "ix_record_event_key_day_id"
AT_ONCE: Final = 5000
"""Records that are read and written at once."""


def upgrade() -> None:
    """Add the column and fill it in."""
    op.add_column("record", Column("event_key", NAME, nullable=True))
    _fill()
    op.drop_index(BEFORE, "record")
    _index(INDEX, "event_key")


def downgrade() -> None:
    """Drop the column."""
    op.drop_index(INDEX, "record")
    _index(BEFORE, "event")
    op.drop_column("record", "event_key")


def _index(name: str, of: str) -> None:
    op.create_index(
        name, "record", [of, "day", "id"], sqlite_where=text("shown IS 1"),
        postgresql_where=text("shown IS true"),
    )  # fmt: skip


def _fill() -> None:
    record = table("record", column("id"), column("event"), column("event_key"))
    connection, last = op.get_bind(), ""
    there = select(record.c.id, record.c.event).where(record.c.event.is_not(None))
    keep = (
        update(record).where(record.c.id == bindparam("which")).values(event_key=bindparam("its"))
    )
    while rows := connection.execute(
        there.where(record.c.id > last).order_by(record.c.id).limit(AT_ONCE)
    ).all():
        last = rows[-1].id
        connection.execute(keep, [{"which": row.id, "its": _key(row.event)} for row in rows])


def _key(name: str) -> str | None:
    """Return a name in its compared form, as that was when this was written."""
    seen = "".join(sign for sign in name if unicodedata.category(sign) != "Cf")
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    squeezed = " ".join(folded.split())
    return squeezed[: NAME.length] if squeezed.strip("?") else None
