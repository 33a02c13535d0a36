"""The records found in uploads, with their corrections, verdicts and players; and the tables by
which they are found beyond their own content: kept counts, words, tags, collections.

What lists show and search asks for (players, scores, standing) is copied from the latest verdict
into the record's row, so that no list ever opens a verdict's body.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import false, text
from sqlmodel import (
    JSON,
    BigInteger,
    Field,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    SQLModel,
    Text,
    UniqueConstraint,
)

from archive.core.archive_states import RecordState, Standing, Visibility
from archive.core.text import NAME_LENGTH
from archive.store.column_types import (
    HASH_LENGTH,
    ID_LENGTH,
    OBJECT,
    Moment,
    known_only,
    shown_only,
    words,
)


class Record(SQLModel, table=True):
    """One game's record: its place in its upload, and what the lists show about it."""

    __table_args__ = (
        UniqueConstraint("upload_id", "number"),
        ForeignKeyConstraint(["upload_id", "document"], ["document.upload_id", "document.number"]),
        Index(None, "owner_id", "created_at", "id", **known_only("owner_id")),
        Index(None, "play_hash", **known_only("play_hash")),
        # the four orders of the table of games, for all games and for one
        Index(None, "created_at", "id", **shown_only()),
        Index(None, "day", "id", **shown_only()),
        Index(None, "highest", "id", **shown_only()),
        Index(None, "findings", "id", **shown_only()),
        Index(None, "game", "standing", "created_at", "id", **shown_only()),
        Index(None, "game", "standing", "day", "id", **shown_only()),
        Index(None, "game", "standing", "highest", "id", **shown_only()),
        Index(None, "game", "standing", "findings", "id", **shown_only()),
        Index(None, "rules", "standing", "created_at", "id", **shown_only()),
        # the games of an event, by the days they were played
        Index(None, "event_key", "day", "id", **shown_only()),
    )

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    upload_id: str = Field(foreign_key="upload.id", max_length=ID_LENGTH)
    number: int
    """Its place in its upload, from 1."""
    document: int = 1
    start: int = Field(sa_type=BigInteger)
    end: int = Field(sa_type=BigInteger)
    line: int
    """All three are places in its document."""
    owner_id: str | None = Field(default=None, foreign_key="account.id", max_length=ID_LENGTH)
    visibility: Visibility = Field(
        default=Visibility.UNLISTED, sa_type=words(Visibility, "visibility")
    )
    hidden_at: datetime | None = Field(default=None, sa_type=Moment)
    """Since when a moderator hides it from all but its owner."""
    shown: bool = False
    """Public, judged and not hidden: lists and counts have only such records."""
    created_at: datetime = Field(sa_type=Moment)
    state: RecordState = Field(default=RecordState.WAITING, sa_type=words(RecordState, "state"))
    attempts: int = 0
    """How often judging it was begun; one that keeps killing its worker is given up."""
    note: str | None = Field(default=None, sa_type=Text)
    revision: int = 1
    """The latest revision: 1 is the upload's own bytes, the others stand in Revision."""

    raw_hash: str | None = Field(default=None, max_length=HASH_LENGTH)
    record_hash: str | None = Field(default=None, max_length=HASH_LENGTH)
    play_hash: str | None = Field(default=None, max_length=HASH_LENGTH)
    engine: str | None = Field(default=None, max_length=64)
    """The engine of the verdict that the columns below are copied from."""
    game: str | None = Field(default=None, max_length=NAME_LENGTH)
    rules: str | None = Field(default=None, max_length=NAME_LENGTH)
    event: str | None = Field(default=None, max_length=NAME_LENGTH)
    date: str | None = Field(default=None, max_length=NAME_LENGTH)
    day: str = Field(default="", max_length=10)
    """The date as a list sorts it, as far as it is known: `2026-01-02`, `2026-01`, or empty."""
    players: list[str] = Field(default_factory=list, sa_type=JSON)
    standing: Standing = Field(default=Standing.WAITING, sa_type=words(Standing, "standing"))
    answers: dict[str, str] | None = Field(default=None, sa_type=OBJECT)
    score: dict[str, Any] | None = Field(default=None, sa_type=OBJECT)
    claimed: dict[str, Any] | None = Field(default=None, sa_type=OBJECT)
    winner: str | None = Field(default=None, max_length=16)
    highest: int | None = None
    """The highest score of any player."""
    findings: int = 0
    event_key: str | None = Field(default=None, max_length=NAME_LENGTH)
    """The event in its compared form."""


