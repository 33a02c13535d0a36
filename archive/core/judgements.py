"""The results of judging and analysing a record, as the archive keeps them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class IndexedFinding(NamedTuple):
    """A finding as it is indexed for search."""

    code: str
    severity: str
    clause: str
    """Rulebook and clause, `twenty/4.1`; empty where no rule is behind it."""
    ply: int | None


class IndexedSeat(NamedTuple):
    """A seat, the name of its player in the record, and their points at the end."""

    seat: int
    name: str
    points: int | None
    won: bool | None
    """Whether the seat won; None where there is no winner, or the winner is unknown."""


class SearchEntry(NamedTuple):
    """One record as it is indexed for search."""

    findings: list[IndexedFinding]
    seats: list[IndexedSeat]
    text: str
    """Comments, event and site, as they are written."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A record about to be judged: its row and its bytes."""

    id: str
    number: int
    data: bytes
    revision: int = 1


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of judging one record: a verdict with the columns that lists show, or only a
    note."""

    record_id: str
    verdict_json: str | None = None
    rules: str = ""
    engine: str = ""
    columns: dict[str, Any] = field(default_factory=dict)
    """Values for the record's listing columns."""
    entry: SearchEntry | None = None
    """What search is to index; None leaves it as it was."""
    note: str | None = None
    """The reason why there is no verdict, where there is none."""
    failure: str | None = None
    """The same reason in a word, for counting: time, memory, fault, worker."""
    revision: int = 1
    """The revision that was judged."""
    seconds: float = field(default=0.0, compare=False)
    """Processor time of the verdict alone."""
    asks_for_analysis: bool = False


@dataclass(frozen=True, slots=True)
class AnnotationMade:
    """The result of analysing a game play by play: the annotation of this revision, or only a
    note."""

    record_id: str
    revision: int
    body: str | None = None
    note: str | None = None
    """The reason why there is none, where there is none."""


@dataclass(frozen=True, slots=True)
class AnalysisMade:
    """The result of analysing one record's findings: the analysis of the verdict on this revision
    by these rules, or only a note."""

    record_id: str
    revision: int
    rules: str
    engine: str
    body: str | None = None
    note: str | None = None
    """The reason why there is none, where there is none."""
    seconds: float = field(default=0.0, compare=False)
