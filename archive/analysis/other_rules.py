"""Other readings: the same record under every rule set of its game, and with every option changed.

Most quarrels are two people who play by different rules. Then neither has made a mistake: the
record is right under the one and wrong under the other, and this table shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from archive.analysis.error_counts import judged_within, supposes_more
from archive.core.budgets import READINGS, Spent, Steps
from archive.core.errors import UnknownRules
from archive.core.events import End, Score
from archive.core.record import Record
from archive.games import Chosen, choose
from archive.rules.rule_sets import Option
from archive.scoring import Answers, Finding, Verdict
from archive.scoring.contradictions import DEEP
from archive.scoring.full_examination import How

DECK = re.compile(r"\d{2}(?:x(?P<packs>[1-9]\d?))?", re.ASCII)
"""A Deck tag: one pack of so many cards, or several."""
ROUND: Final = (100, 50, 25, 10, 5, 1)
"""Numbers to whose multiples games are played, the roundest first."""


class Reading(NamedTuple):
    """The outcome of a record under one way to play: its three answers, points by seat, the winner,
    and the first finding, None when there is none."""

    rules: str
    answers: Answers
    score: dict[int, int | None]
    winner: str | None
    divergence: Finding | None

    def as_dict(self) -> dict[str, Any]:
        """Return the reading as plain values, keys in their published order."""
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
    theirs with one option changed. Empty when its rules are not known. Where plays show that this
    option made no difference, it is not judged again."""
    record, steps, found = verdict.record, Steps(budget), list[Reading]()
    deep = any(finding.code in DEEP for finding in verdict.findings)
    supposing = verdict.foresight is not None and verdict.foresight.supposes
    if verdict.sheet is not None:
        supposing = verdict.leaves_stretches_out
    how = How(deep=deep, supposing=supposing, in_words=False, language=verdict.language)
    own = reading(verdict)
    by_rule_set = {_rule_set(own.rules): (verdict, own)}
    try:
        for rules, option in _others(verdict):
            base, same = by_rule_set.get(_rule_set(rules), (None, own))
            if base and base.sheet is None and option and option not in base.options_asked:
                found.append(same._replace(rules=rules))
                continue
            judged = judged_within(steps, record, rules, how)
            if supposing and supposes_more(judged, verdict):
                judged = judged_within(steps, record, rules, how._replace(supposing=False))
            found.append(reading(judged))
            by_rule_set.setdefault(_rule_set(rules), (judged, found[-1]))
    except Spent:
        return Readings(found, complete=False, taken=steps.taken)
    return Readings(found, complete=True, taken=steps.taken)


def other_rules(verdict: Verdict) -> list[str]:
    """Return every other way to play a record's game, as a Rules tag names it, if it is known."""
    return [title for title, _ in _others(verdict)]


def _others(verdict: Verdict) -> list[tuple[str, str]]:
    """Return the same, each with the only option in which it differs from the first of its rule
    set, if rules note whether that option matters."""
    if not verdict.readable or verdict.rules is None:
        return []
    record = verdict.record
    try:
        chosen = choose(record, verdict.asked)
        return list(_titles(chosen, played_to(record), packs_named(record)))
    except UnknownRules:
        return []


def _rule_set(title: str) -> str:
    return title.partition(";")[0]


def reading(verdict: Verdict) -> Reading:
    """Return a verdict as one line of the table."""
    at = verdict.first_divergence
    first = None if at is None else verdict.said(verdict.findings[at])
    return Reading(verdict.rules or "", verdict.answers, verdict.score, verdict.winner, first)


def _titles(chosen: Chosen, target: int | None, packs: int | None) -> Iterator[tuple[str, str]]:
    """Yield every other way to play, as a Rules tag names it, the record's own rule set first; and
    the changed option, where it is noted. `target` are the points to which the record's game may
    have been played, `packs` the number of packs that it names: with them the others are played
    too."""
    seen = {chosen.title}
    siblings = [one for one in chosen.game.rule_sets if one is not chosen.rule_set]
    for rule_set in (chosen.rule_set, *siblings):
        options = rule_set.options.items()
        if rule_set is chosen.rule_set:
            base = dict(chosen.options)
        else:
            base = {key: str(packs) for key, option in options if option.packs and packs}
        variants = [(base, "")] + [
            ({**base, key: value}, key if option.noted else "")
            for key, option in options
            for value in _values(option, chosen.seats, target, packs)
        ]
        for changed, key in variants:
            title = rule_set.title(changed, chosen.seats)
            if title not in seen:
                seen.add(title)
                yield title, key


def _values(option: Option, seats: int, target: int | None, packs: int | None) -> list[str]:
    """Return the readings of an option that are tried. Packs are no matter of opinion: those that
    the record names, or the usual ones for so many players."""
    if option.packs:
        return [str(packs or option.default(seats))]
    further = [str(target)] if option.target and target in option.numbers else []
    return [*option.readings, *further]


def packs_named(record: Record) -> int | None:
    """Return how many packs the Deck tag of a record names; None where it names none."""
    named = DECK.fullmatch(record.tag("Deck") or "")
    return int(named["packs"] or 1) if named else None


def played_to(record: Record) -> int | None:
    """Return the roundest number of points that ends the game where the record does; None where it
    claims no end, or none that is higher than all before.

    A game to 100 points is over after the deal in which a player reaches 100. Where a record ends
    its game and the rules do not, its players may have played to another number: above the highest
    total before the last deal, and not above the highest at the end.
    """
    claimed = [one.totals for one in record.events if isinstance(one, Score | End) and one.totals]
    highest = [max(total for _, total in totals) for totals in claimed]
    if not highest or not any(isinstance(one, End) for one in record.events):
        return None
    last = highest[-1]
    before = max([0, *(one for one in highest if one != last)])
    return next((number for unit in ROUND if (number := last // unit * unit) > before), None)
