"""Judging: what the workers' tasks do.

Every step may have been done before, in part or whole, by a worker that did not live to see the
end: what is there is kept, what is missing is added.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from archive.runtime.deadline import memory
from archive.services.context import TimeSlice, now
from archive.services.reading_again import ReadingAgain
from archive.services.unpacking import ROWS_AT_ONCE, Stopped
from archive.store import upload_states, uploads, verdict_writer
from archive.store.uploads import Range, Unsplit
from archive.store.views import Judgement, Piece

# A task's worth of records is bounded in bytes too, so that it never takes long.
BATCH_BYTES: Final = 1 << 20
# Splitting that has been begun this often without getting any further will not.
SPLIT_ATTEMPTS: Final = 5
# A record is judged together with its neighbours this often; if its worker died each time it is
# judged alone from then on, and given up when that has killed as many again.
ATTEMPTS_TOGETHER: Final = 2
ATTEMPTS_ALONE: Final = 4
# A task that takes longer than this lets others have the worker, and goes on as another task.
LONGEST_TURN: Final = 5.0

# While this many messages wait, the workers are busy rather than out of work: nothing is swept.
FULL_QUEUE: Final = 200

Span = tuple[int, int]


class Judging(ReadingAgain):
    """Splitting uploads, and judging their records."""

    def receive(self, upload_id: str, read: int = 0) -> None:
        """Split an upload into its records and have them judged.

        A small upload is judged here and now; a larger one in batches that all workers share, the
        first of them while the rest is still being split. What cannot be split in one turn is gone
        on with in another.
        """
        with self.database.writing() as session:
            unsplit = uploads.begin_splitting(session, upload_id, self._due())
            again = None
            if unsplit is None:
                again = uploads.begin_reading_again(session, upload_id, self._due())
            if unsplit is not None and unsplit.attempts > SPLIT_ATTEMPTS:
                why = "This upload could not be split into records."
                upload_states.fail(session, upload_id, why, now())
                return
        if again is not None:
            if self._all_read_again(upload_id, again, read):
                self.receive(upload_id)
            return
        try:
            if unsplit is None:
                self._judge_all(upload_id, self._waiting(upload_id))
                return
            found = self._split(upload_id, unsplit, self._turn())
            if unsplit.attempts > 1:  # some of its records may be judged already
                deque(found, maxlen=0)
                found = self._waiting(upload_id)
            self._judge_all(upload_id, found)
        except Stopped:
            return
        with self.database.writing() as session:
            unfinished = uploads.end_turn(session, upload_id, self._due())
        self._queued(upload_id, unfinished)

    def _all_read_again(self, upload_id: str, unsplit: Unsplit, read: int) -> bool:
        """Read an upload again for a turn, after so many of its texts; False where another turn is
        needed."""
        left = None
        if unsplit.attempts <= SPLIT_ATTEMPTS:
            left = self._read_again(upload_id, unsplit, read, self._turn())
        with self.database.writing() as session:
            going = upload_states.went_on_reading(
                session, upload_id, self._due(), over=left is None
            )
        if left is not None and going:
            self.queue.receive(upload_id, left)  # where it is away, the sweeper begins again
        return left is None

    def _judge_all(self, upload_id: str, found: Iterator[Range]) -> None:
        batches = _batches(found, self.settings.batch)
        first, second = next(batches, None), next(batches, None)
        if first is not None and second is not None:
            self._send(upload_id, chain((first, second), batches))
        elif first is not None:
            self.judge(upload_id, *first, soon=True)
        else:
            with self.database.writing() as session:
                upload_states.finish_if_settled(session, upload_id, now())

    def _waiting(self, upload_id: str) -> Iterator[Range]:
        """Return the records that have no verdict yet, in order."""
        after = 0
        while True:
            with self.database.reading() as session:
                found = uploads.waiting(session, upload_id, after, ROWS_AT_ONCE)
            yield from found
            if len(found) < ROWS_AT_ONCE:
                return
            after = found[-1].number

    def judge(self, upload_id: str, first: int, last: int, *, soon: bool = False) -> None:
        """Judge the records of a range that have no verdict yet, and ask for the analyses of those
        that are flawed: `soon`, where this is all that was uploaded.

        Each record is judged for itself: one that the engine cannot cope with is marked so, and
        its neighbours get their verdicts. One that takes its worker process down with it comes
        back here; after a few times it is set apart, and after a few more it is given up.
        """
        alone = first == last
        limit = ATTEMPTS_ALONE if alone else ATTEMPTS_TOGETHER
        with self.database.writing() as session:
            upload_states.progress(session, upload_id, self._due())
            pieces = verdict_writer.claim(session, upload_id, first, last, attempts=limit)
        judgements = self.judge_pieces(pieces, self._turn())
        begun = {found.record_id for found in judgements}
        later = [piece for piece in pieces if piece.id not in begun]
        with self.database.writing() as session:
            upload_states.progress(session, upload_id, self._due())
            verdict_writer.settle(session, judgements, now(), self._due())
            if later:
                verdict_writer.put_back(session, [piece.id for piece in later])
            if alone:
                verdict_writer.give_up(session, upload_id, first, now(), self._due())
            left = verdict_writer.left(session, upload_id, first, last)
            upload_states.finish_if_settled(session, upload_id, now())
        numbers = {piece.number for piece in later}
        apart = [(number, number) for number in left if number not in numbers]
        on = [(later[0].number, later[-1].number)] if later else []
        self._send(upload_id, [*apart, *on])
        if any(found.asks_for_analysis for found in judgements):
            # where the queue is away, the sweeper asks
            self.queue.analyse(upload_id, first, last, soon=soon)

    def cancel(self, upload_id: str) -> bool:
        """Judge no more of an upload: what waits is cancelled, what has a verdict keeps it. False
        where it had come to an end already."""
        with self.database.writing() as session:
            return upload_states.cancel(session, upload_id, now())

    def resume(self, upload_id: str) -> bool:
        """Judge the rest of an upload that was cancelled. False where it was not."""
        with self.database.writing() as session:
            resumed = upload_states.resume(session, upload_id, now(), self._due())
        return self._queued(upload_id, resumed)

    def retry(self, upload_id: str) -> bool:
        """Judge again what was given up of an upload. False where there is nothing."""
        with self.database.writing() as session:
            begun = upload_states.retry(session, upload_id, now(), self._due())
        return self._queued(upload_id, begun)

    def read_again(self, upload_id: str) -> bool:
        """Read the sheets of an upload again, by the importers that are here now. False where it
        has not come to its end, or there is nothing in it but XXN."""
        with self.database.writing() as session:
            wanted = upload_states.read_again(session, upload_id, now(), self._due())
        return self._queued(upload_id, wanted)

    def judge_pieces(self, pieces: Iterable[Piece], turn: TimeSlice) -> list[Judgement]:
        """Judge records, as many as one turn allows, each with a time and a memory of its own."""
        judgements: list[Judgement] = []
        with memory(self.settings.record_memory):
            for piece in pieces:
                if judgements and turn.over:
                    break
                judgements.append(self._judge(piece, self.settings.patience))
        return judgements

    def _turn(self) -> TimeSlice:
        return TimeSlice(min(LONGEST_TURN, self.settings.overdue / 3), self.queue.presses)

    def _own_turn(self) -> TimeSlice:
        """Return a turn of a worker that uploads do not wait for."""
        return TimeSlice(min(LONGEST_TURN, self.settings.overdue / 3), lambda: False)

    def _send(self, upload_id: str, spans: Iterable[Span]) -> None:
        there = True
        for first, last in spans:  # to the end: they may be found only as they are asked for
            there = there and self.queue.judge(upload_id, first, last)
        if not there:
            self._is_due(upload_id)

    def _queued(self, upload_id: str, wanted: bool) -> bool:
        """Have a worker receive an upload, if that is wanted; return whether it is."""
        if wanted and not self.queue.receive(upload_id):
            self._is_due(upload_id)
        return wanted

    def _is_due(self, upload_id: str) -> None:
        """The queue is away: the sweeper need not wait to find this."""
        with self.database.writing() as session:
            upload_states.progress(session, upload_id, now())


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
