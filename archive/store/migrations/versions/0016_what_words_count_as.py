"""Beside its words stands what a record counts as, for who looks for a word."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

FOLLOW = """
UPDATE recordtext SET game = record.game, rules = record.rules, standing = record.standing,
    day = record.day, at = record.created_at, shown = record.shown
FROM record WHERE record.id = record_id
"""


def upgrade() -> None:
    for column in (
        sa.Column("game", sa.String(200), nullable=True),
        sa.Column("rules", sa.String(200), nullable=True),
        sa.Column("standing", sa.String(16), nullable=False, server_default=""),
        sa.Column("day", sa.String(10), nullable=False, server_default=""),
        sa.Column("at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("shown", sa.Boolean(), nullable=False, server_default=sa.false()),
    ):
        op.add_column("recordtext", column)
    op.execute(FOLLOW)


def downgrade() -> None:
    for name in ("shown", "at", "day", "standing", "rules", "game"):
        op.drop_column("recordtext", name)
