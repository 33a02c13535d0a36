"""Sessions that can be ended one by one, and players who are now known as another.

Whoever is signed in has to sign in once more: the sessions of before were nothing that is kept.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0010"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "signin",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("account_id", sa.String(10), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_signin_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_signin")),
    )
    op.create_index("ix_signin_account_id", "signin", ["account_id"])
    op.drop_column("account", "session")  # as it is: a copy of the table would lose its checks
    op.create_table(
        "formerplayer",
        sa.Column("id", sa.String(10), nullable=False),
        sa.Column("player_id", sa.String(10), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_formerplayer_player_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_formerplayer")),
    )
    op.create_index("ix_formerplayer_player_id", "formerplayer", ["player_id"])


def downgrade() -> None:
    op.drop_table("formerplayer")
    op.add_column("account", sa.Column("session", sa.Integer(), nullable=False, server_default="0"))
    op.drop_table("signin")
