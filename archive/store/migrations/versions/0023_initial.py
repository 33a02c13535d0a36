"""All tables of the first version.

Its number goes on from those that it replaced before anything was released: an archive that was
kept with the last of them has this schema, and stays as it is.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import Index, String, UniqueConstraint, false

from archive.store.migrations import record_tables
from archive.store.migrations.columns import (
    BYTES,
    FLAG,
    HASH,
    ID,
    KEPT_BY_KEY,
    LONG,
    MOMENT,
    NAME,
    OBJECT,
    TEXT,
    WHOLE,
    WORD,
    add_rules,
    key,
    of,
    perhaps,
    remove_rules,
    shown,
    some,
    table,
    visibility,
    where,
    word,
)  # fmt: skip

revision = "0023"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    _accounts()
    _uploads()
    record_tables.add()
    _lists()
    _jobs()
    add_rules()


def downgrade() -> None:
    """Drop all tables."""
    remove_rules()
    for name in (
        *("solved", "layerversion", "layer", "annotation", "unanalysed", "analysis"),
        *("difference", "job", "identity", "report"),
        *("recordtext", "facetcount", "collectionitem", "collection", "tag"),
        *("seat", "formerplayer", "alias", "player", "finding", "verdict", "revision"),
        *("record", "idempotencykey", "document", "upload", "chunk", "blob"),
        *("audit", "guess", "token", "signin", "account"),
    ):
        op.drop_table(name)


def _accounts() -> None:
    table(
        "account",
        key(id=ID),
        some(name=String(40), key=String(40), password=NAME, created_at=MOMENT),
        perhaps(skeleton=String(400), disabled_at=MOMENT, language=String(8)),
        word("role", "member", "arbiter", "moderator", "admin"),
        UniqueConstraint("key"),
        Index(None, "skeleton", unique=True),
    )
    table(
        "signin",
        key(id=HASH),
        of("account.id", "account_id", index=True, ondelete="CASCADE"),
        some(at=MOMENT),
    )
    table(
        "token",
        key(id=ID),
        of("account.id", "account_id", index=True),
        some(name=String(60), hash=HASH, scopes=OBJECT, created_at=MOMENT),
        perhaps(expires_at=MOMENT, used_at=MOMENT, revoked_at=MOMENT),
        UniqueConstraint("hash"),
    )
    table("guess", key(key=HASH), some(whole_at=LONG))
    table(
        "audit",
        key(id=WHOLE),
        some(at=MOMENT, action=String(40), subject=String(60)),
        perhaps(actor_id=ID, detail=OBJECT),
        Index(None, "at"),
        Index(None, "actor_id", "at"),
        Index(None, "subject", "at"),
    )
    table("identity", key(name=String(20)), some(mark=ID))


def _uploads() -> None:
    table(
        "blob",
        key(id=ID),
        some(size=LONG, sha256=HASH, created_at=MOMENT),
        Index(None, "created_at"),
    )
    table(
        "chunk",
        of("blob.id", "blob_id", key=True, ondelete="CASCADE"),
        key(number=WHOLE),
        some(content=BYTES),
    )
    table(
        "upload",
        key(id=ID),
        of("account.id", "owner_id", perhaps=True),
        of("blob.id", "blob_id"),
        some(source=WORD, size=LONG, sha256=HASH, ranks=WORD, received_at=MOMENT),
        visibility(),
        word("state", "queued", "working", "done", "failed", "cancelled"),
        some(attempts=WHOLE, due_at=MOMENT),
        perhaps(total=WHOLE, ended_at=MOMENT, trace=HASH, deletion_id=ID),
        perhaps(filename=NAME, note=TEXT, tally=OBJECT),
        UniqueConstraint("owner_id", "sha256", "ranks"),
        Index(None, "state", "due_at"),
        Index(None, "owner_id", "received_at"),
        Index(None, "deletion_id", **where("deletion_id IS NOT NULL")),
    )
    table(
        "document",
        of("upload.id", "upload_id", key=True),
        key(number=WHOLE),
        of("blob.id", "blob_id"),
        some(size=LONG),
        perhaps(records=WHOLE, name=NAME, note=TEXT, reading=OBJECT),
    )
    table(
        "idempotencykey",
        key(owner=ID, key=String(255)),
        of("upload.id", "upload_id", ondelete="CASCADE"),
        some(fingerprint=HASH, created_at=MOMENT),
        Index(None, "created_at"),
    )


def _lists() -> None:
    table(
        "tag",
        of("record.id", "record_id", key=True),
        key(tag=String(40)),
        of("account.id", "added_by", perhaps=True),
        some(added_at=MOMENT, shown=FLAG),
        perhaps(at=MOMENT),
        Index(None, "tag", "record_id"),
        shown("tag", "at", "record_id"),
    )
    table(
        "collection",
        key(id=ID),
        of("account.id", "owner_id", index=True),
        some(title=NAME, about=TEXT, created_at=MOMENT),
        visibility(),
    )
    table(
        "collectionitem",
        of("collection.id", "collection_id", key=True, ondelete="CASCADE"),
        of("record.id", "record_id", key=True, index=True),
        some(position=WHOLE),
    )
    table(
        "facetcount",
        key(scope=String(60), game=NAME, rules=NAME, standing=WORD, month=String(7)),
        some(records=WHOLE),
        Index(None, "scope", "game", "rules", "standing", "records", **where("month = '*'")),
        **KEPT_BY_KEY,
    )
    table(
        "recordtext",
        key(id=WHOLE),
        of("record.id", "record_id"),
        # an insert that only replaces a text gives these no values
        some(standing=WORD, day=ID, default=""),
        some(shown=FLAG, default=false()),
        perhaps(game=NAME, rules=NAME, at=MOMENT),
        some(text=TEXT),
        UniqueConstraint("record_id"),
    )


def _jobs() -> None:
    table(
        "job",
        key(id=ID),
        of("account.id", "owner_id", perhaps=True),
        some(kind=String(20), asked=OBJECT, cursor=String(80), done=WHOLE, attempts=WHOLE),
        word("state", "queued", "working", "done", "failed", "cancelled"),
        some(created_at=MOMENT, due_at=MOMENT),
        perhaps(ended_at=MOMENT, total=WHOLE, trace=HASH, result=OBJECT, note=TEXT),
        Index(None, "owner_id", "created_at"),
        Index(None, "state", "due_at"),
    )
    table(
        "difference",
        of("job.id", "job_id", key=True, ondelete="CASCADE"),
        of("record.id", "record_id", key=True, index=True),
        some(before=OBJECT, after=OBJECT),
    )
    table(
        "report",
        key(id=ID),
        of("record.id", "record_id", index=True),
        of("account.id", "reporter_id", "settled_by", perhaps=True),
        some(reason=String(20), created_at=MOMENT, text=TEXT, answer=TEXT),
        word("state", "open", "upheld", "dismissed"),
        perhaps(settled_at=MOMENT),
        Index(None, "state", "created_at"),
    )
