"""The rows: an upload and its bytes, the records found in it, the verdicts on them.

An upload's bytes are written once; a record is a range of them, or of the XXN that was made of
them. All the other columns can be worked out anew from there. A newer engine puts its verdict
beside the older one and replaces nothing. What the pages list about a record (players, scores,
standing) is copied from its latest verdict into the record's row, so that a list never opens a
verdict's body.

No `from __future__ import annotations` here: SQLModel reads the annotations themselves.
"""

from datetime import datetime
from typing import Any

from sqlmodel import JSON, Field, Index, LargeBinary, SQLModel, Text, UniqueConstraint

from archive.store.types import Moment, RecordState, Standing, UploadState, words

# Constraints have names, or SQLite's migrations could not find them again.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

ID_LENGTH = 10
HASH_LENGTH = 64
_OBJECT = JSON(none_as_null=True)

NAME_LENGTH = 200
"""Longest file name or tag value kept in a column; the bytes hold the rest."""


class Upload(SQLModel, table=True):
    """What somebody handed in, exactly as it came, and how far its judging has come."""

    __table_args__ = (Index(None, "state", "due_at"),)

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    filename: str | None = Field(default=None, max_length=NAME_LENGTH)
    source: str = Field(max_length=16)
    listed: bool = False
    size: int
    sha256: str = Field(max_length=HASH_LENGTH)
    received_at: datetime = Field(sa_type=Moment)
    state: UploadState = Field(
        default=UploadState.QUEUED,
        sa_type=words(UploadState, "state"),
    )
    total: int | None = None
    """How many records it holds; unknown until it has been split."""
    attempts: int = 0
    """How often splitting it was begun."""
    due_at: datetime = Field(sa_type=Moment)
    """When the sweeper may take it for lost. Every bit of progress moves it on."""
    note: str | None = Field(default=None, sa_type=Text)
    content: bytes = Field(sa_type=LargeBinary)
    """Behind the others, so that SQLite reaches them without reading through the bytes."""
    ranks: str | None = Field(default=None, max_length=16)
    """How ranks are written in it, where whoever handed it in declared that."""


class Conversion(SQLModel, table=True):
    """The XXN made of an upload that is something else, and how that was read. Such an upload's
    records are ranges of this text."""

    upload_id: str = Field(primary_key=True, foreign_key="upload.id", max_length=ID_LENGTH)
    reading: dict[str, Any] = Field(sa_type=JSON)
    """What it was read as, the columns, and what was not understood, with its place."""
    content: bytes = Field(sa_type=LargeBinary)


class Record(SQLModel, table=True):
    """One game's record: where it stands in its upload, and what the lists show about it."""

    __table_args__ = (
        UniqueConstraint("upload_id", "number"),
        Index(None, "listed", "created_at"),
        Index(None, "standing"),
        Index(None, "play_hash"),
    )

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    upload_id: str = Field(foreign_key="upload.id", max_length=ID_LENGTH)
    number: int
    start: int
    end: int
    line: int
    created_at: datetime = Field(sa_type=Moment)
    listed: bool = False
    state: RecordState = Field(
        default=RecordState.WAITING,
        sa_type=words(RecordState, "state"),
    )
    attempts: int = 0
    """How often judging it was begun; one that keeps killing its worker is given up."""
    note: str | None = Field(default=None, sa_type=Text)

    raw_hash: str | None = Field(default=None, max_length=HASH_LENGTH)
    record_hash: str | None = Field(default=None, max_length=HASH_LENGTH)
    play_hash: str | None = Field(default=None, max_length=HASH_LENGTH)
    game: str | None = Field(default=None, max_length=NAME_LENGTH)
    rules: str | None = Field(default=None, max_length=NAME_LENGTH)
    event: str | None = Field(default=None, max_length=NAME_LENGTH)
    date: str | None = Field(default=None, max_length=NAME_LENGTH)
    players: list[str] = Field(default_factory=list, sa_type=JSON)
    standing: Standing = Field(
        default=Standing.WAITING,
        sa_type=words(Standing, "standing"),
    )
    answers: dict[str, str] | None = Field(default=None, sa_type=_OBJECT)
    score: dict[str, Any] | None = Field(default=None, sa_type=_OBJECT)
    claimed: dict[str, Any] | None = Field(default=None, sa_type=_OBJECT)
    winner: str | None = Field(default=None, max_length=16)
    findings: int = 0


class Verdict(SQLModel, table=True):
    """What one engine found in one record under one rule set. Added once, never changed."""

    __table_args__ = (UniqueConstraint("record_id", "rules", "engine"),)

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    record_id: str = Field(foreign_key="record.id", max_length=ID_LENGTH)
    rules: str = Field(default="", max_length=NAME_LENGTH)
    """Empty where the record names none: a null would escape the unique constraint."""
    engine: str = Field(max_length=64)
    created_at: datetime = Field(sa_type=Moment)
    body: str = Field(sa_type=Text)
    """The verdict's JSON, byte for byte as every other door of this project prints it."""
