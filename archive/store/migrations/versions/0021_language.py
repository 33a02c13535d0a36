"""The language in which an account reads the pages."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, String

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("account", Column("language", String(8), nullable=True))


def downgrade() -> None:
    op.drop_column("account", "language")
