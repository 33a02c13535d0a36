"""The tables by which records are found, beyond their own content: kept counts, words, tags,
collections."""

from datetime import datetime

from sqlalchemy import false, text
from sqlmodel import Field, Index, SQLModel, Text

from archive.core.states import Visibility
from archive.core.text import NAME_LENGTH
from archive.store.column_types import ID_LENGTH, Moment, shown_only, words


class FacetCount(SQLModel, table=True):
    """The number of listed records of one kind; kept up with every change, never counted while a
    reader waits. A row whose count has fallen to 0 may stay."""

    __table_args__ = (
        # every finding's, whose counts a page shows
        Index(
            None, "scope", "game", "rules", "standing", "records",
            sqlite_where=text("month = '*'"), postgresql_where=text("month = '*'"),
        ),
        {"sqlite_with_rowid": False},
    )  # fmt: skip

    scope: str = Field(primary_key=True, max_length=60)
    """Empty for all; `player:<id>`, `finding:<code>`, `tag:<tag>` for those of one."""
    game: str = Field(primary_key=True, max_length=NAME_LENGTH)
    rules: str = Field(primary_key=True, max_length=NAME_LENGTH)
    standing: str = Field(primary_key=True, max_length=16)
    month: str = Field(primary_key=True, max_length=7)
    """`2026-01`, `2026` or empty, as far as the date is known; `*` for all together, which is kept
    beside the months for all and for findings."""
    records: int


class RecordText(SQLModel, table=True):
    """The words of a record's free text: comments, event, site; in their compared form."""

    id: int | None = Field(default=None, primary_key=True)
    """SQLite's index of words knows texts by number; a later text has a higher one."""
    record_id: str = Field(foreign_key="record.id", max_length=ID_LENGTH, unique=True)
    text: str = Field(sa_type=Text)
    game: str | None = Field(default=None, max_length=NAME_LENGTH)
    """From here on the properties by which the record is counted, so that a search for a word need
    not read the records as well; search_index.changing() keeps it in step."""
    rules: str | None = Field(default=None, max_length=NAME_LENGTH)
    standing: str = Field(default="", max_length=16, sa_column_kwargs={"server_default": ""})
    day: str = Field(default="", max_length=10, sa_column_kwargs={"server_default": ""})
    at: datetime | None = Field(default=None, sa_type=Moment)
    shown: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class Tag(SQLModel, table=True):
    """A tag on a record."""

    __table_args__ = (
        Index(None, "tag", "record_id"),
        Index(None, "tag", "at", "record_id", **shown_only()),
    )

    record_id: str = Field(primary_key=True, foreign_key="record.id", max_length=ID_LENGTH)
    tag: str = Field(primary_key=True, max_length=40)
    added_by: str | None = Field(default=None, foreign_key="account.id", max_length=ID_LENGTH)
    added_at: datetime = Field(sa_type=Moment)
    at: datetime | None = Field(default=None, sa_type=Moment)
    """When the record was uploaded, and whether it is listed: search_index.changing() fills in
    both."""
    shown: bool = False


class Collection(SQLModel, table=True):
    """Records put together under a title."""

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    owner_id: str = Field(foreign_key="account.id", max_length=ID_LENGTH, index=True)
    title: str = Field(max_length=NAME_LENGTH)
    about: str = Field(default="", sa_type=Text)
    visibility: Visibility = Field(
        default=Visibility.UNLISTED, sa_type=words(Visibility, "visibility")
    )
    created_at: datetime = Field(sa_type=Moment)


class CollectionItem(SQLModel, table=True):
    """A record in a collection."""

    collection_id: str = Field(
        primary_key=True, foreign_key="collection.id", max_length=ID_LENGTH, ondelete="CASCADE"
    )
    record_id: str = Field(
        primary_key=True, foreign_key="record.id", max_length=ID_LENGTH, index=True
    )
    position: int