class Revision(SQLModel, table=True):
    """A correction: the whole record again, with its author and reason. The first revision is the
    upload's own bytes and has no row here."""

    record_id: str = Field(primary_key=True, foreign_key="record.id", max_length=ID_LENGTH)
    number: int = Field(primary_key=True)
    """From 2."""
    author_id: str | None = Field(default=None, foreign_key="account.id", max_length=ID_LENGTH)
    created_at: datetime = Field(sa_type=Moment)
    comment: str = Field(default="", sa_type=Text)
    raw_hash: str = Field(max_length=HASH_LENGTH)
    content: bytes = Field(sa_type=LargeBinary)


class Verdict(SQLModel, table=True):
    """The verdict of one engine on one revision under one rule set. Added once, never changed."""

    __table_args__ = (UniqueConstraint("record_id", "revision", "rules", "engine"),)

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    record_id: str = Field(foreign_key="record.id", max_length=ID_LENGTH)
    revision: int = 1
    raw_hash: str | None = Field(default=None, max_length=HASH_LENGTH)
    """A hash of the bytes that were judged."""
    rules: str = Field(default="", max_length=NAME_LENGTH)
    """Empty where the record names none: a null would escape the unique constraint."""
    engine: str = Field(max_length=64)
    created_at: datetime = Field(sa_type=Moment)
    body: str = Field(sa_type=Text)
    """The verdict's JSON, byte for byte as the API and the command line print it."""


class Finding(SQLModel, table=True):
    """A finding of a record's latest verdict, for search."""

    __table_args__ = (
        Index(None, "code", "at", "record_id", **shown_only()),
        Index(None, "clause", "at", "record_id", **shown_only()),
        {"sqlite_with_rowid": False},
    )

    record_id: str = Field(primary_key=True, foreign_key="record.id", max_length=ID_LENGTH)
    number: int = Field(primary_key=True)
    """Its place in the verdict, from 1."""
    code: str = Field(max_length=40)
    severity: str = Field(max_length=10)
    clause: str = Field(default="", max_length=80)
    """Game and clause, as in `twenty#4.1`; empty where no rule is behind it."""
    ply: int | None = None
    at: datetime = Field(sa_type=Moment)
    """When the record was uploaded, and whether it is listed: as in its row."""
    shown: bool = False


class Player(SQLModel, table=True):
    """A person as far as records show: all who have one of these names."""

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    name: str = Field(max_length=NAME_LENGTH)
    """The name as it was written first, or as a moderator chose it; for an anonymous player, the
    name that stands in its place."""
    created_at: datetime = Field(sa_type=Moment)
    anonymised_at: datetime | None = Field(default=None, sa_type=Moment)


class Alias(SQLModel, table=True):
    """A name in its compared form, and its player."""

    key: str = Field(primary_key=True, max_length=NAME_LENGTH)
    player_id: str = Field(foreign_key="player.id", max_length=ID_LENGTH, index=True)
    name: str = Field(max_length=NAME_LENGTH)
    created_at: datetime = Field(sa_type=Moment)


class FormerPlayer(SQLModel, table=True):
    """The identifier of a player who was merged into another: it still leads to that one, and is
    given back should the two be split."""

    id: str = Field(primary_key=True, max_length=ID_LENGTH)
    player_id: str = Field(
        foreign_key="player.id", max_length=ID_LENGTH, index=True, ondelete="CASCADE"
    )
    key: str = Field(max_length=NAME_LENGTH)
    """The name that player had, in its compared form; empty once anonymised."""


class Seat(SQLModel, table=True):
    """The player at a seat of a record, and their points at the end."""

    __table_args__ = (
        # a player's listed games, the newest first, without reading any other
        Index(None, "player_id", "shown", "at", "record_id"),
        {"sqlite_with_rowid": False},
    )

    record_id: str = Field(primary_key=True, foreign_key="record.id", max_length=ID_LENGTH)
    seat: int = Field(primary_key=True)
    """From 1."""
    player_id: str = Field(foreign_key="player.id", max_length=ID_LENGTH)
    points: int | None = None
    won: bool | None = None
    """None where there is no winner, or the winner is unknown."""
    at: datetime = Field(sa_type=Moment)
    """When the record was uploaded, and below whether it is listed: both as in its row, so that
    search need not look there."""
    shown: bool = False


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
