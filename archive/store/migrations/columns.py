"""Short functions for columns, which the initial migration is written with.

They make plain SQLAlchemy types: a migration is history and must not change when the models do.

Here are also the triggers of each database: the index of words follows the texts, and rows of the
log are only ever added.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Column, Index, String

TEXT, WHOLE, LONG, FLAG = sa.Text(), sa.Integer(), sa.BigInteger(), sa.Boolean()
MOMENT, OBJECT, BYTES = sa.DateTime(timezone=True), sa.JSON(), sa.LargeBinary()
ID, HASH, NAME, WORD = String(10), String(64), String(200), String(16)
ORDERS = ("created_at", "day", "highest", "findings")
"""The columns that the table of games is sorted by."""
KEPT_BY_KEY = {"sqlite_with_rowid": False}
"""For a table that SQLite keeps in the order of its key."""


def table(name: str, *parts: Any, **options: Any) -> None:
    """Create a table of columns, lists of columns, constraints and indexes; these get their names
    by the convention in store/column_types.py."""
    flat = [one for part in parts for one in (part if isinstance(part, list) else [part])]
    op.create_table(name, *flat, **options)


def key(**columns: Any) -> list[Column[Any]]:
    """Return the columns of a primary key."""
    return [Column(name, kind, primary_key=True) for name, kind in columns.items()]


def some(*, default: Any = None, **columns: Any) -> list[Column[Any]]:
    """Return columns that always have a value; `default` where none is given."""
    return [
        Column(name, kind, nullable=False, server_default=default) for name, kind in columns.items()
    ]


def perhaps(**columns: Any) -> list[Column[Any]]:
    """Return columns that may be null."""
    return [Column(name, kind, nullable=True) for name, kind in columns.items()]


def of(
    target: str,
    *names: str,
    key: bool = False,
    perhaps: bool = False,
    index: bool = False,
    ondelete: str | None = None,
) -> list[Column[Any]]:
    """Return columns that refer to a row of another table."""
    return [
        Column(
            name,
            ID,
            sa.ForeignKey(target, ondelete=ondelete),
            primary_key=key,
            nullable=perhaps,
            index=index,
        )
        for name in names
    ]


def of_verdict() -> list[list[Column[Any]]]:
    """Return the columns that name a verdict."""
    return [of("record.id", "record_id", key=True), key(revision=WHOLE, rules=NAME, engine=HASH)]


def word(name: str, *values: str) -> Column[Any]:
    """Return a column of one of these words, which the database checks."""
    kind = sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=16)
    return Column(name, kind, nullable=False)


def visibility() -> Column[Any]:
    """Return the column for the visibility."""
    return word("visibility", "private", "unlisted", "public")


def where(condition: str) -> dict[str, Any]:
    """Return the options that limit an index to some rows."""
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def shown(*columns: str) -> Index:
    """Return an index of listed records."""
    return Index(
        None,
        *columns,
        sqlite_where=sa.text("shown IS 1"),
        postgresql_where=sa.text("shown IS true"),
    )


WORDS_OF_SQLITE = (
    """CREATE VIRTUAL TABLE recordtext_words USING fts5(
        text, content='recordtext', content_rowid='id', columnsize=0,
        tokenize="unicode61 remove_diacritics 0")""",
    """CREATE TRIGGER recordtext_words_insert AFTER INSERT ON recordtext BEGIN
        INSERT INTO recordtext_words (rowid, text) VALUES (new.id, new.text);
    END""",
    """CREATE TRIGGER recordtext_words_delete AFTER DELETE ON recordtext BEGIN
        INSERT INTO recordtext_words (recordtext_words, rowid, text)
            VALUES ('delete', old.id, old.text);
    END""",
    """CREATE TRIGGER recordtext_words_update AFTER UPDATE OF text ON recordtext BEGIN
        INSERT INTO recordtext_words (recordtext_words, rowid, text)
            VALUES ('delete', old.id, old.text);
        INSERT INTO recordtext_words (rowid, text) VALUES (new.id, new.text);
    END""",
)
WORDS_OF_POSTGRESQL = (
    "CREATE INDEX ix_recordtext_words ON recordtext USING gin (to_tsvector('simple', text))",
)
LOG_OF_SQLITE = tuple(
    f"CREATE TRIGGER audit_keeps_{what.lower()} BEFORE {what} ON audit "
    "BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END"
    for what in ("UPDATE", "DELETE")
)
LOG_OF_POSTGRESQL = (
    """CREATE FUNCTION audit_keeps() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE EXCEPTION 'the log is only ever added to'; END$$""",
    """CREATE TRIGGER audit_keeps BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
        FOR EACH STATEMENT EXECUTE FUNCTION audit_keeps()""",
)


def add_rules() -> None:
    """Add the triggers; the tables exist already."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in (
        *(WORDS_OF_SQLITE if sqlite else WORDS_OF_POSTGRESQL),
        *(LOG_OF_SQLITE if sqlite else LOG_OF_POSTGRESQL),
    ):
        op.execute(statement)


def remove_rules() -> None:
    """Remove the triggers, before their tables: those of SQLite go with the tables."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TABLE recordtext_words")
    else:
        op.execute("DROP FUNCTION audit_keeps() CASCADE")
