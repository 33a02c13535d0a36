"""What the databases see to by themselves, each in its own way: the index of words follows the
texts, and to the log of what was done rows are only ever added.
"""

from __future__ import annotations

from alembic import op

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


def add() -> None:
    """Have the database keep these rules; the tables are there."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in (
        *(WORDS_OF_SQLITE if sqlite else WORDS_OF_POSTGRESQL),
        *(LOG_OF_SQLITE if sqlite else LOG_OF_POSTGRESQL),
    ):
        op.execute(statement)


def remove() -> None:
    """Take the rules away, before their tables go: those of SQLite go with the tables."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TABLE recordtext_words")
    else:
        op.execute("DROP FUNCTION audit_keeps() CASCADE")
