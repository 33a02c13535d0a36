"""What the store answers with: plain frozen values, safe to keep after the session has closed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from archive.store.upload_counts import UploadCounts


@dataclass(frozen=True, slots=True)
class GameRow:
    """A record as a table of games shows it: no more than that is read for a page of fifty."""

    id: str
    number: int | None
    """Its place in its upload, from 1; None for those to whom it would tell how many records there
    are that they may not see (`unplaced`)."""
    standing: str
    """waiting, upheld, open, flawed or impossible"""
    players: list[str]
    event: str | None
    date: str | None
    game: str | None
    rules: str | None
    score: dict[str, int | None] | None
    findings: int
    visibility: str
    """private, unlisted or public"""
    hidden_at: datetime | None
    """Since when a moderator keeps it from everybody but its owner."""


@dataclass(frozen=True, slots=True)
class GameSummary(GameRow):
    """A record as lists tell programs of it."""

    upload_id: str
    line: int | None
    """The line of the uploaded file on which it begins, from 1; None for those to whom it would
    tell how long a record before it is that they may not see (`unplaced`)."""
    state: str
    """waiting, judged or failed"""
    created_at: datetime
    answers: dict[str, str] | None
    claimed: dict[str, int] | None
    winner: str | None
    note: str | None
    owner_id: str | None


@dataclass(frozen=True, slots=True)
class GameView(GameSummary):
    """A record with its own bytes and its latest verdict."""

    data: bytes
    read_as: str | None
    """What the upload was read as, where it was not XXN; `data` is then the XXN made of it."""
    verdict_json: str | None
    """The verdict as stored, with its analysis where that is there; None while there is none."""
    revision: int
    """Which revision this is, and how many there are."""
    revisions: int
    analysis: str = "none"
    """Whether the verdict has more to come: none (nothing is wrong that would ask for more),
    waiting, done or failed."""
    analysis_note: str | None = None
    """Why it was given up, where it was."""
    spots: list[list[Any]] | None = None
    """Line, column and cell of each event in what was uploaded, where that was not XXN, and the
    text of the line for those who may have that."""

    @property
    def analysed(self) -> bool:
        """Return whether its verdict has nothing more to come."""
        return self.analysis in ("none", "done")

    @property
    def verdict(self) -> dict[str, Any] | None:
        """Return the verdict, parsed anew at each call: keep what you take."""
        return None if self.verdict_json is None else json.loads(self.verdict_json)


NUMBER = re.compile(r'\A(\{"record": ?\{"number": ?)\d+')
"""How a verdict's JSON begins."""
GameT = TypeVar("GameT", bound=GameSummary)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A packed file in which no record was found, and why."""

    number: int
    name: str | None
    note: str


@dataclass(frozen=True, slots=True)
class UploadView:
    """An upload and how far it has come."""

    id: str
    filename: str | None
    source: str
    owner_id: str | None
    visibility: str
    """private, unlisted or public"""
    state: str
    """queued, working, done, failed or cancelled"""
    received_at: datetime
    size: int | None
    sha256: str | None
    """Of the bytes that were uploaded; None for those who may not have them (`withheld`)."""
    total: int | None
    """How many records it holds; None until that is known."""
    judged: int
    """How many of them have come to an end, those the engine failed on included."""
    cancelled: int
    """How many are not to be judged, because somebody has cancelled the rest of the upload."""
    games: list[GameSummary]
    """The first of them, and those that stand worst."""
    tally: UploadCounts
    note: str | None
    documents: int
    """Texts found in it so far; of these, `left_out` could not be read, and hold no record."""
    left_out: list[LeftOut]
    ended_at: datetime | None
    reading: dict[str, Any] | None
    """How the first of it was read that is not XXN: `importer`, `title`, `mapping`,
    `diagnostics`."""


def withheld(upload: UploadView) -> UploadView:
    """Return an upload without what tells of the very bytes that were uploaded: by their hash and
    size a guess at what is kept back could be confirmed, and a file's name, and what is said of how
    it was read, may quote it."""
    reading = upload.reading and {**upload.reading, "diagnostics": []}
    games = [unplaced(game) for game in upload.games]
    return replace(
        upload, filename=None, size=None, sha256=None, note=None, reading=reading, games=games
    )


def unplaced(game: GameT) -> GameT:
    """Return a record without where it, and what it was made of, stand in what was uploaded: its
    verdict is the one that it has alone."""
    if isinstance(game, GameView):
        body = game.verdict_json and alone(game.verdict_json)
        return replace(game, number=None, line=None, spots=None, verdict_json=body)
    return replace(game, number=None, line=None)


def alone(verdict_json: str) -> str:
    """Return a verdict as it is of a record that is judged by itself, as number 1."""
    return NUMBER.sub(r"\g<1>1", verdict_json, count=1)


def unquoted(game: GameView) -> GameView:
    """Return a game made from a sheet without the text of its lines, which may name others."""
    spots = game.spots and [[*spot[:3], "", *spot[4:]] for spot in game.spots]
    return replace(game, spots=spots)


@dataclass(frozen=True, slots=True)
class AnnotationView:
    """How it stands with what the analyst says of a game: its JSON once it is done, and why there
    is none where it was given up."""

    state: str = "none"
    body: str | None = None
    note: str | None = None
