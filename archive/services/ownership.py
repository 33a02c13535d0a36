"""What owners do with what is theirs: say who may look, delete records, take all of it along."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import attrgetter
from typing import Final

from archive.core.errors import NotThere
from archive.languages import marked
from archive.services import personal_export
from archive.services.context import in_batches, reads
from archive.services.permissions import Visibility
from archive.services.personal_export import ExportPart
from archive.store import access, audit, deletion, upload_progress
from archive.store.access import Access, UploadLine
from archive.store.database import Database
from archive.store.views import alone, unplaced, unquoted

__all__ = ["Access", "Gone", "Ownership", "UploadLine", "alone", "unplaced", "unquoted"]

BATCH_ROWS: Final = 500
MOST_LOOKED_AT: Final = 2_000
"""So many records of an upload are gone through for the page of one of them."""


@dataclass(frozen=True, slots=True)
class Gone:
    """What goes when something is deleted, counted before."""

    uploads: int
    records: int


class Ownership:
    """Everything an owner may do, and moderators in an owner's place."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Whose it is

    record = reads(access.record)
    upload = reads(access.upload)

    def records(self, upload_id: str) -> Iterator[Access]:
        """Return an upload's records in order, with who may look at each."""
        number = attrgetter("number")
        return in_batches(self.database, access.records_of, upload_id, 0, number, BATCH_ROWS)

    def is_whole(self, upload_id: str) -> bool:
        """Return whether those who may see an upload may see all of it, as it came: nothing in it
        is hidden, private or deleted."""
        with self.database.reading() as session:
            return not access.kept_back(session, upload_id)

    def tells_places(self, upload_id: str) -> bool:
        """Return whether those who may not have an upload as it came are told where in it a record
        stands. They are not where something is kept back, whose length that would tell; nor where
        it would cost much to find out, since every page of a game asks."""
        with self.database.reading() as session:
            if access.records_count(session, upload_id, MOST_LOOKED_AT + 1) > MOST_LOOKED_AT:
                return False
            return not access.kept_back(session, upload_id)

    for_all = reads(upload_progress.for_all)
    uploads_of = reads(access.uploads_of)

    # Who may look

    def show_upload(self, upload_id: str, to: Visibility, *, by: str | None) -> None:
        """Say who may look at an upload and all of its records."""
        now = datetime.now(UTC)
        with self.database.writing() as session:
            before = access.upload(session, upload_id)
            if before is None:
                raise NotThere(marked("This upload is not here any more."))
            access.show_upload(session, upload_id, to)
            if before.owner_id != by:
                detail = {"from": before.visibility, "to": to.value}
                audit.note(session, "shown", f"upload:{upload_id}", actor_id=by, detail=detail)
        number = 0
        while True:
            with self.database.writing() as session:
                found = access.records_of(session, upload_id, number, BATCH_ROWS)
                if not found:
                    return
                access.show_records(session, [each.id for each in found], to, now)
                number = found[-1].number

    def show_record(self, record_id: str, to: Visibility, *, by: str | None) -> None:
        """Say who may look at one record."""
        with self.database.writing() as session:
            before = access.record(session, record_id)
            if before is None:
                raise NotThere(marked("This record is not here any more."))
            access.show_records(session, [record_id], to, datetime.now(UTC))
            if before.owner_id != by:
                detail = {"from": before.visibility, "to": to.value}
                audit.note(session, "shown", f"record:{record_id}", actor_id=by, detail=detail)

    # Deleting

    def what_goes(self, upload_id: str) -> Gone:
        """Return how much goes with an upload."""
        with self.database.reading() as session:
            return Gone(1, access.records_count(session, upload_id))

    def delete_record(self, record_id: str, *, by: str | None) -> None:
        """Delete one record and all that was made of it. Its bytes stay in the upload they came in,
        which from then on only its owner and moderators can have as it came."""
        with self.database.writing() as session:
            found = access.record(session, record_id)
            if found is None:
                raise NotThere(marked("This record is not here any more."))
            deletion.out_of_uploads(session, [record_id], datetime.now(UTC))
            detail = {"upload": found.upload_id}
            audit.note(session, "record-deleted", f"record:{record_id}", actor_id=by, detail=detail)

    # An account's own, and its end

    def export(self, account_id: str) -> Iterator[ExportPart]:
        """Return all that is an account's own, file by file."""
        return personal_export.parts(self.database, account_id)

    def what_goes_with(self, account_id: str) -> Gone:
        """Return how much goes with an account, if its uploads do."""
        with self.database.reading() as session:
            return Gone(
                access.uploads_count(session, account_id), access.records_owned(session, account_id)
            )
