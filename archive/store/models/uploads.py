"""Uploads: the bytes as they came, the documents found in them, and the progress of judging; other
long work; and the mark under which the archive's work is queued."""

from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlmodel import JSON, BigInteger, Field, Index, LargeBinary, SQLModel, Text, UniqueConstraint

from archive.core.archive_states import JobState, UploadState, Visibility
from archive.core.text import NAME_LENGTH
from archive.store.column_types import HASH_LENGTH, ID_LENGTH, OBJECT, Moment, words


class Blob(SQLModel, table=True):
    """Bytes, cut into chunks so that neither writing nor reading a part of them ever holds the
    whole. One without an owner was left by an interrupted upload and is removed later."""

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    size: int = Field(sa_type=BigInteger)
    sha256: str = Field(max_length=HASH_LENGTH)
    created_at: datetime = Field(sa_type=Moment, index=True)


class Chunk(SQLModel, table=True):
    """A part of a blob; all but the last of one blob are of `CHUNK_SIZE`."""

    blob_id: str = Field(
        primary_key=True, foreign_key="blob.id", max_length=ID_LENGTH, ondelete="CASCADE"
    )
    number: int = Field(primary_key=True)
    """From 0."""
    content: bytes = Field(sa_type=LargeBinary)


class Upload(SQLModel, table=True):
    """An upload, and its progress."""

    __table_args__ = (
        Index(None, "state", "due_at"),
        # the same bytes from one owner are one upload; those without an owner are never joined
        UniqueConstraint("owner_id", "sha256", "ranks"),
        Index(None, "owner_id", "received_at"),
        Index(
            None, "deletion_id",
            sqlite_where=text("deletion_id IS NOT NULL"),
            postgresql_where=text("deletion_id IS NOT NULL"),
        ),
    )  # fmt: skip

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    owner_id: str | None = Field(default=None, foreign_key="account.id", max_length=ID_LENGTH)
    """None where the visitor had not signed in."""
    filename: str | None = Field(default=None, max_length=NAME_LENGTH)
    source: str = Field(max_length=16)
    visibility: Visibility = Field(
        default=Visibility.UNLISTED, sa_type=words(Visibility, "visibility")
    )
    blob_id: str = Field(foreign_key="blob.id", max_length=ID_LENGTH)
    size: int = Field(sa_type=BigInteger)
    sha256: str = Field(max_length=HASH_LENGTH)
    ranks: str = Field(default="", max_length=16)
    """How ranks are written in it, where the uploader declared that."""
    received_at: datetime = Field(sa_type=Moment)
    state: UploadState = Field(default=UploadState.QUEUED, sa_type=words(UploadState, "state"))
    total: int | None = None
    """The number of its records; unknown until all of it has been split."""
    attempts: int = 0
    """How often splitting it was begun."""
    due_at: datetime = Field(sa_type=Moment)
    """When the sweeper may take it for lost. Every bit of progress moves it on."""
    ended_at: datetime | None = Field(default=None, sa_type=Moment)
    note: str | None = Field(default=None, sa_type=Text)
    trace: str | None = Field(default=None, max_length=64)
    """The id of its request, which the workers' log lines carry on."""
    tally: dict[str, Any] = Field(sa_type=OBJECT, nullable=True)
    """The number of its records by state, kept up with every batch (store/upload_counts.py),
    because counting a million of them each time would take longer than judging does."""
    deletion_id: str | None = Field(default=None, max_length=ID_LENGTH)
    """The job that is deleting it, from which time no one sees it (pending_removal.py). No foreign
    key: SQLite could not take the column back."""


class Document(SQLModel, table=True):
    """A text in an upload whose ranges are records: the upload itself, a file packed in it, or the
    XXN made of either."""

    upload_id: str = Field(primary_key=True, foreign_key="upload.id", max_length=ID_LENGTH)
    number: int = Field(primary_key=True)
    """From 1, in the order of the packed files."""
    name: str | None = Field(default=None, max_length=NAME_LENGTH)
    """The packed file's name; None for an upload that is one text."""
    blob_id: str = Field(foreign_key="blob.id", max_length=ID_LENGTH)
    """The XXN; the upload's own blob where that is XXN already."""
    size: int = Field(sa_type=BigInteger)
    reading: dict[str, Any] | None = Field(default=None, sa_type=OBJECT)
    """For a text that was not XXN: what it was read as, the columns, and what was not
    understood."""
    records: int | None = None
    """The number of its records; None until it has been split."""
    note: str | None = Field(default=None, sa_type=Text)
    """The reason why it could not be read, where that is so."""


class IdempotencyKey(SQLModel, table=True):
    """A key under which a program has uploaded something, so that trying again is harmless."""

    owner: str = Field(primary_key=True, max_length=ID_LENGTH)
    """The account, or empty where the visitor had not signed in: a null cannot be a key."""
    key: str = Field(primary_key=True, max_length=255)
    fingerprint: str = Field(max_length=HASH_LENGTH)
    """A hash of the bytes and all options with them: the same key with others is refused."""
    upload_id: str = Field(foreign_key="upload.id", max_length=ID_LENGTH, ondelete="CASCADE")
    created_at: datetime = Field(sa_type=Moment, index=True)


class Job(SQLModel, table=True):
    """Work that goes on after its request was answered, with its progress."""

    __table_args__ = (Index(None, "state", "due_at"), Index(None, "owner_id", "created_at"))

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    kind: str = Field(max_length=20)
    owner_id: str | None = Field(default=None, foreign_key="account.id", max_length=ID_LENGTH)
    state: JobState = Field(default=JobState.QUEUED, sa_type=words(JobState, "state"))
    asked: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """The arguments of the job."""
    cursor: str = Field(default="", max_length=80)
    """The cursor up to which it is done, for going on after an interruption."""
    total: int | None = None
    done: int = 0
    result: dict[str, Any] | None = Field(default=None, sa_type=OBJECT)
    note: str | None = Field(default=None, sa_type=Text)
    attempts: int = 0
    created_at: datetime = Field(sa_type=Moment)
    due_at: datetime = Field(sa_type=Moment)
    """When the sweeper may take it for lost."""
    ended_at: datetime | None = Field(default=None, sa_type=Moment)
    trace: str | None = Field(default=None, max_length=64)


class Difference(SQLModel, table=True):
    """A record on which a newer engine's verdict differs from the one before."""

    job_id: str = Field(
        primary_key=True, foreign_key="job.id", max_length=ID_LENGTH, ondelete="CASCADE"
    )
    record_id: str = Field(
        primary_key=True, foreign_key="record.id", max_length=ID_LENGTH, index=True
    )
    before: dict[str, Any] = Field(sa_type=JSON)
    after: dict[str, Any] = Field(sa_type=JSON)
    """Standing, answers, score, winner, and the codes of the findings; for both engines."""


class Identity(SQLModel, table=True):
    """The mark of the archive; see archive/store/ids.py."""

    name: str = Field(primary_key=True, max_length=20)
    mark: str = Field(max_length=ID_LENGTH)
