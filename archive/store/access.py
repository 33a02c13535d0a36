"""The owner and visibility of things, without opening them; and all that an account owns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, func, not_, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import Visibility
from archive.store import analyses, pending_removal, search_index, upload_counts
from archive.store.models import Analysis, Record, Tag, Upload, Verdict
from archive.store.sql import columns, one, put, update


@dataclass(frozen=True, slots=True)
class Access:
    """The owner and the visibility of something."""

    id: str
    owner_id: str | None
    visibility: str
    hidden_at: datetime | None = None
    upload_id: str | None = None
    """For a record: the upload it is in, and its place there."""
    number: int = 0


@dataclass(frozen=True, slots=True)
class UploadLine:
    """An upload in the list of its owner."""

    id: str
    owner_id: str | None
    filename: str | None
    visibility: str
    state: str
    received_at: datetime
    size: int
    sha256: str
    blob_id: str
    total: int | None
    """The number of its records that are here, without deleted ones."""


_LINE = columns(Upload, UploadLine)


def record(session: Session, record_id: str) -> Access | None:
    """Return a record's owner and visibility; None where it is not here."""
    its = col(Record.id) == record_id
    return one(
        session, Access, select(*columns(Record, Access)).where(its, pending_removal.stays())
    )


def upload(session: Session, upload_id: str) -> Access | None:
    """Return an upload's owner and visibility; None also while it is being deleted."""
    if upload_id in pending_removal.uploads(session):
        return None
    its = select(*columns(Upload, ("id", "owner_id", "visibility")))
    return one(session, Access, its.where(col(Upload.id) == upload_id))


def is_for_all() -> ColumnElement[bool]:
    """Return the condition that a record may be seen by every reader who has its address."""
    return and_(col(Record.hidden_at).is_(None), col(Record.visibility) != Visibility.PRIVATE)


def kept_back(session: Session, upload_id: str) -> int:
    """Return how many records of an upload are kept from readers who have its address; deleted ones
    count, because their bytes are still in it."""
    its = col(Record.upload_id) == upload_id
    total = select(col(Upload.total)).where(col(Upload.id) == upload_id)
    here = select(func.count()).where(its)
    hidden = select(func.count()).where(its, not_(is_for_all()))
    wanted = select(total.scalar_subquery(), here.scalar_subquery(), hidden.scalar_subquery())
    whole, left, withheld = session.execute(wanted).one()
    return int(withheld) + (0 if whole is None else max(whole - left, 0))


def uploads_of(
    session: Session, account_id: str, after: str = "", limit: int = 50
) -> list[UploadLine]:
    """Return an account's uploads, the newest first; `after` is the last one seen."""
    statement = (
        select(*_LINE, col(Upload.tally))
        .where(col(Upload.owner_id) == account_id)
        .order_by(col(Upload.received_at).desc(), col(Upload.id).desc())
        .limit(limit)
    )
    if after:
        at = select(col(Upload.received_at)).where(col(Upload.id) == after).scalar_subquery()
        statement = statement.where(
            or_(
                col(Upload.received_at) < at,
                (col(Upload.received_at) == at) & (col(Upload.id) < after),
            )
        )
    found = [(UploadLine(*row[:-1]), row.tally) for row in session.execute(statement)]
    return [
        replace(
            line,
            total=None if line.total is None else line.total - upload_counts.read(tally).deleted,
        )
        for line, tally in found
    ]


def uploads_count(session: Session, account_id: str) -> int:
    """Return how many uploads an account has."""
    statement = select(func.count()).where(col(Upload.owner_id) == account_id)
    return session.execute(statement).scalar_one()


def records_of(session: Session, upload_id: str, after: int = 0, limit: int = 500) -> list[Access]:
    """Return an upload's records in their order, at most `limit`; `after` is the last number
    seen."""
    statement = (
        select(*columns(Record, Access))
        .where(col(Record.upload_id) == upload_id, col(Record.number) > after)
        .order_by(col(Record.number))
        .limit(limit)
    )
    return [Access(*row) for row in session.execute(statement)]


def records_count(session: Session, upload_id: str, most: int | None = None) -> int:
    """Return the number of an upload's records that are here; no more than `most` are counted."""
    those = select(col(Record.id)).where(col(Record.upload_id) == upload_id).limit(most)
    return session.execute(select(func.count()).select_from(those.subquery())).scalar_one()


def records_owned(session: Session, account_id: str, *, private_only: bool = False) -> int:
    """Return the number of an account's records; with `private_only`, of those that no other
    account sees."""
    statement = select(func.count()).where(
        col(Record.owner_id) == account_id, pending_removal.stays()
    )
    if private_only:
        statement = statement.where(col(Record.visibility) == Visibility.PRIVATE)
    return session.execute(statement).scalar_one()


def private_records(session: Session, account_id: str, limit: int) -> list[str]:
    """Return up to `limit` of the records that only their owner can see."""
    statement = (
        select(col(Record.id))
        .where(col(Record.owner_id) == account_id, col(Record.visibility) == Visibility.PRIVATE)
        .limit(limit)
    )
    return list(session.execute(statement).scalars())


def show_upload(session: Session, upload_id: str, to: Visibility) -> None:
    """Set the visibility of an upload, and of the records that will still be found in it."""
    put(session, Upload, upload_id, visibility=to)


def show_records(session: Session, record_ids: list[str], to: Visibility, now: datetime) -> None:
    """Set the visibility of records."""
    with search_index.changing(session, record_ids, now):
        session.execute(update(Record).where(col(Record.id).in_(record_ids)).values(visibility=to))


def hide(session: Session, record_id: str, since: datetime | None, now: datetime) -> None:
    """Hide a record from all but its owner, or, with None, show it again."""
    with search_index.changing(session, [record_id], now):
        put(session, Record, record_id, hidden_at=since)


class OwnVerdict(NamedTuple):
    """A verdict on a record of the account."""

    id: str
    record_id: str
    revision: int
    upload_id: str
    body: str


def own_verdicts(session: Session, account_id: str, after: str, limit: int) -> list[OwnVerdict]:
    """Return verdicts on an account's records, at most `limit`; `after` is the last one seen."""
    statement: Any = (
        select(
            col(Verdict.id), col(Verdict.record_id), col(Verdict.revision), col(Record.upload_id),
            col(Verdict.body), analyses.BODY.label("analysis"),
        )
        .outerjoin(Analysis, analyses.of_verdict(Analysis))
        .join(Record, col(Record.id) == col(Verdict.record_id))
        .where(
            col(Record.owner_id) == account_id,
            col(Verdict.id) > after,
            pending_removal.stays(),
        )
        .order_by(col(Verdict.id))
        .limit(limit)
    )  # fmt: skip
    return [
        OwnVerdict._make((*row[:-2], analyses.verdict_with_analysis(row.body, row.analysis)))
        for row in session.execute(statement)
    ]


def tags_by(session: Session, account_id: str) -> list[dict[str, str]]:
    """Return the tags that an account has added to records."""
    statement = (
        select(col(Tag.record_id), col(Tag.tag))
        .where(col(Tag.added_by) == account_id)
        .order_by(col(Tag.record_id), col(Tag.tag))
    )
    return [{"record": record, "tag": tag} for record, tag in session.execute(statement)]
