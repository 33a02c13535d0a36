"""Analyses beside their verdicts, and what of them is still to be made.

Verdicts that are here already have theirs in themselves. On the way back those that have not get
it; what was not made yet is not made any more.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from archive.store.types import Moment

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

LEFT = ', "readings": [], "readings_complete": false'
"""Where a verdict leaves place for its analysis."""
KEY = ("record_id", "revision", "rules", "engine")
AT_ONCE = 500

analysis = sa.table("analysis", *map(sa.column, (*KEY, "body")))
verdict = sa.table("verdict", *map(sa.column, (*KEY, "body")))


def upgrade() -> None:
    op.create_table(
        "analysis",
        *_key(),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        *_constraints("analysis"),
    )
    states = sa.Enum(
        "waiting", "taken", "failed", name="state", native_enum=False, create_constraint=True,
        length=16,
    )  # fmt: skip
    op.create_table(
        "unanalysed",
        *_key(),
        sa.Column("upload_id", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", states, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", Moment(), nullable=False),
        sa.Column("job_id", sa.String(10), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        *_constraints("unanalysed"),
    )
    op.create_index("ix_unanalysed_upload_id_number", "unanalysed", ["upload_id", "number"])
    op.create_index("ix_unanalysed_state_due_at", "unanalysed", ["state", "due_at"])


def _key() -> list[sa.Column[str] | sa.Column[int]]:
    return [
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("rules", sa.String(200), nullable=False),
        sa.Column("engine", sa.String(64), nullable=False),
    ]


def _constraints(table: str) -> list[sa.Constraint]:
    return [
        sa.PrimaryKeyConstraint(*KEY, name=op.f(f"pk_{table}")),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f(f"fk_{table}_record_id")),
    ]


def downgrade() -> None:
    connection = op.get_bind()
    after = ""
    while found := _some(connection, after):
        for row in found:
            head, place, _ = row.verdict.rpartition(LEFT)
            if place:
                body = f"{head}, {row.analysis.removeprefix('{')}"
                its = (getattr(verdict.c, name) == getattr(row, name) for name in KEY)
                connection.execute(sa.update(verdict).where(*its).values(body=body))
        after = found[-1].record_id
    op.drop_table("unanalysed")
    op.drop_table("analysis")


def _some(connection: sa.Connection, after: str) -> list[sa.Row[tuple[str, ...]]]:
    """Analyses with their verdicts, all of a record together, in the order of the records."""
    ids = (
        sa.select(analysis.c.record_id)
        .where(analysis.c.record_id > after)
        .distinct()
        .order_by(analysis.c.record_id)
        .limit(AT_ONCE)
    )
    same = sa.and_(*(getattr(verdict.c, name) == getattr(analysis.c, name) for name in KEY))
    return list(
        connection.execute(
            sa.select(
                *(getattr(analysis.c, name) for name in KEY),
                analysis.c.body.label("analysis"),
                verdict.c.body.label("verdict"),
            )
            .join(verdict, same)
            .where(analysis.c.record_id.in_(ids))
            .order_by(analysis.c.record_id)
        )
    )
