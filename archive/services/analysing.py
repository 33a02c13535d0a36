"""Analysing: what the verdicts of flawed records are followed by, in tasks of its own.

It is kept up like judging: what is to be done stands in the database, a message only tells of it,
and doing anything twice does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from archive.analysing import Analyse, analyse
from archive.config import Settings
from archive.judging import Judge, judge
from archive.runtime.deadline import memory
from archive.scoring import ENGINE
from archive.services.context import now
from archive.services.judging import ATTEMPTS_ALONE, ATTEMPTS_TOGETHER, FULL_QUEUE, Judging, Span
from archive.store import analyses, jobs
from archive.store.analyses import Claimed, Place
from archive.store.views import AnalysisMade

SWEPT: Final = 2000
"""Analyses queued again at most in one round."""
RESCORING: Final = "rescore"


class Analysing(Judging):
    """Making analyses, and finding those that were left lying."""

    def __init__(
        self, settings: Settings, *, judge_with: Judge = judge, analyse_with: Analyse = analyse
    ) -> None:
        super().__init__(settings, judge_with=judge_with)
        self._analyse = analyse_with

    def analyse(self, upload_id: str, first: int, last: int) -> None:
        """Make the analyses of a range that wait, as many as one turn allows; the rest is handed
        on. One whose workers died is made apart from its neighbours, and given up at last."""
        alone = first == last
        limit = ATTEMPTS_ALONE if alone else ATTEMPTS_TOGETHER
        with self.database.writing() as session:
            claimed = analyses.claim(
                session, upload_id, first, last, ENGINE, attempts=limit, due=self._due()
            )
        made = self._make(claimed)
        later = claimed[len(made) :]
        with self.database.writing() as session:
            analyses.settle(session, upload_id, made, now())
            if later:
                analyses.put_back(session, later, ENGINE)
            if alone:
                analyses.give_up_alone(session, upload_id, first, ATTEMPTS_ALONE, now())
        if later:  # where this is not sent, the sweeper finds them
            self.queue.analyse(upload_id, later[0].piece.number, later[-1].piece.number)

    def _make(self, claimed: Sequence[Claimed]) -> list[AnalysisMade]:
        made: list[AnalysisMade] = []
        turn = self._own_turn()
        with memory(self.settings.record_memory):
            for one in claimed:
                if made and turn.over:
                    break
                made.append(self._analyse(one.piece, one.rules, self.settings.patience))
        return made

    def retry(self, upload_id: str) -> bool:
        """Return these, and the analyses that were given up."""
        with self.database.writing() as session:
            again = analyses.retry(session, upload_id, self._due(), now())
        self._ask_for(again)
        return super().retry(upload_id) or bool(again)

    def sweep_analyses(self) -> int:
        """Queue analyses again that have been waiting too long, and those whose worker was lost.
        Nothing while the queue is away or well filled; nothing of a re-scoring before it has all
        its verdicts."""
        depth = self.queue.analysis_depth()
        if depth is None or depth >= FULL_QUEUE:
            return 0
        with self.database.writing() as session:
            found = analyses.claim_overdue(
                session, ENGINE, now=now(), due=self._due(), ahead=self.ahead(), limit=SWEPT,
                later=jobs.unfinished(session, RESCORING),
            )  # fmt: skip
        self._ask_for(found)
        return len(found)

    def _ask_for(self, found: Iterable[Place]) -> None:
        for upload_id, (first, last) in _ranges(found, self.settings.batch):
            self.queue.analyse(upload_id, first, last)


def _ranges(found: Iterable[Place], most: int) -> Iterator[tuple[str, Span]]:
    """Return ranges of numbers by upload, of so many analyses at most; of those that were begun in
    vain each is one of its own."""
    upload_id, numbers = "", list[int]()
    for place in found:
        apart = place.attempts >= ATTEMPTS_TOGETHER
        if numbers and (apart or place.upload_id != upload_id or len(numbers) == most):
            yield upload_id, (numbers[0], numbers[-1])
            numbers = []
        if apart:
            yield place.upload_id, (place.number, place.number)
            continue
        upload_id = place.upload_id
        numbers.append(place.number)
    if numbers:
        yield upload_id, (numbers[0], numbers[-1])
