"""Uploads that a deletion has taken say so, and nobody sees them any more.

Where such a deletion is at work while this is taken back, what is left of its uploads stays:
private, nobody's, and to be deleted again.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

TAKEN = sa.text("deletion_id IS NOT NULL")


def upgrade() -> None:
    op.add_column("upload", sa.Column("deletion_id", sa.String(10), nullable=True))
    op.create_index(
        "ix_upload_deletion_id", "upload", ["deletion_id"],
        sqlite_where=TAKEN, postgresql_where=TAKEN,
    )  # fmt: skip
    # A record that goes is looked for among the differences, each time through all of them.
    op.create_index("ix_difference_record_id", "difference", ["record_id"])


def downgrade() -> None:
    op.drop_index("ix_difference_record_id", "difference")
    op.drop_index("ix_upload_deletion_id", "upload")
    with op.batch_alter_table("upload") as table:
        table.drop_column("deletion_id")
