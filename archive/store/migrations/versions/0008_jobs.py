"""Long work that is not an upload."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def _words(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=16)


def upgrade() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("owner_id", sa.String(10), nullable=True),
        sa.Column(
            "state",
            _words("state", "queued", "working", "done", "failed", "cancelled"),
            nullable=False,
        ),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("cursor", sa.String(80), nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("trace", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["account.id"], name=op.f("fk_job_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
    )
    op.create_index("ix_job_owner_id_created_at", "job", ["owner_id", "created_at"])
    op.create_index("ix_job_state_due_at", "job", ["state", "due_at"])
    op.create_table(
        "difference",
        sa.Column("job_id", sa.String(10), nullable=False),
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["job.id"], name=op.f("fk_difference_job_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f("fk_difference_record_id")),
        sa.PrimaryKeyConstraint("job_id", "record_id", name=op.f("pk_difference")),
    )


def downgrade() -> None:
    op.drop_table("difference")
    op.drop_table("job")
