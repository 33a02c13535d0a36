"""The verdict of the full examination: what it found, and what follows from that."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Final

from archive.core.budgets import DEALS, Steps
from archive.core.record import Record
from archive.games import GAMES, own_words
from archive.languages.language import Language
from archive.rules.faults_and_claims import Count
from archive.rules.gaps.foresight import Foresight
from archive.rules.totals import TotalsGame
from archive.scoring.examiner import Examination
from archive.scoring.open_questions import Open, settled_by
from archive.scoring.serialize import published
from archive.scoring.totals.judge import TotalsJudge
from archive.scoring.verdict import ENGINE, Verdict
from archive.telling.certain_result import CertainResult
from archive.telling.findings import Answer, Answers, Finding, Question
from archive.telling.messages import sentence
from archive.telling.speaker import Speaker

NO_ANSWERS: Final = Answers(*[Answer.UNDERDETERMINED] * 3)


@dataclass(frozen=True, eq=False)
class CarefulVerdict(Verdict):
    """The verdict on a record that was examined in full; one of which nothing is known but its
    record, where no rules are known.

    `totals` is what its game says of totals. A sheet of totals alone has a `sheet` in place of an
    examination. `certain` is the winner, where that is certain although something is missing;
    `steps` are those of the search for a deal that fits.
    """

    record: Record
    asked: str | None
    language: Language
    rules: str | None = None
    foresight: Foresight | None = None
    options_asked: AbstractSet[str] = frozenset()
    totals: TotalsGame | None = None
    examination: Examination | None = None
    counts: Sequence[Count] = ()
    sheet: TotalsJudge | None = None
    certain: CertainResult | None = None
    steps: Steps = field(default_factory=partial(Steps, DEALS))
    taken: Mapping[str, int] = field(default_factory=dict)
    answers: Answers = NO_ANSWERS
    findings: Sequence[Finding] = ()

    @cached_property
    def speaker(self) -> Speaker:
        """Return what puts findings into words."""
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
        if self.sheet is not None and self.sheet.supposes_more:
            return True
        return self.foresight is not None and self.foresight.leaves_stretches_out

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
            question: settled_by(question, self.findings, self.record, self.speaker)
            for name, answer in self.answers._asdict().items()
            if answer is Answer.UNDERDETERMINED
            for question in [Question(name)]
        }

    def told(self, finding: Finding) -> str:
        """Return the sentence of a finding."""
        return sentence(finding, self.speaker)

    def said(self, finding: Finding) -> Finding:
        """Return a finding with its sentence."""
        return finding if finding.sentence else replace(finding, sentence=self.told(finding))

    # -- as JSON

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict as plain values, keys in their published order."""
        return self._body

    @cached_property
    def _body(self) -> dict[str, Any]:
        return published(self, ENGINE)

    def json(self) -> str:
        """Return `as_dict` on one line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=True, separators=(", ", ": "))
