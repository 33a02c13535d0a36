"""What is said of records beyond their verdicts: by the engine, by the analyst, by people; what is
still to be said, and which puzzles were solved."""

from datetime import datetime

from sqlmodel import Field, Index, SQLModel, Text, UniqueConstraint

from archive.core.states import AnalysisState, AnnotationState, Visibility
from archive.core.text import NAME_LENGTH
from archive.store.column_types import Moment, words
from archive.store.models.base import ID_LENGTH


class Analysis(SQLModel, table=True):
    """The analysis that belongs to the verdict of the same record, revision, rules and engine.
    Added once, never changed."""

    record_id: str = Field(primary_key=True, foreign_key="record.id", max_length=ID_LENGTH)
    revision: int = Field(primary_key=True)
    rules: str = Field(primary_key=True, max_length=NAME_LENGTH)
    engine: str = Field(primary_key=True, max_length=64)
    created_at: datetime = Field(sa_type=Moment)
    body: str = Field(sa_type=Text)
    """Its JSON; store/analyses.py says how it goes together with the verdict's."""


class Unanalysed(SQLModel, table=True):
    """A verdict whose analysis is still to be made, or was given up: the list of what is to be
    done, of which the queue is only told."""

    __table_args__ = (Index(None, "upload_id", "number"), Index(None, "state", "due_at"))

    record_id: str = Field(primary_key=True, foreign_key="record.id", max_length=ID_LENGTH)
    revision: int = Field(primary_key=True)
    rules: str = Field(primary_key=True, max_length=NAME_LENGTH)
    engine: str = Field(primary_key=True, max_length=64)
    upload_id: str = Field(max_length=ID_LENGTH)
    number: int
    """The record's place in its upload."""
    state: AnalysisState = Field(
        default=AnalysisState.WAITING, sa_type=words(AnalysisState, "state")
    )
    attempts: int = 0
    """How often it was begun; one that keeps killing its worker is given up."""
    due_at: datetime = Field(sa_type=Moment)
    """When the sweeper may take it for lost."""
    job_id: str | None = Field(default=None, max_length=ID_LENGTH)
    """The re-scoring that it comes from, which is to have all its verdicts first."""
    note: str | None = Field(default=None, sa_type=Text)
    """Why it was given up."""


class Annotation(SQLModel, table=True):
    """What one version of the analyst says of one revision of a record: asked for once, added once,
    never changed. While it is not done the row is what stands for doing it."""

    __table_args__ = (Index(None, "state", "due_at"),)

    record_id: str = Field(primary_key=True, foreign_key="record.id", max_length=ID_LENGTH)
    revision: int = Field(primary_key=True)
    analyst: str = Field(primary_key=True, max_length=10)
    engine: str = Field(primary_key=True, max_length=64)
    state: AnnotationState = Field(
        default=AnnotationState.WAITING, sa_type=words(AnnotationState, "state")
    )
    attempts: int = 0
    """How often it was begun; one that keeps killing its worker is given up."""
    asked_at: datetime = Field(sa_type=Moment)
    due_at: datetime = Field(sa_type=Moment)
    """When the sweeper may take it for lost."""
    body: str | None = Field(default=None, sa_type=Text)
    """Its JSON, once it is done."""
    note: str | None = Field(default=None, sa_type=Text)
    """Why it was given up."""


class Solved(SQLModel, table=True):
    """A puzzle, the play of a record, that an account found the right answer to."""

    account_id: str = Field(primary_key=True, foreign_key="account.id", max_length=ID_LENGTH)
    record_id: str = Field(
        primary_key=True, foreign_key="record.id", max_length=ID_LENGTH, index=True
    )
    ply: int = Field(primary_key=True)
    at: datetime = Field(sa_type=Moment)


class Layer(SQLModel, table=True):
    """One account's notes on one record."""

    __table_args__ = (UniqueConstraint("record_id", "owner_id"),)

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    record_id: str = Field(foreign_key="record.id", max_length=ID_LENGTH)
    owner_id: str = Field(foreign_key="account.id", max_length=ID_LENGTH, index=True)
    visibility: Visibility = Field(
        default=Visibility.PRIVATE, sa_type=words(Visibility, "visibility")
    )
    created_at: datetime = Field(sa_type=Moment)
    hidden_at: datetime | None = Field(default=None, sa_type=Moment)
    """Since when a moderator keeps it from everybody but its owner."""
    latest: int
    """The number of the version that counts."""


class LayerVersion(SQLModel, table=True):
    """A layer as it was saved once. Added, and never changed."""

    layer_id: str = Field(
        primary_key=True, foreign_key="layer.id", max_length=ID_LENGTH, ondelete="CASCADE"
    )
    number: int = Field(primary_key=True)
    saved_at: datetime = Field(sa_type=Moment)
    revision: int
    """The revision of the record that it was written about."""
    body: str = Field(sa_type=Text)
    """The notes, as JSON."""
