"""Indexes hold what is asked for: records that have an owner, and those that have been judged.

Nothing was ever found by the index of engines: what is not of one engine is all over it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_record_owner_id_created_at_id": ["owner_id", "created_at", "id"],
    "ix_record_play_hash": ["play_hash"],
}


def upgrade() -> None:
    op.drop_index("ix_record_engine_id", "record")
    for name, columns in INDEXES.items():
        known = sa.text(f"{columns[0]} IS NOT NULL")
        op.drop_index(name, "record")
        op.create_index(name, "record", columns, sqlite_where=known, postgresql_where=known)


def downgrade() -> None:
    for name, columns in INDEXES.items():
        op.drop_index(name, "record")
        op.create_index(name, "record", columns)
    op.create_index("ix_record_engine_id", "record", ["engine", "id"])
