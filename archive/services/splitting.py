"""Splitting: the documents of an upload become records.

A large upload is split a turn at a time, so that no task lasts longer than its worker may take and
others get their turn between. Where the last turn ended stands in the rows themselves: the
documents and records that are there already.

And reading again: what an older importer read otherwise, or could not read, is read by today's. A
record that today's importer reads differently gets the new text as its next revision, and the
earlier reading stays with the earlier ones; one that was corrected by hand since stays as it is.
What is read for the first time becomes further records of its upload.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from archive.notation.record_boundaries import slices
from archive.services.context import Context, TimeSlice, now
from archive.services.packed_files import PackedFileRefused
from archive.services.unpacking import ROWS_AT_ONCE, MadeDocument, Stopped, Unpacking, keep_document
from archive.store import (
    blobs,
    record_bytes,
    revisions,
    upload_documents,
    upload_transitions,
    uploads,
)
from archive.store.database import Session
from archive.store.upload_documents import Text
from archive.store.uploads import Range, Unsplit


class _Found(NamedTuple):
    """Records of a document about to be kept; how many it has in all, None while there are more;
    and whether the rest is not to be judged."""

    text: Text
    rows: list[Range]
    records: int | None
    full: bool


class Splitting:
    """Finding the records of uploads."""

    def __init__(self, context: Context, unpacking: Unpacking) -> None:
        self.context, self.database = context, context.database
        self.unpacking = unpacking

    def split(self, upload_id: str, unsplit: Unsplit, turn: TimeSlice) -> Iterator[Range]:
        """Yield the records found in this turn, each once its row is there. All of them have been
        found when the upload's total is known afterwards."""
        if not self.unpacking.find_documents(upload_id, unsplit, turn):
            return
        with self.database.reading() as session:
            texts = upload_documents.of(session, upload_id)
        total, held, begun = 0, list[_Found](), False
        for text in texts:
            records = text.records
            if records is None:
                for found in self._found(upload_id, text, total, begun=not begun):
                    held.append(found)
                    over = turn.over
                    if over or sum(len(one.rows) + 1 for one in held) >= ROWS_AT_ONCE:
                        yield from self._keep_records(upload_id, unsplit, held)
                        held = []
                    if over:
                        return
                    records = found.records
                begun = True
            total += records or 0
        yield from self._keep_records(upload_id, unsplit, held)
        with self.database.writing() as session:
            uploads.end_splitting(session, upload_id, total)

    def _found(self, upload_id: str, text: Text, before: int, *, begun: bool) -> Iterator[_Found]:
        """Yield a document's records, numbered on from `before`; where it may have been `begun`,
        from where the last turn ended."""
        last, begins = None, list[int]()
        if begun or text.is_read:
            with self.database.reading() as session:
                last = uploads.last_record(session, upload_id, text.number)
                begins = upload_documents.begins(session, upload_id, text.number)
        batches = _ranges(blobs.opened(self.database, text.blob_id, text.size), last, before)
        number = last.number if last else before
        rows: list[Range] | None = next(batches, [])
        while rows is not None:
            room = max(self.context.settings.max_records - number, 0)
            full, rows = len(rows) > room, _as_came(rows[:room], begins, before)
            number = rows[-1].number if rows else number
            following = None if full else next(batches, None)
            records = number - before if following is None else None
            yield _Found(text, rows, records, full=full)
            rows = following

    def _keep_records(
        self, upload_id: str, unsplit: Unsplit, found: list[_Found]
    ) -> Iterator[Range]:
        """Keep what was found in documents, in one transaction; yield the records."""
        if not found:
            return
        with self.database.writing() as session:
            if not upload_transitions.went_on(session, upload_id, self.context.due(), attempts=1):
                raise Stopped
            if any(one.full for one in found):
                upload_transitions.explain(
                    session, upload_id, _too_many(self.context.settings.max_records)
                )
            uploads.add_records(
                session,
                upload_id,
                [((one.text.number, one.text.size), one.rows) for one in found],
                unsplit=unsplit,
                now=now(),
            )
            upload_documents.end_splitting(
                session,
                upload_id,
                {one.text.number: one.records for one in found if one.records is not None},
            )
        for one in found:
            yield from one.rows


