"""Players, tags, collections, reports, and what search and its counts are made of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def _words(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=16)


def upgrade() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.String(10), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("anonymised_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
    )
    op.create_table(
        "alias",
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("player_id", sa.String(10), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_alias_player_id")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_alias")),
    )
    op.create_index("ix_alias_player_id", "alias", ["player_id"])
    op.create_table(
        "seat",
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(10), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id")),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f("fk_seat_record_id")),
        sa.PrimaryKeyConstraint("record_id", "seat", name=op.f("pk_seat")),
    )
    op.create_index("ix_seat_player_id_record_id", "seat", ["player_id", "record_id"])
    op.create_table(
        "tag",
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("tag", sa.String(40), nullable=False),
        sa.Column("added_by", sa.String(10), nullable=True),
        sa.Column("added_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["added_by"], ["account.id"], name=op.f("fk_tag_added_by")),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f("fk_tag_record_id")),
        sa.PrimaryKeyConstraint("record_id", "tag", name=op.f("pk_tag")),
    )
    op.create_index("ix_tag_tag_record_id", "tag", ["tag", "record_id"])
    op.create_table(
        "collection",
        sa.Column("id", sa.String(10), nullable=False),
        sa.Column("owner_id", sa.String(10), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column(
            "visibility", _words("visibility", "private", "unlisted", "public"), nullable=False
        ),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["account.id"], name=op.f("fk_collection_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_collection")),
    )
    op.create_index("ix_collection_owner_id", "collection", ["owner_id"])
    op.create_table(
        "collectionitem",
        sa.Column("collection_id", sa.String(10), nullable=False),
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collection.id"],
            name=op.f("fk_collectionitem_collection_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["record_id"], ["record.id"], name=op.f("fk_collectionitem_record_id")
        ),
        sa.PrimaryKeyConstraint("collection_id", "record_id", name=op.f("pk_collectionitem")),
    )
    op.create_index("ix_collectionitem_record_id", "collectionitem", ["record_id"])
    op.create_table(
        "facetcount",
        sa.Column("scope", sa.String(60), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("rules", sa.String(200), nullable=False),
        sa.Column("standing", sa.String(16), nullable=False),
        sa.Column("month", sa.String(7), nullable=False),
        sa.Column("records", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "scope", "game", "rules", "standing", "month", name=op.f("pk_facetcount")
        ),
    )
    op.create_table(
        "recordtext",
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f("fk_recordtext_record_id")),
        sa.PrimaryKeyConstraint("record_id", name=op.f("pk_recordtext")),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.String(10), nullable=False),
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("reporter_id", sa.String(10), nullable=True),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("state", _words("state", "open", "upheld", "dismissed"), nullable=False),
        sa.Column("settled_by", sa.String(10), nullable=True),
        sa.Column("settled_at", MOMENT, nullable=True),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f("fk_report_record_id")),
        sa.ForeignKeyConstraint(
            ["reporter_id"], ["account.id"], name=op.f("fk_report_reporter_id")
        ),
        sa.ForeignKeyConstraint(["settled_by"], ["account.id"], name=op.f("fk_report_settled_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report")),
    )
    op.create_index("ix_report_record_id", "report", ["record_id"])
    op.create_index("ix_report_state_created_at", "report", ["state", "created_at"])


def downgrade() -> None:
    op.drop_table("report")
    op.drop_table("recordtext")
    op.drop_table("facetcount")
    op.drop_table("collectionitem")
    op.drop_table("collection")
    op.drop_table("tag")
    op.drop_table("seat")
    op.drop_table("alias")
    op.drop_table("player")
