"""Judging: what the workers' tasks do.

Every step may have been done before, in part or whole, by a worker that did not live to see the
end: what is there is kept, what is missing is added.
"""

from __future__ import annotations

import hashlib
import io
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, Final

from archive import notation
from archive.converting import convert
from archive.importers import Imported
from archive.service.handing_in import HandingIn
from archive.service.parts import now
from archive.store import blobs, documents, games, ids, uploads
from archive.store.blobs import BlobFile
from archive.store.documents import Text
from archive.store.uploads import Range, Unsplit

# A task's worth of records is bounded in bytes too, so that it never takes long.
BATCH_BYTES: Final = 1 << 20
# Rows added in one transaction while a large upload is split: other writers get their turn between.
ROWS_AT_ONCE: Final = 500
# Splitting that has been begun this often without an end will not end.
SPLIT_ATTEMPTS: Final = 5
# A record is judged together with its neighbours this often; if its worker died each time it is
# judged alone from then on, and given up when that has killed as many again.
ATTEMPTS_TOGETHER: Final = 2
ATTEMPTS_ALONE: Final = 4
# While this many messages wait, the workers are busy rather than out of work: nothing is swept.
FULL_QUEUE: Final = 200
# Larger than this only XXN is read: other people's formats are read whole.
LARGEST_FOREIGN: Final = 64 << 20

Span = tuple[int, int]


