"""The outcomes under other rules, for a page.

Most quarrels are between two people who play by different rules, so the rules under which nothing
is wrong come first, then those with another outcome, and last those that make no difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from archive.telling.names_and_totals import seats_that_won
from archive.web.language import _, marked
from archive.web.presenters.action_text import listed
from archive.web.presenters.rule_sets import ClauseShown, clause, rules_in_words
from archive.web.verdict_sentences import name_of, outcome, standing_words
from archive.web.words import sentence as sentence_words

GRAVE: Final = frozenset({"refuted", "impossible"})
TOO_LONG: Final = marked("Not all other rules were tried: this game is too long for that.")
NAMED: Final = 3
"""The most rules that a sentence names; the table has all of them."""


@dataclass(frozen=True, slots=True)
class ReadingShown:
    """The outcome under one rule set."""

    rules: str
    game: str
    answers: Mapping[str, str]
    outcome: str
    """`Bertha wins, 82–110`, or the points where there is no winner yet."""
    code: str | None
    """The first finding under these rules; None where there is none."""
    sentence: str | None
    """The sentence of that finding; None in verdicts without it."""
    ply: int | None
    clause: ClauseShown | None
    differs: bool
    """Whether the outcome differs from that under the rules of the verdict."""
    sound: bool
    """Whether nothing is wrong under these rules."""


@dataclass(frozen=True, slots=True)
class ReadingsShown:
    """The outcomes under all rules."""

    sentence: str
    own: ReadingShown
    """The outcome of the verdict itself, to compare with."""
    differing: list[ReadingShown]
    alike: list[ReadingShown]


def readings_of(verdict: Mapping[str, Any] | None, names: Sequence[str]) -> ReadingsShown | None:
    """Return the outcomes in a verdict; None where there are none, because nothing is wrong."""
    found = (verdict or {}).get("readings") or []
    complete = (verdict or {}).get("readings_complete", True)
    if not verdict or (complete and not found):
        return None
    own = _own(verdict)
    shown = [_reading(one, own, names) for one in found]
    if own["first_divergence"] is None:  # a game that ends too soon: by which rules is it over?
        shown = [one for one in shown if one.sound]
    differing = sorted(
        (one for one in shown if one.differs), key=lambda one: (not one.sound, one.code is not None)
    )
    alike = [one for one in shown if not one.differs]
    said = [_sentence(differing)] if complete or differing else []
    said += [] if complete else [_(TOO_LONG)]
    return ReadingsShown(" ".join(said), _reading(own, own, names), differing, alike)


def _own(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """Return a verdict in the shape of one of its readings."""
    rules, first = verdict["rules"], verdict["first_divergence"]
    return {
        **verdict,
        "rules": rules["asked"] if isinstance(rules, Mapping) else rules,
        "first_divergence": None if first is None else verdict["findings"][first],
    }


def _reading(one: Mapping[str, Any], own: Mapping[str, Any], names: Sequence[str]) -> ReadingShown:
    first = one["first_divergence"] or {}
    answers = one["answers"]
    rules = one["rules"] or ""
    return ReadingShown(
        rules=rules,
        game=rules.partition("/")[0],
        answers=answers,
        outcome=_outcome(one, names),
        code=first.get("code"),
        sentence=sentence_words(first["sentence"]) if first.get("sentence") else None,
        ply=first.get("ply"),
        clause=clause(first["clause"]) if first.get("clause") else None,
        differs=_told(one) != _told(own),
        sound=not first and GRAVE.isdisjoint(answers.values()),
    )


def _told(one: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the values by which two readings are compared."""
    first = one["first_divergence"] or {}
    answers = one["answers"]
    return (
        *(answers[question] for question in ("legality", "arithmetic", "result")),
        one["score"], one["winner"], first.get("code"), first.get("ply"),
    )  # fmt: skip


def _outcome(one: Mapping[str, Any], names: Sequence[str]) -> str:
    if one["winner"] is None:
        return standing_words(one["score"])
    return outcome(one["winner"], one["score"], names)


def _sentence(differing: Sequence[ReadingShown]) -> str:
    """Return the conclusion from the table, for a reader of one line."""
    sound = [one for one in differing if one.sound]
    if sound:
        open_ = any("underdetermined" in one.answers.values() for one in sound[:NAMED])
        rules = _list(sound)
        if open_:
            return _("There is nothing to object to by %(rules)s: you may simply play by different "
                     "rules.", rules=rules)  # fmt: skip
        return _("The sheet is right by %(rules)s: you may simply play by different rules.",
                 rules=rules)  # fmt: skip
    if not differing:
        return _("Every other way to play comes to the same: it is not a matter of rules.")
    return _(
        "Under no other rules is the sheet right as it stands. Some find something else wrong "
        "first, or count otherwise."
    )


def _list(readings: Sequence[ReadingShown]) -> str:
    said = [_("“%(text)s”", text=rules_in_words(one.rules)) for one in readings[:NAMED]]
    more = len(readings) - len(said)
    if more:
        said.append(_("%(num)s more", num=more))
    return listed(said)


def winner_words(
    winner: str | None, score: Mapping[str, int | None] | None, names: Sequence[str]
) -> str:
    """Return the winner in words: `Ada wins`, `Ada and Cem share the win`, `it is a draw`, `who
    wins is not known`."""
    if winner is None:
        return _("who wins is not known")
    seats = seats_that_won(winner, score)
    if not seats:
        return _("it is a draw")
    who = [name_of(names, seat) for seat in seats]
    if len(who) == 1:
        return _("%(name)s wins", name=who[0])
    return _("%(names)s share the win", names=listed(who))
