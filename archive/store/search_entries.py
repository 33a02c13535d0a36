"""What search keeps of a verdict, beyond the columns of the record's own row."""

from __future__ import annotations

from typing import NamedTuple


class IndexedFinding(NamedTuple):
    """A finding as search knows it."""

    code: str
    severity: str
    clause: str
    """Rulebook and clause, `twenty/4.1`; empty where no rule is behind it."""
    ply: int | None


class IndexedSeat(NamedTuple):
    """A seat, who is said to have sat there, and with how many points they got up."""

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
