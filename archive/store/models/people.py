"""Who played: players, the names they go by, and the seats they sat in."""

from datetime import datetime

from sqlmodel import Field, Index, SQLModel

from archive.core.text import NAME_LENGTH
from archive.store.column_types import Moment
from archive.store.models.base import ID_LENGTH


class Player(SQLModel, table=True):
    """A person as far as records tell: all who go by one of these names."""

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    name: str = Field(max_length=NAME_LENGTH)
    """As it was written first, or as a moderator chose among the names; once anonymised, what
    stands in its place."""
    created_at: datetime = Field(sa_type=Moment)
    anonymised_at: datetime | None = Field(default=None, sa_type=Moment)


class Alias(SQLModel, table=True):
    """A name in the form that names are compared in, and whose it is."""

    key: str = Field(primary_key=True, max_length=NAME_LENGTH)
    player_id: str = Field(foreign_key="player.id", max_length=ID_LENGTH, index=True)
    name: str = Field(max_length=NAME_LENGTH)
    created_at: datetime = Field(sa_type=Moment)


class FormerPlayer(SQLModel, table=True):
    """The identifier of a player who was found to be another: it still leads to them, and is theirs
    again should the two be told apart."""

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    player_id: str = Field(
        foreign_key="player.id", max_length=ID_LENGTH, index=True, ondelete="CASCADE"
    )
    key: str = Field(max_length=NAME_LENGTH)
    """The name they went by, in the form that names are compared in; empty once anonymised."""


class Seat(SQLModel, table=True):
    """Who sat where in a record, and with how many points they got up."""

    __table_args__ = (
        # a player's games that are shown, the newest first, without a look at any other
        Index(None, "player_id", "shown", "at", "record_id"),
        {"sqlite_with_rowid": False},
    )

    record_id: str = Field(primary_key=True, foreign_key="record.id", max_length=ID_LENGTH)
    seat: int = Field(primary_key=True)
    """From 1."""
    player_id: str = Field(foreign_key="player.id", max_length=ID_LENGTH)
    points: int | None = None
    won: bool | None = None
    """None where nobody won, or it cannot be told who."""
    at: datetime = Field(sa_type=Moment)
    """When the record was uploaded, and below whether it is shown: both as in its row, so that
    search need not look there."""
    shown: bool = False
