"""What owners do with their uploads and records: set who may see them, delete records, and export
everything file by file: uploads as they came, verdicts as they were stored, and the account's own
data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, Final, NamedTuple

from archive.core.errors import NotThere
from archive.languages import marked
from archive.notation.notes import as_json
from archive.services.context import UseCases, in_batches, now, reads
from archive.services.layers import own_layers
from archive.services.permissions import Visibility
from archive.store import (
    access,
    accounts,
    audit,
    blobs,
    collections,
    deletion,
    game_annotations,
    moderator_reports,
    upload_progress,
)
from archive.store.access import Access, UploadLine
from archive.store.database import Database
from archive.store.row_views import alone, unplaced, unquoted

__all__ = ["Access", "Gone", "Ownership", "UploadLine", "alone", "unplaced", "unquoted"]

BATCH_ROWS: Final = 500
MOST_LOOKED_AT: Final = 2_000
"""The most records of an upload that are gone through for the page of one of them."""


@dataclass(frozen=True, slots=True)
class Gone:
    """What a deletion takes with it, counted before."""

    uploads: int
    records: int


class Ownership(UseCases):
    """What an owner may do, and moderators in an owner's place."""

    # Whose it is

    record = reads(access.record)
    upload = reads(access.upload)

    def records(self, upload_id: str) -> Iterator[Access]:
        """Yield an upload's records in order, each with its visibility."""
        number = attrgetter("number")
        return in_batches(self.database, access.records_of, upload_id, 0, number, BATCH_ROWS)

    def is_whole(self, upload_id: str) -> bool:
        """Return whether readers of an upload may see all of it, as it came: nothing in it is
        hidden, private or deleted."""
        with self.database.reading() as session:
            return not access.kept_back(session, upload_id)

    def tells_places(self, upload_id: str) -> bool:
        """Return whether readers who may not have an upload as it came see at which place in it a
        record stands. They do not where something is kept back, whose length that would reveal; nor
        where it would cost much to find out, since every page of a game asks."""
        with self.database.reading() as session:
            if access.records_count(session, upload_id, MOST_LOOKED_AT + 1) > MOST_LOOKED_AT:
                return False
            return not access.kept_back(session, upload_id)

    for_all = reads(upload_progress.for_all)
    uploads_of = reads(access.uploads_of)

    # Visibility

    def show_upload(self, upload_id: str, to: Visibility, *, by: str | None) -> None:
        """Set the visibility of an upload and all of its records."""
        now = datetime.now(UTC)
        with self.database.writing() as session:
            before = access.upload(session, upload_id)
            if before is None:
                raise NotThere(marked("This upload is not here any more."))
            access.show_upload(session, upload_id, to)
            if before.owner_id != by:
                change = {"from": before.visibility, "to": to.value}
                audit.note(session, "shown", f"upload:{upload_id}", by, **change)
        number = 0
        while True:
            with self.database.writing() as session:
                found = access.records_of(session, upload_id, number, BATCH_ROWS)
                if not found:
                    return
                access.show_records(session, [each.id for each in found], to, now)
                number = found[-1].number

    def show_record(self, record_id: str, to: Visibility, *, by: str | None) -> None:
        """Set the visibility of one record."""
        with self.database.writing() as session:
            before = access.record(session, record_id)
            if before is None:
                raise NotThere(marked("This game is not here any more."))
            access.show_records(session, [record_id], to, datetime.now(UTC))
            if before.owner_id != by:
                change = {"from": before.visibility, "to": to.value}
                audit.note(session, "shown", f"record:{record_id}", by, **change)

    # Deleting

    def what_goes(self, upload_id: str) -> Gone:
        """Return how much is deleted with an upload."""
        with self.database.reading() as session:
            return Gone(1, access.records_count(session, upload_id))

    def delete_record(self, record_id: str, *, by: str | None) -> None:
        """Delete one record and all that was made of it. Its bytes stay in the upload they came in,
        which from then on only its owner and moderators can have as it came."""
        with self.database.writing() as session:
            found = access.record(session, record_id)
            if found is None:
                raise NotThere(marked("This game is not here any more."))
            deletion.out_of_uploads(session, [record_id], datetime.now(UTC))
            subject = f"record:{record_id}"
            audit.note(session, "record-deleted", subject, by, upload=found.upload_id)

    # An account's own, and its end

    def export(self, account_id: str) -> Iterator[ExportPart]:
        """Yield an account's data, file by file."""
        return parts(self.database, account_id)

    def what_goes_with(self, account_id: str) -> Gone:
        """Return how much is deleted with an account, if its uploads are."""
        with self.database.reading() as session:
            return Gone(
                access.uploads_count(session, account_id), access.records_owned(session, account_id)
            )


EXPORTED_ROWS: Final = 200
ID: Final = attrgetter("id")


class ExportPart(NamedTuple):
    """A file of an export."""

    name: str
    at: datetime
    pieces: Iterable[bytes]


def parts(database: Database, account_id: str) -> Iterator[ExportPart]:
    """Yield the files of an account's export."""
    yield ExportPart("account.json", now(), [_account(database, account_id)])
    uploads = in_batches(database, access.uploads_of, account_id, "", ID, EXPORTED_ROWS)
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
                for one in moderator_reports.reports(session, reporter_id=account_id, limit=10_000)
            ],
            "tags": access.tags_by(session, account_id),
            "solved": [
                {"record": id_, "ply": ply} for id_, ply in game_annotations.of(session, account_id)
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
    for one in in_batches(database, access.own_verdicts, account_id, "", ID, EXPORTED_ROWS):
        about = {"record": one.record_id, "revision": one.revision, "upload": one.upload_id}
        head = json.dumps(about)[:-1]
        yield f'{head}, "verdict": {one.body}}}\n'.encode()


def _file_name(upload: UploadLine) -> str:
    """Return the name of the uploaded file, made safe for a zip on any machine."""
    name = re.sub(r"[^\w .()+,-]", "_", (upload.filename or "").rpartition("/")[2])
    return name.strip(". ")[:100] or "pasted.xxn"


def _written(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
