"""Reading again: what an older importer read otherwise, or could not read, by today's.

The bytes are those that came. A record of which today's importer makes another text gets that as
its next revision, and the earlier reading stays with the earlier ones; one that was corrected by
hand since stays as it is. What is read for the first time becomes further records of its upload.
"""

from __future__ import annotations

import hashlib
import io
from typing import Final

from archive.notation.record_boundaries import slices
from archive.services.context import Context, TimeSlice, now
from archive.services.packed_files import PackedFileRefused
from archive.services.unpacking import MadeDocument, Unpacking, keep_document
from archive.store import documents, record_bytes, revisions, upload_states
from archive.store.database import Session
from archive.store.documents import Text
from archive.store.uploads import Unsplit

READ_AGAIN: Final = "Read again from what was uploaded."


class ReadingAgain:
    """Reading the sheets of uploads again."""

    def __init__(self, context: Context, unpacking: Unpacking) -> None:
        self.context, self.database = context, context.database
        self.unpacking = unpacking

    def go_on(self, upload_id: str, unsplit: Unsplit, after: int, turn: TimeSlice) -> int | None:
        """Read the texts of an upload again, those behind one; the last of this turn, None where
        all of them have been read."""
        with self.database.reading() as session:
            kept = {text.number: text for text in documents.of(session, upload_id)}
        made_since = {text.blob_id: text for text in kept.values() if text.records}
        try:
            for made in self.unpacking.texts(unsplit, range(after + 1)):
                text = kept.get(made.number)
                if text is not None and not text.records and not text.left_out:
                    text = made_since.get(text.blob_id)
                if text is not None and made.reading is not None:
                    with self.database.writing() as session:
                        self._renew(session, upload_id, unsplit, text, made)
                if turn.over:
                    return made.number
        except PackedFileRefused:  # by today's limits: what was unpacked when it came stays
            return None
        return None

    def _renew(
        self, session: Session, upload_id: str, unsplit: Unsplit, text: Text, made: MadeDocument
    ) -> None:
        """Bring a text of an upload to what was made of it now."""
        if text.left_out:
            number = max(documents.numbers(session, upload_id)) + 1
            blob_id = keep_document(
                session, upload_id, unsplit.blob_id, made._replace(number=number)
            )
            documents.replace(session, upload_id, text.number, blob_id)
            return
        data = made.data or b""
        found = [data[start:end] for _, start, end, _ in slices(io.BytesIO(data))]
        if len(found) == text.records:
            self._revise_all(session, upload_id, text.number, found, made.reading or {})
        else:
            upload_states.explain(session, upload_id, _other_number(text.records or 0, len(found)))

    def _revise_all(
        self, session: Session, upload_id: str, document: int, found: list[bytes],
        reading: documents.Reading,
    ) -> None:  # fmt: skip
        """Give the records of a document that were not corrected by hand what was found now."""
        before = documents.reading(session, upload_id, document)
        first = documents.first_record(session, upload_id, document)
        given: dict[int, int] = {}
        same = True
        for piece in record_bytes.of_document(session, upload_id, document):
            nth = piece.number - first
            same = same and found[nth] == piece.data
            latest = documents.latest_revision(before, nth)
            if found[nth] == piece.data or piece.revision > latest:
                continue
            revisions.add(
                session,
                piece.id,
                after=piece.revision,
                content=found[nth],
                raw_hash=hashlib.sha256(found[nth]).hexdigest(),
                author_id=None,
                comment=READ_AGAIN,
                now=now(),
                due=self.context.due(),
            )
            given[nth] = piece.revision + 1
        if given:
            reading = documents.later(reading, before, given)
        elif same and before is not None:
            reading = {**before, **reading}
        else:
            return
        documents.note_reading(session, upload_id, document, reading)


def _other_number(before: int, now: int) -> str:
    return (
        f"Read today it would hold another number of games, {now} instead of {before}, so nothing "
        "was changed. To have it read like that, delete this upload and upload the file again."
    )
