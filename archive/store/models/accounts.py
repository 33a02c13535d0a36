"""Accounts, tokens, reports and the log of actions."""

from datetime import datetime
from typing import Any

from sqlmodel import JSON, BigInteger, Field, Index, SQLModel, Text

from archive.core.archive_states import ReportState, Role
from archive.store.column_types import HASH_LENGTH, ID_LENGTH, OBJECT, Moment, words


class Account(SQLModel, table=True):
    """An account that can sign in."""

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    name: str = Field(max_length=40)
    key: str = Field(max_length=40, unique=True)
    """The name in its compared form."""
    skeleton: str | None = Field(default=None, max_length=400, unique=True, index=True)
    """The name in the form in which names that look alike are equal; none where nothing of it can
    be seen."""
    password: str = Field(max_length=200)
    """An argon2 hash, with its parameters; empty where the account has no password to sign in
    with."""
    role: Role = Field(default=Role.MEMBER, sa_type=words(Role, "role"))
    created_at: datetime = Field(sa_type=Moment)
    disabled_at: datetime | None = Field(default=None, sa_type=Moment)
    language: str | None = Field(default=None, max_length=8)
    """The language of the pages; none where the browser decides."""


class SignIn(SQLModel, table=True):
    """A session, from signing in to signing out; without its row a cookie is worth nothing."""

    id: str = Field(primary_key=True, max_length=HASH_LENGTH)
    """A hash of the cookie's content: reading this table lets no one sign in."""
    account_id: str = Field(
        foreign_key="account.id", max_length=ID_LENGTH, index=True, ondelete="CASCADE"
    )
    at: datetime = Field(sa_type=Moment)


class Guess(SQLModel, table=True):
    """The count of recent password tries, for an account, from an address or in a browser."""

    key: str = Field(primary_key=True, max_length=HASH_LENGTH)
    """A hash of the owner of the tries."""
    whole_at: int = Field(sa_type=BigInteger)
    """When none of them counts any more, in microseconds."""


class Token(SQLModel, table=True):
    """A key for programs, shown once and kept only as a hash."""

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    account_id: str = Field(foreign_key="account.id", max_length=ID_LENGTH, index=True)
    name: str = Field(max_length=60)
    hash: str = Field(max_length=HASH_LENGTH, unique=True)
    scopes: list[str] = Field(sa_type=JSON)
    created_at: datetime = Field(sa_type=Moment)
    expires_at: datetime | None = Field(default=None, sa_type=Moment)
    used_at: datetime | None = Field(default=None, sa_type=Moment)
    revoked_at: datetime | None = Field(default=None, sa_type=Moment)


class Report(SQLModel, table=True):
    """A report to the moderators about a record, and their decision."""

    __table_args__ = (Index(None, "state", "created_at"),)

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    record_id: str = Field(foreign_key="record.id", max_length=ID_LENGTH, index=True)
    reporter_id: str | None = Field(default=None, foreign_key="account.id", max_length=ID_LENGTH)
    reason: str = Field(max_length=20)
    text: str = Field(default="", sa_type=Text)
    created_at: datetime = Field(sa_type=Moment)
    state: ReportState = Field(default=ReportState.OPEN, sa_type=words(ReportState, "state"))
    settled_by: str | None = Field(default=None, foreign_key="account.id", max_length=ID_LENGTH)
    settled_at: datetime | None = Field(default=None, sa_type=Moment)
    answer: str = Field(default="", sa_type=Text)


class Audit(SQLModel, table=True):
    """An action, with its actor and subject. Only ever added to."""

    __table_args__ = (Index(None, "subject", "at"), Index(None, "actor_id", "at"))

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = Field(sa_type=Moment, index=True)
    actor_id: str | None = Field(default=None, max_length=ID_LENGTH)
    """No foreign key: the log outlives the account."""
    action: str = Field(max_length=40)
    subject: str = Field(max_length=60)
    """The subject of the action, as in `record:k7…`."""
    detail: dict[str, Any] | None = Field(default=None, sa_type=OBJECT)
