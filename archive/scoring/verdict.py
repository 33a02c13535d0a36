"""The verdict: three answers to three questions, and the findings they rest on.

A verdict follows from the record's bytes, the rule set's version and the engine's version, and from
nothing else: the same bytes of JSON come out on every machine and every day.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from archive.core.version import VERSION
from archive.languages.language import Language
from archive.telling.findings import Answers, Finding, Question

if TYPE_CHECKING:  # a sound record's verdict needs none of these
    from archive.core.record import Record
    from archive.rules.faults_and_claims import Count
    from archive.rules.gaps.foresight import Foresight
    from archive.scoring.examiner import Examination
    from archive.scoring.open_questions import Open
    from archive.scoring.totals.judge import TotalsJudge

ENGINE = f"twenties {VERSION}"


class Verdict(ABC):
    """The verdict of the rules on one record. `as_dict` and `json` are its published form.

    `answers` are those to the three questions, `findings` what they rest on. `rules` are those it
    was judged by, `asked` those asked for in place of what the record names; `foresight` is what is
    foreseen by them, None where they are not known. `taken` has the steps that were taken, by
    search; `options_asked` the options that made a difference.
    """

    language: Language
    record: Record
    asked: str | None
    rules: str | None
    answers: Answers
    findings: Sequence[Finding]
    counts: Sequence[Count]
    examination: Examination | None
    foresight: Foresight | None
    sheet: TotalsJudge | None
    options_asked: AbstractSet[str]
    taken: Mapping[str, int]

    @property
    @abstractmethod
    def heading(self) -> Record:
        """Return the record, at least with its tags and its text."""

    @property
    @abstractmethod
    def readable(self) -> bool:
        """Return whether there is a record of a known game."""

    @property
    @abstractmethod
    def score(self) -> dict[int, int | None]:
        """Return points by seat by the rules, None where the record does not say enough."""

    @property
    @abstractmethod
    def claimed(self) -> dict[int, int] | None:
        """Return points by seat as the record claims them in the end."""

    @property
    @abstractmethod
    def winner(self) -> str | None:
        """Return `p2`, `p1,p3` where several share, `draw` where all do; None while the game is not
        over or the winner is unknown."""

    @property
    @abstractmethod
    def open(self) -> dict[Question, Open]:
        """Return by question what would settle an underdetermined answer."""

    @property
    def first_divergence(self) -> int | None:
        """Return the index of the first error that follows from no other: where record and rules
        part."""
        return next(
            (
                index
                for index, finding in enumerate(self.findings)
                if finding.severity == "error" and finding.follows is None
            ),
            None,
        )

    @property
    @abstractmethod
    def leaves_stretches_out(self) -> bool:
        """Return whether more of the record is taken to be missing than a number of plays."""

    @property
    def asks_for_analysis(self) -> bool:
        """Return whether there is an error about which archive/analysis may have more, or a claimed
        result that another way to play may already give."""
        if self.first_divergence is not None:
            return self.readable
        return self.readable and any(one.code == "early-end" for one in self.findings)

    @property
    def flawed(self) -> bool:
        """Return whether there are findings other than notes."""
        return any(finding.severity != "note" for finding in self.findings)

    @abstractmethod
    def said(self, finding: Finding) -> Finding:
        """Return one of the findings with its sentence."""

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """Return the verdict as plain values, keys in their published order (docs/verdicts.md).
        They are the same values each time: take a copy to change them."""

    @abstractmethod
    def json(self) -> str:
        """Return `as_dict` on one line of JSON, the same bytes for the same record everywhere."""
