"""The puzzles that an account has solved."""

from __future__ import annotations

from alembic import op

from archive.store.migrations.columns import MOMENT, WHOLE, key, of, some, table

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    table(
        "solved",
        of("account.id", "account_id", key=True),
        of("record.id", "record_id", key=True, index=True),
        key(ply=WHOLE),
        some(at=MOMENT),
    )


def downgrade() -> None:
    op.drop_table("solved")
