"""Games found by the event they were played at."""

from __future__ import annotations

from alembic import op
from sqlalchemy import text

revision = "0020"
down_revision = "0019"

INDEX = "ix_record_event_day_id"


def upgrade() -> None:
    op.create_index(
        INDEX, "record", ["event", "day", "id"], sqlite_where=text("shown IS 1"),
        postgresql_where=text("shown IS true"),
    )  # fmt: skip


def downgrade() -> None:
    op.drop_index(INDEX, "record")
