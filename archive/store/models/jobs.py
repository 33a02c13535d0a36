"""Long work that is not an upload, and the mark under which the archive's work is queued."""

from datetime import datetime
from typing import Any

from sqlmodel import JSON, Field, Index, SQLModel, Text

from archive.core.states import JobState
from archive.store.column_types import Moment, words
from archive.store.models.base import ID_LENGTH, OBJECT


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
