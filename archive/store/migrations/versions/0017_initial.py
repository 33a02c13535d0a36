"""All tables of the first version.

Its number goes on from those that it replaced before anything was released: an archive that was
kept with the last of them has this shape, and stays as it is.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import ForeignKeyConstraint, Index, String, UniqueConstraint, false

from archive.store.migrations import database_rules
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
    ORDERS,
    TEXT,
    WHOLE,
    WORD,
    key,
    of,
    of_verdict,
    perhaps,
    shown,
    some,
    table,
    visibility,
    where,
    word,
)  # fmt: skip

revision = "0017"
down_revision = None


def upgrade() -> None:
    _accounts()
    _uploads()
    _records()
    _verdicts()
    _players()
    _lists()
    _jobs()
    database_rules.add()


def downgrade() -> None:
    database_rules.remove()
    for name in (
        *("unanalysed", "analysis", "difference", "job", "identity", "report"),
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
        perhaps(skeleton=String(400), disabled_at=MOMENT),
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


def _records() -> None:
    table(
        "record",
        key(id=ID),
        of("upload.id", "upload_id"),
        of("account.id", "owner_id", perhaps=True),
        some(number=WHOLE, document=WHOLE, start=LONG, end=LONG, line=WHOLE),
        visibility(),
        perhaps(hidden_at=MOMENT),
        some(shown=FLAG, created_at=MOMENT),
        word("state", "waiting", "judged", "failed", "cancelled"),
        some(attempts=WHOLE, revision=WHOLE),
        perhaps(raw_hash=HASH, record_hash=HASH, play_hash=HASH, engine=HASH),
        perhaps(game=NAME, rules=NAME, event=NAME, date=NAME),
        some(day=ID),
        word("standing", "waiting", "upheld", "open", "flawed", "impossible"),
        perhaps(winner=WORD, highest=WHOLE),
        some(findings=WHOLE, players=OBJECT),
        perhaps(answers=OBJECT, score=OBJECT, claimed=OBJECT, note=TEXT),
        UniqueConstraint("upload_id", "number"),
        ForeignKeyConstraint(["upload_id", "document"], ["document.upload_id", "document.number"]),
        Index(None, "owner_id", "created_at", "id", **where("owner_id IS NOT NULL")),
        Index(None, "play_hash", **where("play_hash IS NOT NULL")),
        *(shown(order, "id") for order in ORDERS),
        *(shown("game", "standing", order, "id") for order in ORDERS),
        shown("rules", "standing", "created_at", "id"),
    )
    table(
        "revision",
        of("record.id", "record_id", key=True),
        key(number=WHOLE),
        of("account.id", "author_id", perhaps=True),
        some(created_at=MOMENT, raw_hash=HASH, comment=TEXT, content=BYTES),
    )


def _verdicts() -> None:
    table(
        "verdict",
        key(id=ID),
        of("record.id", "record_id"),
        some(revision=WHOLE, rules=NAME, engine=HASH, created_at=MOMENT),
        perhaps(raw_hash=HASH),
        some(body=TEXT),
        UniqueConstraint("record_id", "revision", "rules", "engine"),
    )
    table(
        "finding",
        of("record.id", "record_id", key=True),
        key(number=WHOLE),
        some(code=String(40), severity=ID, clause=String(80)),
        perhaps(ply=WHOLE),
        some(at=MOMENT, shown=FLAG),
        shown("code", "at", "record_id"),
        shown("clause", "at", "record_id"),
        **KEPT_BY_KEY,
    )
    table("analysis", *of_verdict(), some(created_at=MOMENT, body=TEXT))
    table(
        "unanalysed",
        *of_verdict(),
        some(upload_id=ID, number=WHOLE, attempts=WHOLE, due_at=MOMENT),
        word("state", "waiting", "taken", "failed"),
        perhaps(job_id=ID, note=TEXT),
        Index(None, "upload_id", "number"),
        Index(None, "state", "due_at"),
    )


def _players() -> None:
    table("player", key(id=ID), some(name=NAME, created_at=MOMENT), perhaps(anonymised_at=MOMENT))
    table(
        "alias",
        key(key=NAME),
        of("player.id", "player_id", index=True),
        some(name=NAME, created_at=MOMENT),
    )
    table(
        "formerplayer",
        key(id=ID),
        of("player.id", "player_id", index=True, ondelete="CASCADE"),
        some(key=NAME),
    )
    table(
        "seat",
        of("record.id", "record_id", key=True),
        key(seat=WHOLE),
        of("player.id", "player_id"),
        perhaps(points=WHOLE, won=FLAG),
        some(at=MOMENT, shown=FLAG),
        Index(None, "player_id", "shown", "at", "record_id"),
        **KEPT_BY_KEY,
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
        # a text that is there already is uploaded anew without what its record counts as
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
