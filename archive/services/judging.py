"""Judging: what the workers' tasks do.

Every step may have been done before, in part or whole, by a worker that did not finish: what is
there is kept, what is missing is added.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import chain
from operator import attrgetter
from typing import Final

from archive.core.judgements import Judgement, Piece
from archive.judge_record import Judge, judge
from archive.runtime.resource_limits import memory
from archive.services import queueing
from archive.services.context import Context, TimeSlice, in_batches, now
from archive.services.queueing import ATTEMPTS_ALONE, ATTEMPTS_TOGETHER, FULL_QUEUE, Span
from archive.services.splitting import ReadingAgain, Splitting
from archive.services.unpacking import ROWS_AT_ONCE, Stopped, Unpacking
from archive.store import upload_transitions, uploads, verdict_writer
from archive.store.uploads import Range, Unsplit

# The records of one task are limited in bytes too, so that it never takes long.
BATCH_BYTES: Final = 1 << 20
# An upload whose splitting was begun this often without progress is given up.
SPLIT_ATTEMPTS: Final = 5


class Judging:
    """Splitting uploads, and judging their records."""

    def __init__(self, context: Context, judge_with: Judge = judge) -> None:
        self.context, self.database = context, context.database
        self.judge_with = judge_with
        unpacking = Unpacking(context)
        self.splitting = Splitting(context, unpacking)
        self.reading_again = ReadingAgain(context, unpacking)

    def receive(self, upload_id: str, read: int = 0) -> None:
        """Split an upload into its records and have them judged.

        A small upload is judged here and now; a larger one in batches that all workers share, the
        first of them while the rest is still being split. What cannot be split in one turn is split
        on in another.
        """
        with self.database.writing() as session:
            unsplit = uploads.begin_splitting(session, upload_id, self.context.due())
            again = None
            if unsplit is None:
                again = uploads.begin_reading_again(session, upload_id, self.context.due())
            if unsplit is not None and unsplit.attempts > SPLIT_ATTEMPTS:
                why = "This upload could not be split into games."
                upload_transitions.fail(session, upload_id, why, now())
                return
        if again is not None:
            if self._all_read_again(upload_id, again, read):
                self.receive(upload_id)
            return
        try:
            if unsplit is None:
                self._judge_all(upload_id, self._waiting(upload_id))
                return
            with self._at_work(upload_id):
                found = self.splitting.split(upload_id, unsplit, self.context.turn())
                if unsplit.attempts > 1:  # some of its records may be judged already
                    deque(found, maxlen=0)
                    found = self._waiting(upload_id)
                self._judge_all(upload_id, found)
        except Stopped:
            return
        with self.database.writing() as session:
            unfinished = uploads.end_turn(session, upload_id, self.context.due())
        if unfinished:
            queueing.receive(self.context, upload_id)

    def _all_read_again(self, upload_id: str, unsplit: Unsplit, read: int) -> bool:
        """Read an upload again for one turn, after its first `read` texts; return whether all were
        read."""
        left = None
        if unsplit.attempts <= SPLIT_ATTEMPTS:
            with self._at_work(upload_id):
                left = self.reading_again.go_on(upload_id, unsplit, read, self.context.turn())
        with self.database.writing() as session:
            going = upload_transitions.went_on_reading(
                session, upload_id, self.context.due(), over=left is None
            )
        if left is not None and going:
            # where the queue is away, the sweeper begins again
            self.context.queue.receive(upload_id, left)
        return left is None

    def _judge_all(self, upload_id: str, found: Iterator[Range]) -> None:
        batches = _batches(found, self.context.settings.batch)
        first, second = next(batches, None), next(batches, None)
        if first is not None and second is not None:
            queueing.judge(self.context, upload_id, chain((first, second), batches))
        elif first is not None:
            self.judge(upload_id, *first, soon=True)
        else:
            with self.database.writing() as session:
                upload_transitions.finish_if_settled(session, upload_id, now())

    def _waiting(self, upload_id: str) -> Iterator[Range]:
        """Return the records that have no verdict yet, in order."""
        return in_batches(
            self.database, uploads.waiting, upload_id, 0, attrgetter("number"), ROWS_AT_ONCE
        )

    def judge(self, upload_id: str, first: int, last: int, *, soon: bool = False) -> None:
        """Judge the records of a range that have no verdict yet, and ask for the analyses of those
        that are flawed: `soon`, where this is the whole upload.

        Each record is judged apart: one that the engine cannot cope with is marked so, and its
        neighbours get their verdicts. One that kills its worker process comes back here; after a
        few times it is set apart, and after a few more it is given up.
        """
        alone = first == last
        limit = ATTEMPTS_ALONE if alone else ATTEMPTS_TOGETHER
        with self.database.writing() as session:
            upload_transitions.progress(session, upload_id, self.context.due())
            pieces = verdict_writer.claim(session, upload_id, first, last, attempts=limit)
        with self._at_work(upload_id):
            judgements = self.judge_pieces(pieces, self.context.turn())
        begun = {found.record_id for found in judgements}
        later = [piece for piece in pieces if piece.id not in begun]
        with self.context.keeping(
            lambda session: verdict_writer.put_back(session, [piece.id for piece in pieces])
        ) as session:
            upload_transitions.progress(session, upload_id, self.context.due())
            verdict_writer.settle(session, judgements, now(), self.context.due())
            if later:
                verdict_writer.put_back(session, [piece.id for piece in later])
            if alone:
                verdict_writer.give_up(session, upload_id, first, now(), self.context.due())
            left = verdict_writer.left(session, upload_id, first, last)
            upload_transitions.finish_if_settled(session, upload_id, now())
        numbers = {piece.number for piece in later}
        apart = [(number, number) for number in left if number not in numbers]
        on = [(later[0].number, later[-1].number)] if later else []
        queueing.judge(self.context, upload_id, [*apart, *on])
        if any(found.asks_for_analysis for found in judgements):
            # where the queue is away, the sweeper asks
            self.context.queue.analyse(upload_id, first, last, soon=soon)

    def _at_work(self, upload_id: str) -> AbstractContextManager[None]:
        return self.context.at_work(
            lambda session, due: upload_transitions.progress(session, upload_id, due)
        )

    def judge_pieces(self, pieces: Iterable[Piece], turn: TimeSlice) -> list[Judgement]:
        """Return the judgements of records, as many as one turn allows, each with a time and a
        memory limit of its own."""
        judgements: list[Judgement] = []
        with memory(self.context.settings.record_memory):
            for piece in pieces:
                if judgements and turn.over:
                    break
                judgements.append(self.judge_with(piece, self.context.settings.patience))
        return judgements

    def sweep(self) -> int:
        """Queue uploads again that have made no progress for too long; return how many.

        Do nothing while the queue is away or well filled: the work may still be waiting in it, and
        whatever is missing can be added when it has run down.
        """
        depth = self.context.queue.depth()
        if depth is None or depth >= FULL_QUEUE:
            return 0
        with self.database.writing() as session:
            found = upload_transitions.claim_overdue(
                session, now=now(), due=self.context.due(), limit=FULL_QUEUE - depth,
                ahead=self.context.ahead(),
            )  # fmt: skip
        queueing.again(self.context.queue.receive, found)
        return len(found)


def _batches(waiting: Iterable[Range], most: int) -> Iterator[Span]:
    """Yield the waiting records as ranges of numbers, limited in records and in bytes."""
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
