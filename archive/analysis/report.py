"""The analysis of a record that is not sound: the outcome under other rules, and repairs. It takes
a hundred times as long as the verdict, and never changes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from archive.analysis.other_rules import Readings, readings
from archive.analysis.repairs.repair import Repairs
from archive.analysis.repairs.search import repairs
from archive.core.budgets import REPAIRS_IN_TURN
from archive.languages.language import ENGLISH, Language
from archive.scoring import ENGINE, Verdict, verify
from archive.scoring.serialize import with_analysis

NOTHING: Final = Readings([], complete=True, taken=0), Repairs([], complete=True)


class Analysis(NamedTuple):
    """The other readings of a record, and its repairs."""

    verdict: Verdict
    readings: Readings
    repairs: Repairs

    @property
    def one_mistake(self) -> bool:
        """Return whether one change in the written game corrects all there is: then there was one
        mistake, and whatever else is wrong only follows from it. Other rules do not count."""
        return any(len(one.changes) == 1 and not one.names_rules for one in self.repairs.found)

    def as_dict(self) -> dict[str, Any]:
        """Return the analysis as plain values, keys in their published order (docs/verdicts.md)."""
        return {
            "readings": [one.as_dict() for one in self.readings.found],
            "readings_complete": self.readings.complete,
            "repairs": [one.as_dict(self.verdict) for one in self.repairs.found],
            "repairs_complete": self.repairs.complete,
            "engine": ENGINE,
        }

    def json(self) -> str:
        """Return `as_dict` on one line, the same bytes for the same record everywhere."""
        return json.dumps(self.as_dict(), ensure_ascii=True, separators=(", ", ": "))


class Analysed(NamedTuple):
    """A verdict with its analysis; None where none is needed."""

    verdict: Verdict
    analysis: Analysis | None

    def json(self) -> str:
        """Return the verdict's JSON on one line, with the analysis in its place."""
        text = self.verdict.json()
        return text if self.analysis is None else with_analysis(text, self.analysis.json())

    def as_dict(self) -> dict[str, Any]:
        """Return the same as plain values."""
        found = {} if self.analysis is None else self.analysis.as_dict()
        return {**self.verdict.as_dict(), **found}

    @property
    def taken(self) -> Mapping[str, int]:
        """Return the steps that were taken, by search."""
        if self.analysis is None:
            return self.verdict.taken
        found = {"readings": self.analysis.readings.taken, "repairs": self.analysis.repairs.taken}
        return {**self.verdict.taken, **found}


def analyse(verdict: Verdict, *, budgets: tuple[int, ...] = REPAIRS_IN_TURN) -> Analysis:
    """Return the outcome of a verdict's record under other rules, and its repairs.

    The search for repairs is made with few steps first. Only where it found none with them, and is
    not at its end, does it go on with more, and so on through `budgets`.
    """
    if not verdict.asks_for_analysis:
        return Analysis(verdict, *NOTHING)
    others = readings(verdict)
    wrong_by = {one.rules for one in others.found if one.divergence is not None}
    return Analysis(verdict, others, repairs(verdict, *budgets, wrong_by=wrong_by))


def verify_fully(
    data: bytes,
    number: int = 1,
    rules: str | None = None,
    *,
    budgets: tuple[int, ...] = REPAIRS_IN_TURN,
    language: Language = ENGLISH,
) -> Analysed:
    """Return a record's verdict with its analysis, where something is wrong with it, and sentences
    in `language`. Never raises on any bytes."""
    verdict = verify(data, number, rules, language)
    asks = verdict.asks_for_analysis
    return Analysed(verdict, analyse(verdict, budgets=budgets) if asks else None)
