"""The score sheet: a game hand by hand, the points by the rules beside those of the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from archive.core.events import Event, Gap, Score
from archive.core.ledger import Line
from archive.rules.faults_and_claims import Fault
from archive.rules.table import Table
from archive.scoring.counted_on import CountingOn
from archive.scoring.deal_numbers import DealNumbers
from archive.scoring.prepared import Playable
from archive.scoring.replay import run

UNNUMBERED = "Hand ?"
"""The label of a hand of which it is not known which one of the game it is."""
Standing: TypeAlias = "tuple[dict[int, int | None], Mapping[int, int | None] | None]"
"""Totals by seat, by the rules and as they are counted on."""


@dataclass(slots=True)
class ScoreRow:
    """One hand, the bonus of a round, or what comes before the first hand that is written.

    `deal` is the number of a hand, counted on from those that are written where it is not known.
    `points` are scored in it, `total` the standing after it, both by seat and None where they are
    unknown; `claimed` is the record's standing there, None where it has none. Where totals are not
    known, but can be counted on from an earlier standing of the record, `counted_on` has these.
    """

    round: int
    deal: int
    label: str
    first_ply: int
    last_ply: int
    points: dict[int, int | None]
    total: dict[int, int | None]
    claimed: dict[int, int] | None = None
    counted_on: Mapping[int, int | None] | None = None

    @property
    def counted(self) -> Mapping[int, int | None]:
        """Return the standing after it, counted on where it is not known otherwise."""
        return self.counted_on or self.total

    def take_out(self, lines: Sequence[Line]) -> None:
        """Take points out of the standing after it: those of the next row."""
        points = Counter[int]()
        for line in lines:
            points[line.seat] += line.points
        self.total = _less(self.total, points)
        self.counted_on = self.counted_on and _less(self.counted_on, points)


def _less(totals: Mapping[int, int | None], points: Mapping[int, int]) -> dict[int, int | None]:
    return {
        seat: None if total is None else total - points.get(seat, 0)
        for seat, total in totals.items()
    }


def scoresheet(shown: Playable) -> list[ScoreRow]:
    """Return the rows of a record's score sheet, in order of play; a standing written into the
    record belongs to the row before it."""
    table, counting, numbers = shown.foresight.open(), CountingOn(shown), DealNumbers()
    rows: list[ScoreRow] = []
    lines = first = ply = 0
    tells_points = False
    last = max(shown.known.acted, default=0)
    for at, event, faults in run(shown.known, table):
        counting.take(at, event, faults, table)
        numbers.take(event, faults, table)
        new, lines = table.ledger.lines[lines:], len(table.ledger.lines)
        if table.ply != ply and (
            not rows or (rows[-1].round, rows[-1].deal) != (table.round, table.deal)
        ):
            rows.append(_row(table, f"Hand {table.deal}" if table.deal else "Before"))
            rows[-1].first_ply += table.deal > 0 and table.acted is None  # the next is its first
            first = lines - len(new)
        if isinstance(event, Score):
            if not rows and dict(event.totals) != table.ledger.totals():
                rows.append(_row(table, "Before"))
            totals = table.ledger.totals()
            waits = any(table.total_at(event, seat) != total for seat, total in totals.items())
            for row in rows[-2:-1] if waits else rows[-1:]:
                row.claimed = dict(event.totals)
        if ply == table.ply and at < last and not new and _stands(rows, event, faults):
            continue
        standing = table.ledger.totals(), counting.totals(table)
        changed = rows and (rows[-1].total, rows[-1].counted_on) != standing
        if table.ply == ply and not (changed or (rows and new)):
            continue
        if table.ply != ply:
            tells_points = counting.tells_points  # of the deal in which it was played
        ply = table.ply
        bonus = [line for line in new if line.clause == table.clauses.get("bonus")]
        own = table.ledger.lines[first:]  # all of it: the end of a hand may be scored again
        earned = [line for line in own if line not in bonus]
        _enter(rows[-1], table, earned, standing, tells_points=tells_points)
        if bonus:
            rows[-1].take_out(bonus)
            rows.append(_row(table, "Bonus"))
            first = lines - len(bonus)
            _enter(rows[-1], table, bonus, standing, tells_points=tells_points)
    for row in rows:
        if row.label.startswith("Hand") and (row.round, row.deal) in numbers.unknown:
            row.label = UNNUMBERED
    return [row for row in rows if row.label != "Before" or row.claimed or len(rows) == 1]


def _stands(rows: Sequence[ScoreRow], event: Event, faults: Sequence[Fault]) -> bool:
    """Return whether the standing of the last row, which is written, stays as it was checked:
    unless an event tells that plays are missing before it. One that was right stays so."""
    if not rows or not rows[-1].claimed or isinstance(event, Score):
        return False
    return isinstance(event, Gap) or not faults or rows[-1].claimed == rows[-1].total


def counted_on_at(rows: Sequence[ScoreRow], ply: int) -> Mapping[int, int | None]:
    """Return the totals counted on at a ply; empty where there are none."""
    before: Mapping[int, int | None] = {}
    for row in rows:
        if row.counted_on and row.first_ply <= ply <= row.last_ply:
            return row.counted_on if ply == row.last_ply else before
        before = row.counted_on or row.claimed or {}
    return {}


def _row(table: Table, label: str) -> ScoreRow:
    nothing: dict[int, int | None] = dict.fromkeys(table.ledger.totals(), 0)
    return ScoreRow(table.round, table.deal, label, table.ply, table.ply, nothing, {})


def _enter(
    row: ScoreRow, table: Table, lines: list[Line], standing: Standing, *, tells_points: bool,
) -> None:  # fmt: skip
    """Update a row to the ply just played, with all lines that were entered in it; `tells_points`
    is whether they are all that was scored in it."""
    row.last_ply = table.ply
    row.total, row.counted_on = standing
    unknown = () if tells_points else table.ledger.unknown
    for seat in row.points:
        scored = sum(line.points for line in lines if line.seat == seat)
        row.points[seat] = None if seat in unknown else scored
