"""All tables of the first version, as the models have them, and the triggers of each database: the
index of words follows the texts, and rows of the log are only ever added.

Until the first release the models say what a new archive has, and say it alone: a migration after
this one finds its column there already, unless the archive was begun before it. With the first
release the tables of that day are written down here, and stay.

Its number goes on from those that it replaced before anything was released: an archive that was
kept with the last of them has this schema, and stays as it is.
"""

from __future__ import annotations

from alembic import op
from sqlmodel import SQLModel

import archive.store.models  # noqa: F401 - fills the metadata

revision = "0022"
down_revision = None

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


def upgrade() -> None:
    """Create all tables, then the triggers."""
    connection = op.get_bind()
    SQLModel.metadata.create_all(connection)
    sqlite = connection.dialect.name == "sqlite"
    for statement in (
        *(WORDS_OF_SQLITE if sqlite else WORDS_OF_POSTGRESQL),
        *(LOG_OF_SQLITE if sqlite else LOG_OF_POSTGRESQL),
    ):
        op.execute(statement)


def downgrade() -> None:
    """Drop the triggers, where they do not go with their tables, and all tables."""
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    op.execute("DROP TABLE recordtext_words" if sqlite else "DROP FUNCTION audit_keeps() CASCADE")
    SQLModel.metadata.drop_all(connection)
