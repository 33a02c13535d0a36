"""Many records at once that were judged elsewhere: a made-up archive, for trying things out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import insert
from sqlalchemy.orm import Session

from archive.core.archive_states import RecordState, UploadState, Visibility
from archive.core.judgements import SearchEntry
from archive.store import blobs, ids, search_index, upload_counts
from archive.store.models import Document, Record, Upload

SOURCE: Final = "made-up"


@dataclass(frozen=True, slots=True)
class Made:
    """A record with the columns that lists show, and its search entry."""

    data: bytes
    columns: dict[str, Any]
    entry: SearchEntry
    at: datetime


_GIVEN: Final = (
    "game", "rules", "event", "event_key", "date", "day", "players", "standing", "answers", "score",
    "claimed", "winner", "highest", "findings", "raw_hash",
)  # fmt: skip


def add(session: Session, made: Sequence[Made], name: str, *, public: bool) -> str:
    """Add an upload of these records, judged already; return its identifier.

    The same rows as the pipeline writes, but for the verdicts: a record's `engine` stays empty, by
    which re-scoring the archive finds those without a verdict of their own.
    """
    upload_id, blob_id, now = ids.fresh(), ids.fresh(), made[-1].at
    data = b"".join(one.data for one in made)
    visibility = Visibility.PUBLIC if public else Visibility.UNLISTED
    blobs.keep(session, blob_id, data, hashlib.sha256(data).hexdigest(), now)
    session.add(Upload(
        id=upload_id, filename=name, source=SOURCE, visibility=visibility, blob_id=blob_id,
        size=len(data), sha256=hashlib.sha256(data).hexdigest(), received_at=now,
        state=UploadState.DONE, total=len(made), due_at=now, ended_at=now,
        tally=upload_counts.none_yet(),
    ))  # fmt: skip
    session.flush()
    session.add(
        Document(upload_id=upload_id, number=1, blob_id=blob_id, size=len(data), records=len(made))
    )
    session.flush()
    _records(session, upload_id, made, visibility)
    steps = [
        upload_counts.RecordOutcome(
            number, None, str(one.columns["standing"]), findings=one.columns["findings"]
        )
        for number, one in enumerate(made, start=1)
    ]
    upload_counts.note(session, upload_id, steps, now)
    return upload_id


def _records(
    session: Session, upload_id: str, made: Sequence[Made], visibility: Visibility
) -> None:
    rows, entries = [], {}
    start, line = 0, 1
    for number, one in enumerate(made, start=1):
        id_, end = ids.fresh(), start + len(one.data)
        rows.append({
            "id": id_, "upload_id": upload_id, "number": number, "document": 1, "start": start,
            "end": end, "line": line, "visibility": visibility, "created_at": one.at,
            "state": RecordState.JUDGED, "shown": False, "attempts": 1, "revision": 1,
            **{name: one.columns[name] for name in _GIVEN},
        })  # fmt: skip
        entries[id_] = one.entry
        start, line = end, line + one.data.count(b"\n")
    session.execute(insert(Record), rows)
    with search_index.changing(session, entries, made[-1].at) as change:
        change.entries = entries
