"""Players, tags, collections, reports, and what search and its counts are made of."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
SHOWN: dict[str, Any] = {
    "sqlite_where": sa.text("shown IS 1"),
    "postgresql_where": sa.text("shown IS true"),
}
LISTS = (
    ("created_at", "id"),
    ("day", "id"),
    ("highest", "id"),
    ("findings", "id"),
    ("game", "standing", "created_at", "id"),
    ("game", "standing", "day", "id"),
    ("game", "standing", "highest", "id"),
    ("game", "standing", "findings", "id"),
    ("rules", "standing", "created_at", "id"),
)
"""What the table of games is read by."""

# SQLite's index of words follows its table by itself, so that nobody can forget it.
WORDS = """
CREATE VIRTUAL TABLE recordtext_words USING fts5(
    text, content='recordtext', content_rowid='id', columnsize=0,
    tokenize="unicode61 remove_diacritics 0"
);
CREATE TRIGGER recordtext_words_insert AFTER INSERT ON recordtext BEGIN
    INSERT INTO recordtext_words (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER recordtext_words_delete AFTER DELETE ON recordtext BEGIN
    INSERT INTO recordtext_words (recordtext_words, rowid, text)
        VALUES ('delete', old.id, old.text);
END;
CREATE TRIGGER recordtext_words_update AFTER UPDATE OF text ON recordtext BEGIN
    INSERT INTO recordtext_words (recordtext_words, rowid, text)
        VALUES ('delete', old.id, old.text);
    INSERT INTO recordtext_words (rowid, text) VALUES (new.id, new.text);
END
"""


def _words(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=16)


COUNT = sa.text("""
INSERT INTO facetcount (scope, game, rules, standing, month, records)
SELECT '', coalesce(game, ''), coalesce(rules, ''), standing, :month, count(*)
FROM record WHERE shown GROUP BY game, rules, standing
""")


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
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id")),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f("fk_seat_record_id")),
        sa.PrimaryKeyConstraint("record_id", "seat", name=op.f("pk_seat")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_seat_player_id_shown_at_record_id", "seat", ["player_id", "shown", "at", "record_id"]
    )
    op.create_table(
        "tag",
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("tag", sa.String(40), nullable=False),
        sa.Column("added_by", sa.String(10), nullable=True),
        sa.Column("added_at", MOMENT, nullable=False),
        sa.Column("at", MOMENT, nullable=True),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["added_by"], ["account.id"], name=op.f("fk_tag_added_by")),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f("fk_tag_record_id")),
        sa.PrimaryKeyConstraint("record_id", "tag", name=op.f("pk_tag")),
    )
    op.create_index("ix_tag_tag_record_id", "tag", ["tag", "record_id"])
    _shown("tag", "tag", "at", "record_id")
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
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_facetcount_scope_game_rules_standing_records",
        "facetcount",
        ["scope", "game", "rules", "standing", "records"],
        sqlite_where=sa.text("month = '*'"),
        postgresql_where=sa.text("month = '*'"),
    )
    op.create_table(
        "recordtext",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("record_id", sa.String(10), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["record_id"], ["record.id"], name=op.f("fk_recordtext_record_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recordtext")),
        sa.UniqueConstraint("record_id", name=op.f("uq_recordtext_record_id")),
    )
    if op.get_bind().dialect.name == "sqlite":
        for statement in WORDS.split(";\nCREATE"):
            op.execute(("" if statement.startswith("\n") else "CREATE") + statement)
    else:
        op.execute(
            "CREATE INDEX ix_recordtext_words ON recordtext USING gin (to_tsvector('simple', text))"
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
    _lists()


def _lists() -> None:
    """What the lists are read by, and the counts of what is shown already."""
    with op.batch_alter_table("finding") as table:
        table.add_column(sa.Column("at", MOMENT, nullable=False))
        table.add_column(sa.Column("shown", sa.Boolean(), nullable=False))
        table.drop_index("ix_finding_clause_record_id")
        table.drop_index("ix_finding_code_record_id")
    _shown("finding", "code", "at", "record_id")
    _shown("finding", "clause", "at", "record_id")
    op.drop_index("ix_record_owner_id", "record")
    op.create_index("ix_record_owner_id_created_at_id", "record", ["owner_id", "created_at", "id"])
    for columns in LISTS:
        _shown("record", *columns)
    for month in ("", "*"):
        op.execute(COUNT.bindparams(month=month))


def _shown(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, [*columns], **SHOWN)


def downgrade() -> None:
    for columns in LISTS:
        op.drop_index(f"ix_record_{'_'.join(columns)}", "record")
    op.drop_index("ix_record_owner_id_created_at_id", "record")
    op.create_index("ix_record_owner_id", "record", ["owner_id"])
    op.drop_index("ix_finding_clause_at_record_id", "finding")
    op.drop_index("ix_finding_code_at_record_id", "finding")
    with op.batch_alter_table("finding") as table:
        table.drop_column("shown")
        table.drop_column("at")
        table.create_index("ix_finding_code_record_id", ["code", "record_id"])
        table.create_index("ix_finding_clause_record_id", ["clause", "record_id"])
    op.drop_table("report")
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TABLE recordtext_words")  # the triggers go with their table
    op.drop_table("recordtext")
    op.drop_table("facetcount")
    op.drop_table("collectionitem")
    op.drop_table("collection")
    op.drop_table("tag")
    op.drop_table("seat")
    op.drop_table("alias")
    op.drop_table("player")