def _ranges(file: BinaryIO, last: Range | None, before: int) -> Iterator[list[Range]]:
    """Yield the records of a document in batches, numbered on from `before`; those after `last`,
    where that is there already."""
    rows: list[Range] = []
    at, line = (last.start, last.line - 1) if last else (0, 0)
    shift = last.number - 1 if last else before
    file.seek(at)
    for number, start, end, first in slices(file):
        if last is not None and number == 1:  # that is there already
            continue
        rows.append(Range(shift + number, at + start, at + end, line + first))
        if len(rows) == ROWS_AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


def _as_came(rows: list[Range], begins: list[int], before: int) -> list[Range]:
    """Return records made from a sheet with the lines of the sheet on which they begin."""
    return [
        one._replace(line=begins[nth]) if (nth := one.number - before - 1) < len(begins) else one
        for one in rows
    ]


def _too_many(most: int) -> str:
    return (
        f"There are more games in it than the {most:,} that are judged of one upload: only the "
        "first so many are. The file is kept whole; upload the rest by itself."
    )


READ_AGAIN: Final = "Read again from what was uploaded."


class ReadingAgain:
    """Reading the sheets of uploads again."""

    def __init__(self, context: Context, unpacking: Unpacking) -> None:
        self.context, self.database = context, context.database
        self.unpacking = unpacking

    def go_on(self, upload_id: str, unsplit: Unsplit, after: int, turn: TimeSlice) -> int | None:
        """Read the texts of an upload again, those after number `after`; return the last of this
        turn, None where all of them have been read."""
        with self.database.reading() as session:
            kept = {text.number: text for text in upload_documents.of(session, upload_id)}
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
        except PackedFileRefused:  # by today's limits: what was unpacked before stays
            return None
        return None

    def _renew(
        self, session: Session, upload_id: str, unsplit: Unsplit, text: Text, made: MadeDocument
    ) -> None:
        """Update a text of an upload to today's reading."""
        if text.left_out:
            number = max(upload_documents.numbers(session, upload_id)) + 1
            blob_id = keep_document(
                session, upload_id, unsplit.blob_id, made._replace(number=number)
            )
            upload_documents.replace(session, upload_id, text.number, blob_id)
            return
        data = made.data or b""
        found = [data[start:end] for _, start, end, _ in slices(io.BytesIO(data))]
        if len(found) == text.records:
            self._revise_all(session, upload_id, text.number, found, made.reading or {})
        else:
            upload_transitions.explain(
                session, upload_id, _other_number(text.records or 0, len(found))
            )

    def _revise_all(
        self, session: Session, upload_id: str, document: int, found: list[bytes],
        reading: upload_documents.Reading,
    ) -> None:  # fmt: skip
        """Give the records of a document that were not corrected by hand a revision with today's
        reading."""
        before = upload_documents.reading(session, upload_id, document)
        first = upload_documents.first_record(session, upload_id, document)
        given: dict[int, int] = {}
        same = True
        for piece in record_bytes.of_document(session, upload_id, document):
            nth = piece.number - first
            same = same and found[nth] == piece.data
            latest = upload_documents.latest_revision(before, nth)
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
            reading = upload_documents.later(reading, before, given)
        elif same and before is not None:
            reading = {**before, **reading}
        else:
            return
        upload_documents.note_reading(session, upload_id, document, reading)


def _other_number(before: int, now: int) -> str:
    return (
        f"Read today it would hold another number of games, {now} instead of {before}, so nothing "
        "was changed. To have it read like that, delete this upload and upload the file again."
    )