class Judging(HandingIn):
    """Splitting uploads, judging their records, finding what was left lying."""

    def receive(self, upload_id: str) -> None:
        """Split an upload into its records and have them judged.

        A small upload is judged here and now; a larger one in batches that all workers share, the
        first of them while the rest is still being split.
        """
        with self.database.writing() as session:
            unsplit = uploads.begin_splitting(session, upload_id, self._due())
            if unsplit is not None and unsplit.attempts > SPLIT_ATTEMPTS:
                why = "This upload could not be split into records."
                uploads.fail(session, upload_id, why, now())
                return
        if unsplit is None:
            found = self._waiting(upload_id)
        else:
            found = self._split(upload_id, unsplit)
            if unsplit.attempts > 1:  # some of its records may be judged already
                deque(found, maxlen=0)
                found = self._waiting(upload_id)
        batches = _batches(found, self.settings.batch)
        first, second = next(batches, None), next(batches, None)
        if first is not None and second is not None:
            self._send(upload_id, chain((first, second), batches))
        elif first is not None:
            self.judge(upload_id, *first)
        else:
            with self.database.writing() as session:
                uploads.finish_if_settled(session, upload_id, now())

    def _waiting(self, upload_id: str) -> Iterator[Range]:
        """The records that have no verdict yet, in order."""
        after = 0
        while True:
            with self.database.reading() as session:
                found = uploads.waiting(session, upload_id, after, ROWS_AT_ONCE)
            yield from found
            if len(found) < ROWS_AT_ONCE:
                return
            after = found[-1].number

    def _split(self, upload_id: str, unsplit: Unsplit) -> Iterator[Range]:
        """The records of an upload's documents, each once its row is there."""
        total = 0
        for text in self._documents(upload_id, unsplit):
            if text.records is None:
                before = total
                for rows in _ranges(self._open(text), before):
                    total = rows[-1].number
                    with self.database.writing() as session:
                        uploads.add_records(
                            session, upload_id, text.number, rows, unsplit=unsplit, now=now()
                        )
                        uploads.progress(session, upload_id, self._due())
                    yield from rows
                with self.database.writing() as session:
                    documents.end_splitting(session, upload_id, text.number, total - before)
            else:
                total += text.records
        with self.database.writing() as session:
            uploads.end_splitting(session, upload_id, total)

    def _documents(self, upload_id: str, unsplit: Unsplit) -> list[Text]:
        """The texts in an upload, found on its first attempt and the same ever after."""
        with self.database.reading() as session:
            found = documents.of(session, upload_id)
        if not found:
            self._find_documents(upload_id, unsplit)
            with self.database.reading() as session:
                found = documents.of(session, upload_id)
        return found

    def _find_documents(self, upload_id: str, unsplit: Unsplit) -> None:
        """One: the upload itself, or the XXN made of it where it is something else."""
        blob_id, size, reading = unsplit.blob_id, unsplit.size, None
        made = self._converted(unsplit)
        with self.database.writing() as session:
            if made is not None:
                blob_id, size, reading = ids.fresh(), len(made.xxn), made.as_dict()
                sha256 = hashlib.sha256(made.xxn).hexdigest()
                blobs.keep(session, blob_id, made.xxn, sha256, now())
            new = documents.add(session, upload_id, 1, blob_id=blob_id, size=size, reading=reading)
            if made is not None and not new:
                blobs.remove(session, [blob_id])

    def _converted(self, unsplit: Unsplit) -> Imported | None:
        if unsplit.size > LARGEST_FOREIGN:
            return None
        with self.database.reading() as session:
            data = blobs.read(session, unsplit.blob_id, 0, unsplit.size)
        return convert(data, unsplit.filename, unsplit.ranks, self.settings.patience)

    def _open(self, text: Text) -> BinaryIO:
        return io.BufferedReader(BlobFile(self.database, text.blob_id, text.size), BATCH_BYTES)

    def judge(self, upload_id: str, first: int, last: int) -> None:
        """Judge the records of a range that have no verdict yet.

        Each record is judged for itself: one that the engine cannot cope with is marked so, and
        its neighbours get their verdicts. One that takes its worker process down with it comes
        back here; after a few times it is set apart, and after a few more it is given up.
        """
        alone = first == last
        limit = ATTEMPTS_ALONE if alone else ATTEMPTS_TOGETHER
        with self.database.writing() as session:
            uploads.progress(session, upload_id, self._due())
            pieces = games.claim(session, upload_id, first, last, attempts=limit)
        judgements = [self._judge(piece, self.settings.patience) for piece in pieces]
        with self.database.writing() as session:
            uploads.progress(session, upload_id, self._due())
            games.settle(session, judgements, now())
            if alone:
                games.give_up(session, upload_id, first)
            left = games.left(session, upload_id, first, last)
            uploads.finish_if_settled(session, upload_id, now())
        self._send(upload_id, [(number, number) for number in left])

    def _send(self, upload_id: str, spans: Iterable[Span]) -> None:
        """Queue ranges to be judged; when the queue goes away the sweeper sees to the rest."""
        there = True
        for first, last in spans:  # to the end: they may be found only as they are asked for
            there = there and self.queue.judge(upload_id, first, last)

    def sweep(self) -> int:
        """Queue again what was taken in but has made no progress for too long.

        Nothing while the queue is away or well filled: the work may be waiting in it still, and
        whatever is missing can be added when it has run down.
        """
        depth = self.queue.depth()
        if depth is None or depth >= FULL_QUEUE:
            return 0
        with self.database.writing() as session:
            found = uploads.claim_overdue(
                session, now=now(), due=self._due(), limit=FULL_QUEUE - depth
            )
        for upload_id in found:
            self.queue.receive(upload_id)
        return len(found)


def _ranges(file: BinaryIO, before: int) -> Iterator[list[Range]]:
    """The records of a document, so many at a time, numbered on from `before`."""
    rows: list[Range] = []
    for found, _ in notation.stream(file):
        rows.append(Range(before + found.number, found.start, found.end, found.line))
        if len(rows) == ROWS_AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


def _batches(waiting: Iterable[Range], most: int) -> Iterator[Span]:
    """Cut the waiting records into ranges of numbers, bounded in records and in bytes."""
    batch: list[Range] = []
    size = 0
    for found in waiting:
        if batch and (len(batch) == most or size + found.end - found.start > BATCH_BYTES):
            yield batch[0].number, batch[-1].number
            batch, size = [], 0
        batch.append(found)
        size += found.end - found.start
    if batch:
        yield batch[0].number, batch[-1].number
