"""Stopping an upload that is being judged, going on with it, and trying again what was given up."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import exists, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import upload_counts
from archive.store.models import Record, Upload
from archive.store.types import RecordState, Standing, UploadState
from archive.store.upload_counts import Step
from archive.store.uploads import UNFINISHED


def cancel(session: Session, upload_id: str, now: datetime) -> bool:
    """Judge no more of an upload: what waits is cancelled, what has a verdict keeps it. False where
    it has come to an end already."""
    stopped = (
        update(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.state).in_(UNFINISHED))
        .values(state=UploadState.CANCELLED, ended_at=now)
        .returning(col(Upload.id))
    )
    if session.execute(stopped).first() is None:
        return False
    _turn(session, upload_id, RecordState.WAITING, RecordState.CANCELLED, now)
    return True


def resume(session: Session, upload_id: str, now: datetime, due: datetime) -> bool:
    """Judge the rest of an upload that was cancelled. False where it was not."""
    going = (
        update(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.state) == UploadState.CANCELLED)
        .values(state=UploadState.WORKING, ended_at=None, due_at=due, attempts=0)
        .returning(col(Upload.id))
    )
    if session.execute(going).first() is None:
        return False
    _turn(session, upload_id, RecordState.CANCELLED, RecordState.WAITING, now)
    upload_counts.begin_anew(session, upload_id)
    return True


def retry(session: Session, upload_id: str, now: datetime, due: datetime) -> bool:
    """Judge again the records of an upload that were given up. False where there are none, or it
    has not come to its end."""
    given_up = exists().where(
        col(Record.upload_id) == upload_id, col(Record.state) == RecordState.FAILED
    )
    going = (
        update(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.state) == UploadState.DONE, given_up)
        .values(state=UploadState.WORKING, ended_at=None, due_at=due, attempts=0)
        .returning(col(Upload.id))
        .execution_options(synchronize_session=False)
    )
    if session.execute(going).first() is None:
        return False
    _turn(session, upload_id, RecordState.FAILED, RecordState.WAITING, now)
    upload_counts.begin_anew(session, upload_id)
    return True


def _turn(
    session: Session, upload_id: str, old: RecordState, new: RecordState, now: datetime
) -> None:
    """All records of one state into another. Neither of the two is listed or counted anywhere."""
    turned = (
        update(Record)
        .where(col(Record.upload_id) == upload_id, col(Record.state) == old)
        .values(state=new, attempts=0, note=None)
        .returning(col(Record.number))
        .execution_options(synchronize_session=False)
    )
    standings = (upload_counts.key(old, Standing.WAITING), upload_counts.key(new, Standing.WAITING))
    steps = [Step(number, *standings) for number in session.execute(turned).scalars()]
    upload_counts.note(session, upload_id, steps, now)
