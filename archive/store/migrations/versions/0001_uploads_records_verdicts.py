"""Uploads, their records, and the verdicts on them.

Spelled out in plain SQLAlchemy types: a migration is history and must not change when the
archive's own column types do.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _words(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=16)


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "upload",
        sa.Column("id", sa.String(10), nullable=False),
        sa.Column("filename", sa.String(200), nullable=True),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("received_at", moment, nullable=False),
        sa.Column("state", _words("state", "queued", "working", "done", "failed"), nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", moment, nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_upload"),
    )
    op.create_index("ix_upload_state_due_at", "upload", ["state", "due_at"])

    op.create_table(
        "record",
        sa.Column("id", sa.String(10), nullable=False),
        sa.Column("upload_id", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("state", _words("state", "waiting", "judged", "failed"), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("raw_hash", sa.String(64), nullable=True),
        sa.Column("record_hash", sa.String(64), nullable=True),
        sa.Column("play_hash", sa.String(64), nullable=True),
        sa.Column("game", sa.String(200), nullable=True),
        sa.Column("rules", sa.String(200), nullable=True),
        sa.Column("event", sa.String(200), nullable=True),
        sa.Column("date", sa.String(200), nullable=True),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column(
            "standing",
            _words("standing", "waiting", "upheld", "flawed", "impossible"),
            nullable=False,
        ),
        sa.Column("answers", sa.JSON(), nullable=True),
        sa.Column("score", sa.JSON(), nullable=True),
        sa.Column("claimed", sa.JSON(), nullable=True),
        sa.Column("winner", sa.String(16), nullable=True),
        sa.Column("findings", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name="fk_record_upload_id"),
        sa.PrimaryKeyConstraint("id", name="pk_record"),
        sa.UniqueConstraint("upload_id", "number", name="uq_record_upload_id_number"),
    )
    op.create_index("ix_record_listed_created_at", "record", ["listed", "created_at"])
    op.create_index("ix_record_standing", "record", ["standing"])
    op.create_index("ix_record_play_hash", "record", ["play_hash"])

    op.create_table(
        "verdict",
        sa.Column("id", sa.String(10), nullable=False),
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("rules", sa.String(200), nullable=False),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name="fk_verdict_record_id"),
        sa.PrimaryKeyConstraint("id", name="pk_verdict"),
        sa.UniqueConstraint(
            "record_id", "rules", "engine", name="uq_verdict_record_id_rules_engine"
        ),
    )


def downgrade() -> None:
    op.drop_table("verdict")
    op.drop_table("record")
    op.drop_table("upload")
