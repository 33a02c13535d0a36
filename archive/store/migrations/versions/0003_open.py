"""A standing of its own for records of which not everything can be told.

Records that stood as upheld although an answer of theirs was open are moved there, and back.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

BEFORE = ("waiting", "upheld", "flawed", "impossible")
AFTER = ("waiting", "upheld", "open", "flawed", "impossible")
NOT_TOLD = {"underdetermined", "unfinished"}

record = sa.table(
    "record", sa.column("id", sa.String), sa.column("standing", sa.String),
    sa.column("answers", sa.JSON),
)  # fmt: skip


def upgrade() -> None:
    _allow(AFTER)
    connection = op.get_bind()
    upheld = sa.select(record.c.id, record.c.answers).where(record.c.standing == "upheld")
    for row in connection.execute(upheld).all():
        if NOT_TOLD.intersection((row.answers or {}).values()):
            connection.execute(
                sa.update(record).where(record.c.id == row.id).values(standing="open")
            )


def downgrade() -> None:
    op.execute(sa.update(record).where(record.c.standing == "open").values(standing="upheld"))
    _allow(BEFORE)


def _allow(words: tuple[str, ...]) -> None:
    listed = ", ".join(f"'{word}'" for word in words)
    with op.batch_alter_table("record") as table:
        table.drop_constraint(op.f("ck_record_standing"), type_="check")
        table.create_check_constraint(op.f("ck_record_standing"), f"standing IN ({listed})")
