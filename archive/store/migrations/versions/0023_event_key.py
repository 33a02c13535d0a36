"""Events found whatever their capitals, by a column that every record with an event gets."""

from __future__ import annotations

import unicodedata
from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

BEFORE: Final = "ix_record_event_day_id"
INDEX: Final = "ix_record_event_key_day_id"
AT_ONCE: Final = 5000
"""Records that are read and written at once."""
LENGTH: Final = 200


def upgrade() -> None:
    """Add the column, where the models have not made it, and fill it in."""
    there = sa.inspect(op.get_bind()).get_columns("record")
    if all(one["name"] != "event_key" for one in there):
        op.add_column("record", sa.Column("event_key", sa.String(LENGTH), nullable=True))
        op.drop_index(BEFORE, "record")
        _index(INDEX, "event_key")
    _fill()


def downgrade() -> None:
    """Drop the column."""
    op.drop_index(INDEX, "record")
    _index(BEFORE, "event")
    op.drop_column("record", "event_key")


def _index(name: str, of: str) -> None:
    op.create_index(
        name, "record", [of, "day", "id"], sqlite_where=sa.text("shown IS 1"),
        postgresql_where=sa.text("shown IS true"),
    )  # fmt: skip


def _fill() -> None:
    record = sa.table("record", *map(sa.column, ("id", "event", "event_key")))
    connection, last = op.get_bind(), ""
    there = sa.select(record.c.id, record.c.event).where(record.c.event.is_not(None))
    keep = (
        sa.update(record)
        .where(record.c.id == sa.bindparam("which"))
        .values(event_key=sa.bindparam("its"))
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
    return squeezed[:LENGTH] if squeezed.strip("?") else None
