"""The analysis of a flawed record beyond its verdict: other rules, and repairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from archive.analysis import Analysed
from archive.analysis import analyse as analyse_verdict
from archive.library.assessment import Assessment
from archive.notation.edits import edited
from archive.scoring import Answers, Verdict


class OtherReading(NamedTuple):
    """The outcome of a record under other rules."""

    rules: str
    answers: Answers
    score: dict[int, int | None]
    sound: bool
    """Whether nothing is wrong with it by these rules."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Changes that leave no error in a record. It is an offer: nothing is changed by it."""

    words: str
    text: str
    """The whole record with the changes."""
    patch: str
    """The changes as a unified diff."""
    changes: int
    score: dict[int, int | None]
    """The score by seat that the rules give then."""


class Analysis:
    """The analysis of a flawed record beyond its verdict."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self._found = analyse_verdict(verdict)

    @property
    def readings(self) -> tuple[OtherReading, ...]:
        """Return the outcome under every other way to play."""
        return tuple(
            OtherReading(one.rules, one.answers, dict(one.score), one.divergence is None)
            for one in self._found.readings.found
        )

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """Return the repairs with the fewest changes, and others found that do as well."""
        text, verdict = self.verdict.record.text, self.verdict
        return tuple(
            Repair(
                one.words(verdict), edited(text, one.edits), one.patch(verdict), len(one.changes),
                dict(one.score),
            )
            for one in self._found.repairs.found
        )  # fmt: skip

    @property
    def complete(self) -> bool:
        """Return whether everything was tried; where not, there may be other repairs."""
        return self._found.repairs.complete and self._found.readings.complete

    def json(self) -> str:
        """Return verdict and analysis as a line of JSON, as `twenties verify --json` does."""
        asked = self.verdict.asks_for_analysis
        return Analysed(self.verdict, self._found if asked else None).json()


def analyse(assessment: Assessment) -> Analysis:
    """Return the outcome of a flawed record under other rules, and its repairs. It takes a hundred
    times as long as judging; for a sound record the analysis is empty."""
    if not isinstance(assessment, Assessment):
        raise TypeError(f"An assessment is analysed, not {type(assessment).__name__}.")
    return Analysis(assessment.verdict)
