"""Queries on the revisions of a record: its corrections, each whole, and the verdicts on each; a
revision has one for every engine and rule set that judged it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import RecordState, UploadState
from archive.core.text import column_text
from archive.store import analyses, search_index, upload_counts
from archive.store.models import Account, Analysis, Record, Revision, Upload, Verdict
from archive.store.record_bytes import PLACE, RecordPlace, pieces
from archive.store.sql import put
from archive.store.upload_counts import RecordOutcome

LONGEST_COMMENT = 2000


@dataclass(frozen=True)
class RevisionLine:
    """A revision in its record's history. The first has no author: it is the upload."""

    number: int
    author: str | None
    created_at: datetime
    comment: str
    raw_hash: str | None
    verdicts: list[VerdictLine]
    """The verdicts, the latest, which counts, first."""

    @property
    def judged(self) -> bool:
        """Return whether there is a verdict on it."""
        return bool(self.verdicts)


def of(session: Session, record_id: str) -> list[RevisionLine]:
    """Return a record's revisions, the oldest first."""
    record = session.execute(
        select(col(Record.created_at)).where(col(Record.id) == record_id)
    ).one_or_none()
    if record is None:
        return []
    found = verdicts_of(session, record_id)
    rows = session.execute(
        select(
            col(Revision.number), col(Account.name), col(Revision.created_at),
            col(Revision.comment), col(Revision.raw_hash),
        )
        .outerjoin(Account, col(Account.id) == col(Revision.author_id))
        .where(col(Revision.record_id) == record_id)
        .order_by(col(Revision.number))
    )  # fmt: skip
    first = RevisionLine(1, None, record.created_at, "", None, found.get(1, []))
    return [first, *(RevisionLine(*row, found.get(row.number, [])) for row in rows)]


def texts(session: Session, record_id: str) -> list[bytes]:
    """Return a record's bytes in every revision, the oldest first."""
    row = session.execute(select(*PLACE).where(col(Record.id) == record_id)).one_or_none()
    if row is None:
        return []
    place = RecordPlace(*row)
    revisions = (place._replace(revision=number) for number in range(1, place.revision + 1))
    return [pieces(session, [one])[0].data for one in revisions]


def count(session: Session, record_id: str) -> int:
    """Return the number of a record's revisions; 0 where there is no such record."""
    latest = select(col(Record.revision)).where(col(Record.id) == record_id)
    return session.execute(latest).scalar_one_or_none() or 0


def add(
    session: Session,
    record_id: str,
    *,
    after: int,
    content: bytes,
    raw_hash: str,
    author_id: str | None,
    comment: str,
    now: datetime,
    due: datetime,
) -> tuple[str, int] | None:
    """Keep a correction and have the record judged again, as if it had just been uploaded; return
    the record's upload and number. None where the record is gone, or its latest revision is not the
    one that was corrected: another correction was quicker."""
    found = session.execute(
        select(col(Record.upload_id)).where(col(Record.id) == record_id)
    ).one_or_none()
    if found is None:
        return None
    upload_counts.hold(session, found.upload_id)
    with search_index.changing(session, [record_id], now):
        row = session.execute(
            select(
                col(Record.number), col(Record.revision), col(Record.state), col(Record.standing),
                col(Record.findings),
            ).where(col(Record.id) == record_id)
        ).one_or_none()  # fmt: skip
        if row is None or row.revision != after:
            return None
        session.add(
            Revision(
                record_id=record_id, number=after + 1, author_id=author_id, created_at=now,
                comment=column_text(comment, LONGEST_COMMENT) or "", raw_hash=raw_hash,
                content=content,
            )
        )  # fmt: skip
        session.flush()
        waiting = {"state": RecordState.WAITING, "attempts": 0, "note": None}
        put(session, Record, record_id, revision=after + 1, **waiting)
    upload_counts.note(session, found.upload_id, [RecordOutcome.of(row)], now)
    done = col(Upload.state) == UploadState.DONE
    going_on = {"state": UploadState.WORKING, "due_at": due, "ended_at": None}
    put(session, Upload, found.upload_id, done, **going_on)
    return found.upload_id, row.number


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """A verdict in the history of its record."""

    id: str
    revision: int
    engine: str
    rules: str
    """The rule set it was judged by; empty where the record names none."""
    created_at: datetime
    answers: dict[str, str]


def verdicts_of(session: Session, record_id: str) -> dict[int, list[VerdictLine]]:
    """Return a record's verdicts by revision, for each the latest first."""
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


def stored_verdict(session: Session, record_id: str, verdict_id: str) -> tuple[int, str] | None:
    """Return the revision of a verdict, and its JSON as it was stored, with its analysis. None
    where the record has no such verdict."""
    row = session.execute(
        select(col(Verdict.revision), col(Verdict.body), analyses.BODY)
        .outerjoin(Analysis, analyses.of_verdict(Analysis))
        .where(col(Verdict.id) == verdict_id, col(Verdict.record_id) == record_id)
    ).one_or_none()
    if row is None:
        return None
    revision, verdict, analysis = row
    return revision, analyses.verdict_with_analysis(verdict, analysis) or ""
