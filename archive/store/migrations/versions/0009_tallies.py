"""How an upload's records stand, kept beside it.

Uploads that are here already have none: theirs is counted when somebody looks.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("upload", sa.Column("tally", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("upload") as table:
        table.drop_column("tally")
