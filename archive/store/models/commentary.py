"""The tables about records beyond their verdicts: analyses, notes, solved puzzles, and the analyses
that are still to be made."""

from datetime import datetime

from sqlmodel import Field, Index, SQLModel, Text, UniqueConstraint

from archive.core.archive_states import AnalysisState, AnnotationState, Visibility
from archive.core.text import NAME_LENGTH
from archive.store.column_types import ID_LENGTH, Moment, words


class Analysis(SQLModel, table=True):
    """The analysis that belongs to the verdict of the same record, revision, rules and engine.
    Added once, never changed."""

    record_id: str = Field(primary_key=True, foreign_key="record.id", max_length=ID_LENGTH)
    revision: int = Field(primary_key=True)
    rules: str = Field(primary_key=True, max_length=NAME_LENGTH)
    engine: str = Field(primary_key=True, max_length=64)
    created_at: datetime = Field(sa_type=Moment)
    body: str = Field(sa_type=Text)
    """The analysis as JSON; store/analyses.py says how it is joined to the verdict's."""


class Unanalysed(SQLModel, table=True):
    """A verdict whose analysis is still to be made, or was given up: the list of work of which the
    queue only carries messages."""

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
    """The re-scoring that it comes from, which finishes all its verdicts first."""
    note: str | None = Field(default=None, sa_type=Text)
    """The reason why it was given up."""


class Annotation(SQLModel, table=True):
    """A play-by-play analysis of one revision of a record by one version of the analyst: asked for
    once, added once, never changed. Until it is made the row stands for the work to do."""

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
    """The analysis as JSON, once it is made."""
    note: str | None = Field(default=None, sa_type=Text)
    """The reason why it was given up."""


class Solved(SQLModel, table=True):
    """A puzzle, the play of a record, that an account has solved."""

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
    """Since when a moderator hides it from all but its owner."""
    latest: int
    """The number of the latest version."""


class LayerVersion(SQLModel, table=True):
    """A version of a layer. Added, and never changed."""

    layer_id: str = Field(
        primary_key=True, foreign_key="layer.id", max_length=ID_LENGTH, ondelete="CASCADE"
    )
    number: int = Field(primary_key=True)
    saved_at: datetime = Field(sa_type=Moment)
    revision: int
    """The revision of the record that it was written about."""
    body: str = Field(sa_type=Text)
    """The notes, as JSON."""
