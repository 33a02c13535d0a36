"""Records for the tests of lists and search: rows without an engine behind them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import insert, update
from sqlmodel import col

from archive.core.judgements import IndexedFinding, IndexedSeat, SearchEntry
from archive.store import ids, search_index
from archive.store.database import Database
from archive.store.models import Blob, Document, Record, Upload

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def upload(database: Database, number: int, **columns: Any) -> list[str]:
    """An upload of so many records that wait; their identifiers in order."""
    upload_id, found = ids.fresh(), [ids.fresh() for _ in range(number)]
    shared = {
        "start": 0, "end": 0, "line": 1, "document": 1, "upload_id": upload_id, "shown": False,
        "attempts": 0, "revision": 1, "day": "", "players": [], "state": "waiting",
        "standing": "waiting", "findings": 0, "visibility": "public", **columns,
    }  # fmt: skip
    with database.writing() as session:
        blob = {"id": upload_id, "size": 0, "sha256": upload_id, "created_at": NOW}
        session.execute(insert(Blob), [blob])
        row = {
            "id": upload_id, "source": "test", "blob_id": upload_id, "size": 0,
            "sha256": upload_id, "received_at": NOW, "due_at": NOW, "owner_id": None,
        }  # fmt: skip
        session.add(Upload(**row))
        session.flush()
        session.add(Document(upload_id=upload_id, number=1, blob_id=upload_id, size=0))
        session.flush()
        session.execute(
            insert(Record),
            [
                {"id": id_, "number": at, "created_at": NOW + timedelta(seconds=at // 3), **shared}
                for at, id_ in enumerate(found, start=1)
            ],
        )
    return found


def judged(
    database: Database,
    record_id: str,
    *,
    players: Sequence[str] = ("Anna", "Berta"),
    codes: Sequence[str] = (),
    text: str = "",
    points: Sequence[int | None] = (),
    **columns: Any,
) -> None:
    """Say of a record what a verdict would."""
    score = dict(zip(range(1, 99), points or range(10, 99), strict=False))
    values = {
        "game": "twenty", "rules": "twenty/farrugia@1", "standing": "upheld", "day": "2026-01-02",
        "players": [*players], "findings": len(codes), "state": "judged",
        "highest": max((n for n in points if n is not None), default=None), **columns,
    }  # fmt: skip
    entry = SearchEntry(
        [IndexedFinding(code, "error", f"twenty/{code}", None) for code in codes],
        [
            IndexedSeat(seat, name, score.get(seat), seat == 1)
            for seat, name in enumerate(players, start=1)
        ],
        text,
    )
    with database.writing() as session, search_index.changing(session, [record_id], NOW) as change:
        session.execute(update(Record).where(col(Record.id) == record_id).values(**values))
        change.entries[record_id] = entry
