"""An archive has a mark of its own, so that several can use one Redis."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "identity",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("mark", sa.String(10), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("identity")
