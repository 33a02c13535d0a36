"""What people write about the plays of a record, beside it and each for themselves."""

from datetime import datetime

from sqlmodel import Field, SQLModel, Text, UniqueConstraint

from archive.store.models.base import ID_LENGTH
from archive.store.types import Moment, Visibility, words


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
