"""Many records at once that were judged elsewhere: a made-up archive, for trying things out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from archive.core.judgements import SearchEntry
from archive.core.states import RecordState, UploadState, Visibility
from archive.core.text import name_key
from archive.store import blobs, facet_counts, ids, players, sql, text_index, upload_counts
from archive.store.models import Document, Finding, Record, Seat, Upload

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
_SEAT: Final = ("record_id", "seat", "player_id", "points", "won", "at", "shown")
_FINDING: Final = ("record_id", "number", "code", "severity", "clause", "ply", "at", "shown")


def add(session: Session, made: Sequence[Made], name: str, *, public: bool) -> str:
    """Add an upload of these records, judged already; return its identifier.

    The same rows as the pipeline writes, but for the verdicts: a record's `engine` stays empty, by
    which re-scoring the archive finds those without a verdict of their own.
    """
    facet_counts.shared(session)
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
        upload_counts.Step(
            number, None, str(one.columns["standing"]), findings=one.columns["findings"]
        )
        for number, one in enumerate(made, start=1)
    ]
    upload_counts.note(session, upload_id, steps, now)
    return upload_id


def _records(
    session: Session, upload_id: str, made: Sequence[Made], visibility: Visibility
) -> None:
    shown = visibility is Visibility.PUBLIC
    who = players.known(
        session, sorted({sat.name for one in made for sat in one.entry.seats}), made[-1].at
    )
    rows, seats, findings, said, counted = [], [], [], {}, {}
    changes: dict[facet_counts.Kind, int] = {}
    start, line = 0, 1
    for number, one in enumerate(made, start=1):
        id_, end = ids.fresh(), start + len(one.data)
        columns = one.columns
        rows.append({
            "id": id_, "upload_id": upload_id, "number": number, "document": 1, "start": start,
            "end": end, "line": line, "visibility": visibility, "shown": shown,
            "created_at": one.at, "state": RecordState.JUDGED, "attempts": 1, "revision": 1,
            **{name: columns[name] for name in _GIVEN},
        })  # fmt: skip
        start, line = end, line + one.data.count(b"\n")
        sat = [(who[name_key(seat.name)], seat) for seat in one.entry.seats]
        seats += [(id_, its.seat, who_, its.points, its.won, one.at, shown) for who_, its in sat]
        findings += [
            (id_, at, *found, one.at, shown) for at, found in enumerate(one.entry.findings, 1)
        ]
        said[id_] = one.entry.text
        counted[id_] = text_index.Counted(
            columns["game"],
            columns["rules"],
            str(columns["standing"]),
            columns["day"],
            one.at,
            shown,
        )
        if shown:
            scopes = {
                "", *(f"player:{who_}" for who_, _ in sat),
                *(f"finding:{found.code}" for found in one.entry.findings),
            }  # fmt: skip
            for kind in facet_counts.kinds(
                scopes, columns["game"], columns["rules"], str(columns["standing"]), columns["day"]
            ):
                changes[kind] = changes.get(kind, 0) + 1
    table = Record.__table__  # type: ignore[attr-defined]
    session.connection().execute(table.insert(), rows)
    sql.write(session, Seat, _SEAT, seats)
    sql.write(session, Finding, _FINDING, findings)
    text_index.keep(session, said, counted)
    facet_counts.add(session, changes)
