"""Other readings: the same record under every rule set of its game, and with every option changed.

Most quarrels are two people who play by different rules. Then nobody has made a mistake: the record
is right under the one and wrong under the other, and this table says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from archive.analysis.measure import judged_within
from archive.core.budgets import READINGS, Spent, Steps
from archive.core.errors import UnknownRules
from archive.games import Chosen, choose
from archive.scoring import Answers, Finding, Verdict
from archive.scoring.contradictions import DEEP


class Reading(NamedTuple):
    """What one way to play makes of a record: its three answers, points by seat, the winner, and
    the first divergence, None when there is none."""

    rules: str
    answers: Answers
    score: dict[int, int | None]
    winner: str | None
    divergence: Finding | None

    def as_dict(self) -> dict[str, Any]:
        first = self.divergence
        return {
            "rules": self.rules,
            "answers": self.answers._asdict(),
            "score": {f"p{seat}": total for seat, total in self.score.items()},
            "winner": self.winner,
            "first_divergence": first
            and {
                "code": first.code,
                "ply": first.ply,
                "clause": first.clause,
                "sentence": first.sentence,
            },
        }


class Readings(NamedTuple):
    """The other readings of a record. `complete` is False where the steps were used up before all
    rules had been tried; those tried are the first. `taken` are the steps it took."""

    found: list[Reading]
    complete: bool
    taken: int


def readings(verdict: Verdict, budget: int = READINGS) -> Readings:
    """Return the record of a verdict under every other rule set of its game, and under its own and
    theirs with one option read another way. Empty when its rules are not known."""
    record, steps, found = verdict.record, Steps(budget), list[Reading]()
    deep = any(finding.code in DEEP for finding in verdict.findings)
    try:
        for rules in other_rules(verdict):
            judged = judged_within(steps, record, rules, deep=deep, language=verdict.language)
            found.append(reading(judged))
    except Spent:
        return Readings(found, complete=False, taken=steps.taken)
    return Readings(found, complete=True, taken=steps.taken)


def other_rules(verdict: Verdict) -> list[str]:
    """Return every other way to play the game of a record, as a Rules tag names it. None when its
    rules are not known."""
    if not verdict.readable or verdict.rules is None:
        return []
    try:
        return list(_titles(choose(verdict.record, verdict.asked)))
    except UnknownRules:
        return []


def reading(verdict: Verdict) -> Reading:
    """Return a verdict as one line of the table."""
    first = verdict.first_divergence
    return Reading(
        verdict.rules or "",
        verdict.answers,
        verdict.score,
        verdict.winner,
        None if first is None else verdict.findings[first],
    )


def _titles(chosen: Chosen) -> Iterator[str]:
    """Return every other way to play, as a Rules tag names it: the record's own rule set first."""
    seen = {chosen.title}
    siblings = [one for one in chosen.game.rule_sets if one is not chosen.rule_set]
    for rule_set in (chosen.rule_set, *siblings):
        base = dict(chosen.options) if rule_set is chosen.rule_set else {}
        variants = [base] + [
            {**base, key: value}
            for key, option in rule_set.options.items()
            for value in option.readings
        ]
        for options in variants:
            title = rule_set.title(options, chosen.seats)
            if title not in seen:
                seen.add(title)
                yield title
