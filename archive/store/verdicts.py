"""Queries on verdicts: a revision has one for every engine and rule set that judged it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import analyses
from archive.store.models import Analysis, Verdict


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """A verdict as the history of its record lists it."""

    id: str
    revision: int
    engine: str
    rules: str
    """The rule set it was judged by; empty where the record names none."""
    created_at: datetime
    answers: dict[str, str]


def of(session: Session, record_id: str) -> dict[int, list[VerdictLine]]:
    """A record's verdicts by revision, of each the latest first."""
    rows = session.execute(
        select(
            col(Verdict.id), col(Verdict.revision), col(Verdict.engine), col(Verdict.rules),
            col(Verdict.created_at), col(Verdict.body),
        )
        .where(col(Verdict.record_id) == record_id)
        .order_by(col(Verdict.revision), col(Verdict.created_at).desc(), col(Verdict.id))
    )  # fmt: skip
    found: dict[int, list[VerdictLine]] = {}
    for id_, revision, engine, rules, created_at, body in rows:
        answers = json.loads(body)["answers"]
        line = VerdictLine(id_, revision, engine, rules, created_at, answers)
        found.setdefault(revision, []).append(line)
    return found


def find(session: Session, record_id: str, verdict_id: str) -> tuple[int, str] | None:
    """The revision that a verdict is about, and its JSON as it was stored, with its analysis. None
    where the record has none such."""
    row = session.execute(
        select(col(Verdict.revision), col(Verdict.body), analyses.BODY)
        .outerjoin(Analysis, analyses.of_verdict(Analysis))
        .where(col(Verdict.id) == verdict_id, col(Verdict.record_id) == record_id)
    ).one_or_none()
    if row is None:
        return None
    revision, verdict, analysis = row
    return revision, analyses.whole(verdict, analysis) or ""
