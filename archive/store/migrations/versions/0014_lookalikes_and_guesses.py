"""Names that look alike are taken once, and tries of passwords are counted.

Of accounts whose names look alike already the oldest keeps the form; the others go on under their
names, and have none.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from archive.core.lookalikes import LONGEST, skeleton

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

account = sa.table("account", sa.column("id"), sa.column("name"), sa.column("created_at"),
                   sa.column("skeleton"))  # fmt: skip


def upgrade() -> None:
    op.add_column("account", sa.Column("skeleton", sa.String(LONGEST), nullable=True))
    connection, taken = op.get_bind(), set()
    oldest_first = sa.select(account.c.id, account.c.name).order_by(
        account.c.created_at, account.c.id
    )
    for row in connection.execute(oldest_first).all():
        form = skeleton(row.name)
        if form and form not in taken:
            taken.add(form)
            own = sa.update(account).where(account.c.id == row.id)
            connection.execute(own.values(skeleton=form))
    op.create_index("ix_account_skeleton", "account", ["skeleton"], unique=True)
    op.create_table(
        "guess",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("whole_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_guess")),
    )


def downgrade() -> None:
    op.drop_table("guess")
    op.drop_index("ix_account_skeleton", "account")
    op.drop_column("account", "skeleton")
