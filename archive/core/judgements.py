"""What judging, analysing and weighing a record bring, as the archive keeps it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class IndexedFinding(NamedTuple):
    """A finding as search knows it."""

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
    """None where nobody won, or it cannot be told who."""


class SearchEntry(NamedTuple):
    """One record as it is searched for."""

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
    """What judging one record brought: a verdict with what lists show of it, or only a note."""

    record_id: str
    verdict_json: str | None = None
    rules: str = ""
    engine: str = ""
    columns: dict[str, Any] = field(default_factory=dict)
    """Values for the record's listing columns."""
    entry: SearchEntry | None = None
    """What search is to know of it; None leaves what it knows."""
    note: str | None = None
    """Why there is no verdict, where there is none."""
    failure: str | None = None
    """The same in a word, for counting: time, memory, fault, worker."""
    revision: int = 1
    """The one that was judged."""
    seconds: float = field(default=0.0, compare=False)
    """Of the processor: what the verdict took, and nothing that was done with it."""
    asks_for_analysis: bool = False


@dataclass(frozen=True, slots=True)
class AnnotationMade:
    """What weighing one record brought: what is said of this revision, or only a note."""

    record_id: str
    revision: int
    body: str | None = None
    note: str | None = None
    """Why there is nothing, where there is nothing."""


@dataclass(frozen=True, slots=True)
class AnalysisMade:
    """What analysing one record brought: the analysis of the verdict on this revision by these
    rules, or only a note."""

    record_id: str
    revision: int
    rules: str
    engine: str
    body: str | None = None
    note: str | None = None
    """Why there is none, where there is none."""
    seconds: float = field(default=0.0, compare=False)
