"""The values that the store returns: plain and frozen, safe to keep after the session has
closed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from archive.store.upload_counts import UploadCounts


class GameRow(NamedTuple):
    """A record as a table of games shows it: no more than that is read for a page of fifty."""

    id: str
    standing: str
    players: list[str]
    event: str | None
    date: str | None
    game: str | None
    rules: str | None
    score: dict[str, int | None] | None
    winner: str | None
    findings: int
    visibility: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A record as lists for programs have it."""

    id: str
    number: int | None
    """Its place in its upload, from 1; None for readers whom it would show how many records there
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
    """Since when a moderator hides it from all but its owner."""
    upload_id: str
    line: int | None
    """The line of the uploaded file on which it begins, from 1; None for readers whom it would show
    how long a hidden record before it is (`unplaced`)."""
    state: str
    """waiting, judged or failed"""
    created_at: datetime
    answers: dict[str, str] | None
    claimed: dict[str, int] | None
    winner: str | None
    note: str | None
    owner_id: str | None

    @property
    def row(self) -> GameRow:
        """Return the columns of a table of games."""
        return GameRow(
            self.id, self.standing, self.players, self.event, self.date, self.game, self.rules,
            self.score, self.winner, self.findings, self.visibility, self.hidden_at is not None,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class GameView(GameSummary):
    """A record with its own bytes and its latest verdict."""

    data: bytes
    read_as: str | None
    """The form in which the upload was read, where it was not XXN; `data` is then the XXN made of
    it."""
    verdict_json: str | None
    """The verdict as stored, with its analysis where that is there; None while there is none."""
    revision: int
    """The number of this revision, and how many there are."""
    revisions: int
    analysis: str = "none"
    """The state of the verdict's analysis: none (nothing is wrong that would need one), waiting,
    done or failed."""
    analysis_note: str | None = None
    """The reason why it was given up, where it was."""
    origin: Mapping[str, Any] | None = None
    """The place of each event in the upload, where that was not XXN, and the lines of it for
    readers who may have them (`archive.importers.origin.as_kept`)."""

    @property
    def analysed(self) -> bool:
        """Return whether its verdict is complete, with no analysis to come."""
        return self.analysis in ("none", "done")

    @property
    def verdict(self) -> dict[str, Any] | None:
        """Return the verdict, parsed again at each call: keep what you take."""
        return None if self.verdict_json is None else json.loads(self.verdict_json)


NUMBER = re.compile(r'\A(\{"record": ?\{"number": ?)\d+')
"""The beginning of a verdict's JSON."""
GameT = TypeVar("GameT", bound=GameSummary)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A packed file in which no record was found, and why."""

    number: int
    name: str | None
    note: str


@dataclass(frozen=True, slots=True)
class UploadView:
    """An upload and its progress."""

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
    """A hash of the bytes that were uploaded; None for readers who may not have them
    (`withheld`)."""
    total: int | None
    """The number of its records; None until that is known."""
    judged: int
    """How many of them are finished, those the engine failed on included."""
    cancelled: int
    """How many will not be judged, because the rest of the upload was cancelled."""
    games: list[GameSummary]
    """The first of them, and those with the worst standing."""
    tally: UploadCounts
    note: str | None
    documents: int
    """Texts found in it so far; of these, `left_out` could not be read, and have no record."""
    left_out: list[LeftOut]
    ended_at: datetime | None
    reading: dict[str, Any] | None
    """How the first text that is not XXN was read: `importer`, `title`, `mapping`,
    `diagnostics`."""


def withheld(upload: UploadView) -> UploadView:
    """Return an upload without everything that describes its exact bytes: their hash and size could
    confirm a guess at what is kept back, and a file's name, and the notes on how it was read, may
    quote it."""
    reading = upload.reading and {**upload.reading, "diagnostics": []}
    games = [unplaced(game) for game in upload.games]
    return replace(
        upload, filename=None, size=None, sha256=None, note=None, reading=reading, games=games
    )


def unplaced(game: GameT) -> GameT:
    """Return a record without its place in the upload: its verdict is the one that it has alone."""
    if isinstance(game, GameView):
        body = game.verdict_json and alone(game.verdict_json)
        return replace(game, number=None, line=None, origin=None, verdict_json=body)
    return replace(game, number=None, line=None)


def alone(verdict_json: str) -> str:
    """Return a verdict with the number 1, as of a record that is judged by itself."""
    return NUMBER.sub(r"\g<1>1", verdict_json, count=1)


def unquoted(game: GameView) -> GameView:
    """Return a game made from a sheet without the text of its lines, which may name others."""
    return replace(game, origin=game.origin and {**game.origin, "lines": {}})


@dataclass(frozen=True, slots=True)
class AnnotationView:
    """The state of the play-by-play analysis of a game: its JSON once it is done, or the reason why
    it was given up."""

    state: str = "none"
    body: str | None = None
    note: str | None = None
