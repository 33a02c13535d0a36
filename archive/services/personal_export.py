"""All that is one's own, file by file, made as it is asked for.

The uploads are the very bytes that were uploaded; a verdict is the JSON that was stored; the rest
is one small JSON of what the account is and has said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from operator import attrgetter
from typing import Any, Final, NamedTuple

from archive.notation.notes import as_json
from archive.services.context import in_batches, now
from archive.services.layers import own_layers
from archive.store import access, accounts, blobs, collections, moderation, solved_puzzles
from archive.store.access import UploadLine
from archive.store.database import Database

BATCH_ROWS: Final = 200
ID: Final = attrgetter("id")


class ExportPart(NamedTuple):
    """A file of an export."""

    name: str
    at: datetime
    pieces: Iterable[bytes]


def parts(database: Database, account_id: str) -> Iterator[ExportPart]:
    """Return the files of an account's export."""
    yield ExportPart("account.json", now(), [_account(database, account_id)])
    uploads = in_batches(database, access.uploads_of, account_id, "", ID, BATCH_ROWS)
    for upload in uploads:
        name = f"uploads/{upload.id}/{_file_name(upload)}"
        yield ExportPart(name, upload.received_at, blobs.stream(database, upload.blob_id))
    yield ExportPart("layers.ndjson", now(), _layers(database, account_id))
    yield ExportPart("verdicts.ndjson", now(), _verdicts(database, account_id))


def _account(database: Database, account_id: str) -> bytes:
    with database.reading() as session:
        account = accounts.find(session, account_id)
        assert account is not None
        mine = collections.of(session, account_id, sees=account_id)
        said: dict[str, Any] = {
            "name": account.name,
            "role": str(account.role),
            "created_at": account.created_at,
            "language": account.language,
            "tokens": [
                {name: getattr(token, name) for name in ("name", "scopes", "created_at",
                                                         "expires_at", "used_at", "revoked_at")}
                for token in accounts.tokens(session, account_id)
            ],
            "collections": [
                {"id": one.id, "title": one.title, "about": one.about,
                 "visibility": str(one.visibility), "records": collections.order(session, one.id)}
                for one in mine
            ],
            "reports": [
                {"record": one.record_id, "reason": one.reason, "text": one.text,
                 "created_at": one.created_at, "state": str(one.state), "answer": one.answer}
                for one in moderation.reports(session, reporter_id=account_id, limit=10_000)
            ],
            "tags": access.tags_by(session, account_id),
            "solved": [
                {"record": id_, "ply": ply} for id_, ply in solved_puzzles.of(session, account_id)
            ],
        }  # fmt: skip
    return json.dumps(said, ensure_ascii=False, indent=1, default=_written).encode()


def _layers(database: Database, account_id: str) -> Iterator[bytes]:
    for one in own_layers(database, account_id):
        said = {
            "record": one.game, "id": one.id, "visibility": one.visibility,
            "saved_at": one.saved_at, "notes": as_json(one.notes),
        }  # fmt: skip
        yield json.dumps(said, default=_written).encode() + b"\n"


def _verdicts(database: Database, account_id: str) -> Iterator[bytes]:
    for one in in_batches(database, access.own_verdicts, account_id, "", ID, BATCH_ROWS):
        about = {"record": one.record_id, "revision": one.revision, "upload": one.upload_id}
        head = json.dumps(about)[:-1]
        yield f'{head}, "verdict": {one.body}}}\n'.encode()


def _file_name(upload: UploadLine) -> str:
    """Return the name it came by, as a zip may hold it on any machine."""
    name = re.sub(r"[^\w .()+,-]", "_", (upload.filename or "").rpartition("/")[2])
    return name.strip(". ")[:100] or "pasted.xxn"


def _written(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
