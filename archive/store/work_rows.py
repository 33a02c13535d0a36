"""Work that stands in rows: taken by a worker, put off while it is at it, put back, given up, and
found again when the worker is lost.

Analyses of verdicts (analyses.py) and of games play by play (game_annotations.py) wait like this: a
row has a state, the number of attempts, and when the sweeper may take the work for lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from archive.core.archive_states import AnalysisState
from archive.store import sql
from archive.store.sql import update

UNDER_WAY: Final = (AnalysisState.WAITING, AnalysisState.TAKEN)
GIVEN_UP: Final = "Every attempt at this broke off."
Table = Any
"""The model of such rows."""


def take(
    session: Session, table: Table, *which: ColumnElement[bool], due: datetime, back: Sequence[str]
) -> list[Any]:
    """Take those that wait, with this attempt counted; return these columns of each."""
    waits = table.state == AnalysisState.WAITING
    values = {"state": AnalysisState.TAKEN, "attempts": table.attempts + 1, "due_at": due}
    return _set(session, table, (*which, waits), values, back)


def put_off(session: Session, table: Table, *which: ColumnElement[bool], due: datetime) -> None:
    """Note when what was taken may be taken for lost."""
    _set(session, table, (*which, table.state == AnalysisState.TAKEN), {"due_at": due})


def put_back(session: Session, table: Table, *which: ColumnElement[bool]) -> None:
    """Put back what was taken and not begun: the attempt does not count."""
    values = {"state": AnalysisState.WAITING, "attempts": table.attempts - 1}
    _set(session, table, (*which, table.state == AnalysisState.TAKEN), values)


def give_up(
    session: Session, table: Table, *which: ColumnElement[bool], why: str, back: Sequence[str] = ()
) -> list[Any]:
    """Give up what waits or was taken."""
    values = {"state": AnalysisState.FAILED, "note": why}
    return _set(session, table, (*which, table.state.in_(UNDER_WAY)), values, back)


def retry(
    session: Session, table: Table, *which: ColumnElement[bool], due: datetime, back: Sequence[str]
) -> list[Any]:
    """Let what was given up wait once more."""
    values = {"state": AnalysisState.WAITING, "attempts": 0, "due_at": due, "note": None}
    return _set(session, table, (*which, table.state == AnalysisState.FAILED), values, back)


def find_lost(
    session: Session, table: Table, *which: ColumnElement[bool], now: datetime, due: datetime,
    ahead: datetime, limit: int, back: Sequence[str],
) -> list[Any]:  # fmt: skip
    """Let those wait again, and be due later, that have waited too long or whose worker is lost:
    the oldest of them, for so many records. What is due later than `ahead` was noted by a clock
    that has been set back since."""
    late = or_(table.due_at <= now, table.due_at > ahead)
    overdue = (*which, table.state.in_(UNDER_WAY), late)
    oldest = select(table.record_id).where(*overdue).order_by(table.due_at).limit(limit)
    found = sorted(set(session.execute(oldest).scalars()))
    these = sql.among(session, table.record_id, found)
    values = {"state": AnalysisState.WAITING, "due_at": due}
    return _set(session, table, (these, *overdue), values, back)


def _set(
    session: Session, table: Table, which: Sequence[ColumnElement[bool]], values: dict[str, Any],
    back: Sequence[str] = (),
) -> list[Any]:  # fmt: skip
    """Change rows; return some columns of them, where any are asked for."""
    statement = update(table).where(*which).values(values)
    if not back:
        session.execute(statement)
        return []
    return list(session.execute(statement.returning(*(getattr(table, name) for name in back))))
