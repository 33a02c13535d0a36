"""Long work that is not an upload, and the mark under which the archive's work is queued; what is
said of records beyond their verdicts, what is still to be said, and what was learnt."""

from datetime import datetime
from typing import Any

from sqlmodel import JSON, Field, Index, SQLModel, Text

from archive.core.states import AnalysisState, AnnotationState, JobState
from archive.core.text import NAME_LENGTH
from archive.store.column_types import Moment, words
from archive.store.models.base import ID_LENGTH, OBJECT


class Job(SQLModel, table=True):
    """Work that goes on after its request was answered, and how far it has come."""

    __table_args__ = (Index(None, "state", "due_at"), Index(None, "owner_id", "created_at"))

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    kind: str = Field(max_length=20)
    owner_id: str | None = Field(default=None, foreign_key="account.id", max_length=ID_LENGTH)
    state: JobState = Field(default=JobState.QUEUED, sa_type=words(JobState, "state"))
    asked: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """What was asked for."""
    cursor: str = Field(default="", max_length=80)
    """Up to where it is done, for going on after an interruption."""
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
    """A record of which a newer engine says something else than the one before."""

    job_id: str = Field(
        primary_key=True, foreign_key="job.id", max_length=ID_LENGTH, ondelete="CASCADE"
    )
    record_id: str = Field(
        primary_key=True, foreign_key="record.id", max_length=ID_LENGTH, index=True
    )
    before: dict[str, Any] = Field(sa_type=JSON)
    after: dict[str, Any] = Field(sa_type=JSON)
    """Standing, answers, score, winner, and the codes of the findings; of both engines."""


class Identity(SQLModel, table=True):
    """A mark of the archive's own; see archive/store/ids.py."""

    name: str = Field(primary_key=True, max_length=20)
    mark: str = Field(max_length=ID_LENGTH)


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
