"""The whole answer to one record: its verdict, the other readings, and what would put it right."""

from __future__ import annotations

from archive.analysis.other_rules import readings
from archive.analysis.repair_search import Repair, repairs
from archive.core.budgets import REPAIRS
from archive.scoring import Verdict, verify


def analysed(
    data: bytes, number: int = 1, rules: str | None = None, *, budget: int = REPAIRS
) -> Verdict:
    """A record read and judged, with everything that its JSON has: the same bytes wherever it is
    asked for. Never raises on any bytes. Other readings and repairs are looked for only where
    something is wrong."""
    verdict = verify(data, number, rules)
    if verdict.first_divergence is not None and verdict.readable:
        others = readings(verdict)
        verdict.readings = [one.as_dict() for one in others.found]
        verdict.readings_complete = others.complete
        verdict.taken["readings"] = others.taken
        found = repairs(verdict, budget)
        verdict.repairs = [one.as_dict(verdict) for one in found.found]
        verdict.repairs_complete = found.complete
        verdict.taken["repairs"] = found.taken
        if any(_is_of_one_mistake(one) for one in found.found):
            verdict.follow_from_the_first()
    return verdict


def _is_of_one_mistake(repair: Repair) -> bool:
    """Whether one change in what was written down of the game mends all there is: then there was
    one mistake, and whatever else is wrong only follows from it. Other rules are another story."""
    return len(repair.changes) == 1 and not repair.names_rules
