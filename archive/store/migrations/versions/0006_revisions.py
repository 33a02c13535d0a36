"""Revisions of records, verdicts bound to them, findings as rows, and what lists sort by.

The columns copied from verdicts that are here already are filled when the archive is next scored
anew; until then a record's engine is unknown, which is how that job finds it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)

record = sa.table("record", *(sa.column(name) for name in (
    "revision", "day", "shown", "visibility", "state",
)))  # fmt: skip
verdict = sa.table("verdict", sa.column("revision"))


def upgrade() -> None:
    op.create_table(
        "revision",
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("author_id", sa.String(10), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("raw_hash", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["account.id"], name=op.f("fk_revision_author_id")),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f("fk_revision_record_id")),
        sa.PrimaryKeyConstraint("record_id", "number", name=op.f("pk_revision")),
    )
    op.create_table(
        "finding",
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("severity", sa.String(10), nullable=False),
        sa.Column("clause", sa.String(80), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f("fk_finding_record_id")),
        sa.PrimaryKeyConstraint("record_id", "number", name=op.f("pk_finding")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_finding_clause_record_id", "finding", ["clause", "record_id"])
    op.create_index("ix_finding_code_record_id", "finding", ["code", "record_id"])

    with op.batch_alter_table("record") as table:
        table.add_column(sa.Column("hidden_at", MOMENT, nullable=True))
        table.add_column(sa.Column("shown", sa.Boolean(), nullable=True))
        table.add_column(sa.Column("revision", sa.Integer(), nullable=True))
        table.add_column(sa.Column("engine", sa.String(64), nullable=True))
        table.add_column(sa.Column("day", sa.String(10), nullable=True))
        table.add_column(sa.Column("highest", sa.Integer(), nullable=True))
    op.execute(
        sa.update(record).values(
            revision=1,
            day="",
            shown=sa.and_(record.c.visibility == "public", record.c.state == "judged"),
        )
    )
    with op.batch_alter_table("record") as table:
        table.alter_column("shown", existing_type=sa.Boolean(), nullable=False)
        table.alter_column("revision", existing_type=sa.Integer(), nullable=False)
        table.alter_column("day", existing_type=sa.String(10), nullable=False)
        table.drop_index("ix_record_standing")
        table.create_index("ix_record_engine_id", ["engine", "id"])
    with op.batch_alter_table("verdict") as table:
        table.add_column(sa.Column("revision", sa.Integer(), nullable=True))
        table.add_column(sa.Column("raw_hash", sa.String(64), nullable=True))
    op.execute(sa.update(verdict).values(revision=1))
    with op.batch_alter_table("verdict") as table:
        table.alter_column("revision", existing_type=sa.Integer(), nullable=False)
        table.drop_constraint(op.f("uq_verdict_record_id_rules_engine"), type_="unique")
        table.create_unique_constraint(
            op.f("uq_verdict_record_id_revision_rules_engine"),
            ["record_id", "revision", "rules", "engine"],
        )


def downgrade() -> None:
    op.execute(sa.delete(verdict).where(verdict.c.revision > 1))
    with op.batch_alter_table("verdict") as table:
        table.drop_constraint(op.f("uq_verdict_record_id_revision_rules_engine"), type_="unique")
        table.create_unique_constraint(
            op.f("uq_verdict_record_id_rules_engine"), ["record_id", "rules", "engine"]
        )
        table.drop_column("raw_hash")
        table.drop_column("revision")
    with op.batch_alter_table("record") as table:
        table.drop_index("ix_record_engine_id")
        table.create_index("ix_record_standing", ["standing"])
        for column in ("hidden_at", "shown", "revision", "engine", "day", "highest"):
            table.drop_column(column)
    op.drop_table("finding")
    op.drop_table("revision")
