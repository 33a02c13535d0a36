"""What the analyst says of games."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Index, String

from archive.store.migrations.columns import (
    HASH,
    MOMENT,
    TEXT,
    WHOLE,
    key,
    of,
    perhaps,
    some,
    table,
    word,
)

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    table(
        "annotation",
        of("record.id", "record_id", key=True),
        key(revision=WHOLE, analyst=String(10), engine=HASH),
        word("state", "waiting", "taken", "done", "failed"),
        some(attempts=WHOLE, asked_at=MOMENT, due_at=MOMENT),
        perhaps(body=TEXT, note=TEXT),
        Index(None, "state", "due_at"),
    )


def downgrade() -> None:
    op.drop_table("annotation")
