"""Verdicts as they are shown, each with its analysis, or the state of that."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, and_
from sqlmodel import col

from archive.core.states import AnalysisState
from archive.scoring.serialize import with_analysis
from archive.store.analyses import KEY
from archive.store.models import Analysis, Unanalysed, Verdict

STATE: Final = col(Unanalysed.state)
NOTE: Final = col(Unanalysed.note)
BODY: Final = col(Analysis.body)


def of_verdict(table: Any) -> ColumnElement[bool]:
    """Return the condition that a row of either table belongs to a verdict."""
    return and_(*(col(getattr(table, name)) == col(getattr(Verdict, name)) for name in KEY))


def verdict_with_analysis(verdict: str | None, analysis: str | None) -> str | None:
    """Return a verdict's JSON with its analysis in the place that it leaves for it."""
    return verdict if verdict is None or analysis is None else with_analysis(verdict, analysis)


def analysis_state(analysis: str | None, state: str | None) -> str:
    """Return the state of a verdict's analysis for its readers: none, waiting, done or failed."""
    if state is not None:
        return "failed" if state == AnalysisState.FAILED else "waiting"
    return "none" if analysis is None else "done"
