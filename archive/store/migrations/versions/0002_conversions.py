"""What was not XXN and was converted: how it was read, and the XXN made of it.

A table of its own, so that no list or job page ever reads past an upload's bytes to get at it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("upload", sa.Column("ranks", sa.String(16), nullable=True))
    op.create_table(
        "conversion",
        sa.Column("upload_id", sa.String(10), nullable=False),
        sa.Column("reading", sa.JSON(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name="fk_conversion_upload_id"),
        sa.PrimaryKeyConstraint("upload_id", name="pk_conversion"),
    )


def downgrade() -> None:
    op.drop_table("conversion")
    op.drop_column("upload", "ranks")
