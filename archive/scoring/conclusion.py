"""The conclusions from a record by the rules: the three answers, score and winner, and what would
settle the open answers."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import cached_property

from archive.core.record import Record
from archive.games import GAMES, own_words
from archive.languages.language import Language
from archive.rules.faults_and_claims import Count
from archive.rules.gaps.foresight import Foresight
from archive.scoring.examiner import Examination
from archive.scoring.open_questions import Open, settled_by
from archive.scoring.three_answers import answers_of
from archive.scoring.totals.judge import TotalsJudge
from archive.scoring.verdict import Verdict
from archive.telling.certain_result import CertainResult
from archive.telling.findings import Answer, Answers, Finding, Question
from archive.telling.speaker import Speaker


class Conclusion(Verdict):
    """The conclusions from one record's findings."""

    def __init__(self, record: Record, asked: str | None, language: Language) -> None:
        self.record = record
        self.asked = asked
        self.language = language
        self.rules: str | None = None
        self.options_asked: AbstractSet[str] = frozenset()
        self.findings: list[Finding] = []
        self.counts: list[Count] = []
        self.examination: Examination | None = None
        self.foresight: Foresight | None = None
        self.sheet: TotalsJudge | None = None  # in its place, for a sheet without plays
        self.certain: CertainResult | None = None  # although something is missing

    @cached_property
    def _speaker(self) -> Speaker:
        return Speaker(self.record, self.counts, self.language, games=GAMES, own_words=own_words)

    @property
    def heading(self) -> Record:
        """Return the record with its tags and text."""
        return self.record

    @property
    def readable(self) -> bool:
        """Return whether there is a record of a known game."""
        return self.rules is not None and bool(self.record.events)

    @property
    def leaves_stretches_out(self) -> bool:
        """Return whether more of the record is taken to be missing than a number of plays."""
        return self.foresight is not None and self.foresight.leaves_stretches_out

    @cached_property
    def answers(self) -> Answers:
        """Return the answers to the three questions."""
        if self.sheet is not None:
            return Answers(*(self.sheet.answer(Question(name)) for name in Answers._fields))
        if self.examination is None:
            return Answers(*[Answer.UNDERDETERMINED] * 3)
        told = answers_of(self.findings, self.examination)
        ends = self.examination.ends
        totals = [*(self.record.result or ()), *(pair for end in ends for pair in end.totals)]
        if self.certain and self.certain.upholds(totals, [end.winners for end in ends]):
            told = told._replace(result=Answer.UPHELD)
        return told

    @property
    def score(self) -> dict[int, int | None]:
        """Return points by seat by the rules, None where they are unknown."""
        if self.sheet is not None:
            return self.sheet.totals
        if self.certain is not None and self.certain.known:
            return self.certain.known
        return self.examination.table.ledger.totals() if self.examination else {}

    @property
    def claimed(self) -> dict[int, int] | None:
        """Return points by seat as the record claims them in the end."""
        if self.sheet is not None:
            end = self.sheet.end
            totals = self.record.result or (end.totals if end else ())
            return dict(totals) or None
        return self.examination.claimed_result() if self.examination else None

    @property
    def winner(self) -> str | None:
        """Return the winner as verdicts name it; None while unknown."""
        if self.certain is not None:
            return None if self.certain.by_numbers else self.certain.winner
        if self.sheet is not None:
            winners, seats = self.sheet.winners, self.sheet.seats
        elif self.examination is None or not self.examination.table.over:
            return None
        else:
            winners, seats = self.examination.table.winners, self.examination.table.seats
        if len(winners) == seats:
            return "draw"
        return ",".join(f"p{seat}" for seat in winners) or None

    @cached_property
    def open(self) -> dict[Question, Open]:
        """Return by question what would settle an open answer."""
        return {
            question: settled_by(question, self.findings, self.record, self._speaker)
            for name, answer in self.answers._asdict().items()
            if answer is Answer.UNDERDETERMINED
            for question in [Question(name)]
        }
