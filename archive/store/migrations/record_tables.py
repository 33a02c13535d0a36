"""The tables of records, of findings and of notes, as the initial migration makes them."""

from __future__ import annotations

from sqlalchemy import ForeignKeyConstraint, Index, String, UniqueConstraint

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


def add() -> None:
    """Create the tables; those of accounts and uploads exist already."""
    _records()
    _verdicts()
    _players()
    _layers()


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
        perhaps(game=NAME, rules=NAME, event=NAME, event_key=NAME, date=NAME),
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
        shown("event_key", "day", "id"),
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
    table(
        "annotation",
        of("record.id", "record_id", key=True),
        key(revision=WHOLE, analyst=String(10), engine=HASH),
        word("state", "waiting", "taken", "done", "failed"),
        some(attempts=WHOLE, asked_at=MOMENT, due_at=MOMENT),
        perhaps(body=TEXT, note=TEXT),
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


def _layers() -> None:
    table(
        "layer",
        key(id=ID),
        of("record.id", "record_id"),
        of("account.id", "owner_id", index=True),
        visibility(),
        some(created_at=MOMENT, latest=WHOLE),
        perhaps(hidden_at=MOMENT),
        UniqueConstraint("record_id", "owner_id"),
    )
    table(
        "layerversion",
        of("layer.id", "layer_id", key=True, ondelete="CASCADE"),
        key(number=WHOLE),
        some(saved_at=MOMENT, revision=WHOLE, body=TEXT),
    )
    table(
        "solved",
        of("account.id", "account_id", key=True),
        of("record.id", "record_id", key=True, index=True),
        key(ply=WHOLE),
        some(at=MOMENT),
    )
