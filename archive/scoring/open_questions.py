"""What would settle an open answer: the unwritten things that it depends on.

An answer is `underdetermined` because of cards, plays or turned-up cards that the record leaves
out, because the game was not over, or because an event that was not allowed can be read in two
ways. Each of these is a finding already; here they are gathered by answer and put into one plain
sentence.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from archive.core.cards import CARDS
from archive.core.events import Action, Play, Round, Up
from archive.core.phrase import value_in
from archive.core.record import Record
from archive.languages.language import ENGLISH, Language
from archive.rules.faults_and_claims import BEGINS_LATE
from archive.scoring.card_count import ply_of
from archive.telling.findings import UNPROVED, Finding, Question
from archive.telling.speaker import Speaker

LEFT_OUT = frozenset(
    {
        "gap",
        "missing-play",
        "unknown-card",
        "unknown-bonus",
        "short-round",
        "short-deal",
        "totals-alone",
    }
)
"""Findings about unwritten things on which numbers depend."""

UNNAMED = frozenset(card for card in CARDS.values() if card.rank == "?")

PLAIN = {
    "totals-alone": "the plays, of which none is written down",
    "large-record": "a shorter sheet, of this game alone",
}
"""What is missing, for codes that need no more."""

MOST_NAMED = 3
PLACE = "\0"
"""The mark for the place in a template's words."""

EMPTY = "The sheet has only its heading; nothing of the game is written down."
UNKNOWN = "The sheet does not say what this depends on."


Called: TypeAlias = Callable[[int, int, bool], str]
"""A function that names a line, or a line and a column where that is wanted."""


class Needed(NamedTuple):
    """Something that the record would have to have, in words round the place where it is missing; a
    line of 0 where it has no place. `exact` means that the column is named, too."""

    before: str
    line: int = 0
    column: int = 0
    after: str = ""
    exact: bool = False


class Open(NamedTuple):
    """What would settle one answer: the findings it depends on, the first few missing things, and
    how many `more` there are."""

    findings: list[Finding]
    needed: list[Needed]
    more: int
    otherwise: str = UNKNOWN
    """The sentence where nothing is known that would settle it."""
    language: Language = ENGLISH

    @property
    def sentence(self) -> str:
        """Return it in one sentence."""
        return self.told(on_line(1, self.language))

    def told(self, called: Called) -> str:
        """Return it in one sentence, with places named by `called`."""
        say = self.language.say
        words = list(dict.fromkeys(_told(one, called) for one in self.needed))
        if not words:
            return say(self.otherwise)
        if self.more:
            more = self.language.several("{n} more such thing", "{n} more such things", self.more)
            words.append(more)
        *others, last = words
        listed = say("{first}; and {last}", first="; ".join(others), last=last) if others else last
        return say("What would settle it: {things}.", things=listed)

    def as_dict(self, findings: Sequence[Finding]) -> dict[str, Any]:
        """Return it as plain values; `findings` are all that there are."""
        return {
            "sentence": self.sentence,
            "findings": [findings.index(finding) for finding in self.findings],
            "needed": [one._asdict() for one in self.needed],
            "more": self.more,
        }


def on_line(first: int, language: Language = ENGLISH) -> Called:
    """Return a function that names the lines of a record that begins on line `first` of its
    file."""
    return lambda line, column, exact: language.say(
        "line {line}, column {column}" if exact else "line {line}",
        line=line + first - 1,
        column=column,
    )


def _told(one: Needed, called: Called) -> str:
    place = called(one.line, one.column, one.exact) if one.line else ""
    return f"{one.before}{place}{one.after}"


def open_from(about: dict[str, Any], language: Language = ENGLISH) -> Open:
    """Return what would settle an answer from its JSON, without the findings."""
    needed = [Needed(**one) for one in about.get("needed", ())]
    return Open([], needed, about.get("more", 0), about["sentence"], language)


def settled_by(
    question: Question, findings: Sequence[Finding], record: Record, speaker: Speaker
) -> Open:
    """Return what would settle an open answer. `findings` are all there are, those about the
    question among them."""
    causes = _causes(question, findings)
    told = {finding.at for finding in findings if finding.code == "told-later"}
    unnamed = Unnamed(record, told)
    named: dict[str, Needed] = {}
    for cause in causes:
        needed = _needed(cause, record, speaker, unnamed)
        named.setdefault(_told(needed, on_line(1)), needed)
    language = speaker.language
    if not named:
        return Open([], [], 0, UNKNOWN if record.events else EMPTY, language)
    needs = list(named.values())
    more = max(0, len(needs) - MOST_NAMED)
    return Open(causes, needs[:MOST_NAMED], more, language=language)


def _causes(question: Question, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings on which an open answer depends, in the order of the text."""
    about = [f for f in findings if f.question == question and f.severity == "error"]
    roots = [f.root for f in about if f.root.question != question]
    # a play or a card that could not be read may leave open what was scored for it
    unread = [one for one in findings if not one.opens.isdisjoint((question, Question.LEGALITY))]
    if question is Question.LEGALITY:
        roots = [*_those(findings, UNPROVED), *unread]
    elif not roots:
        roots = [*_those(findings, LEFT_OUT), *unread]
    if question is Question.RESULT:
        roots += _those(findings, frozenset({"early-end"}))
    if not roots:  # unreadable, unknown or forbidden things
        roots = [f for f in findings if f.severity == "error" and f.follows is None]
    return sorted({id(f): f for f in roots}.values(), key=lambda finding: finding.offset)


def _those(findings: Sequence[Finding], codes: frozenset[str]) -> list[Finding]:
    return [finding for finding in findings if finding.code in codes]


def _needed(finding: Finding, record: Record, speaker: Speaker, unnamed: Unnamed) -> Needed:
    """Return the missing thing that one of them is about, to be listed."""
    name = speaker.name(finding.seat)
    if finding.code in PLAIN:
        return _things(speaker, PLAIN[finding.code])
    match finding.code:
        case "gap":
            late = finding.found == BEGINS_LATE
            before = "what was played before {place}"
            return _at(finding, speaker, before if late else "what was left out at {place}")
        case "missing-play":
            return _missing(finding, speaker)
        case "short-round" | "short-deal":
            return _at(finding, speaker, "the plays left out before {place}")
        case "unknown-card":
            return _cards(finding, record, speaker, unnamed)
        case "unknown-bonus" | "not-turned-up":
            return _turned_up(finding, record, speaker)
        case "unproved":
            template = "all that {name} held at play {ply} ({place})"
            alone = "all that {name} held at {place}"
            return _at(finding, speaker, template if finding.ply else alone, name=name)
        case "unwritten-exchange":
            template = "what {name} exchanged before play {ply} ({place})"
            alone = "what {name} exchanged before {place}"
            return _at(finding, speaker, template if finding.ply else alone, name=name)
        case "undecided-deal":
            dealing = speaker.phrase(_dealing(finding))
            return _things(speaker, "the cards left out of {dealing}", dealing=dealing)
        case "early-end":
            return _things(speaker, "the rest of the game")
        case "unknown-rules":
            template = "rules that are known here, in place of “{found}”"
            return _things(speaker, template, found=finding.found)
    return _meant(finding, record, speaker)


def _meant(finding: Finding, record: Record, speaker: Speaker) -> Needed:
    """Return what was meant, or done, where something was not allowed or cannot be read."""
    if finding.question is Question.WRITING:
        return _at(finding, speaker, "what is meant in {place}", exact=True)
    done = "what was really done at play {ply} ({place})"
    of_play = finding.at is not None and isinstance(record.events[finding.at], Action)
    return _at(finding, speaker, done if of_play else "what {place} means")


def _things(speaker: Speaker, template: str, **values: Any) -> Needed:
    """Return a missing thing that has no place of its own."""
    return Needed(speaker.say(template, **values))


def _at(
    finding: Finding, speaker: Speaker, template: str, *, exact: bool = False, **values: Any
) -> Needed:
    """Return a missing thing at the place of a finding, which the template names."""
    said = speaker.say(template, place=PLACE, ply=finding.ply, **values)
    before, _, after = said.partition(PLACE)
    return Needed(before, finding.line, finding.column, after, exact)


def _turned_up(finding: Finding, record: Record, speaker: Speaker) -> Needed:
    """Return the two cards turned up: of their own line, or of the round that a play ends."""
    if finding.at is not None and isinstance(record.events[finding.at], Up):
        return _at(finding, speaker, "the two cards turned up at {place}")
    template = "the two cards turned up in the round that ends with play {ply}"
    return _things(speaker, template, ply=finding.ply)


def _missing(finding: Finding, speaker: Speaker) -> Needed:
    first = int((finding.expected or "0").partition(".")[0])
    found = (finding.found or "").partition(".")[0]
    last = int(found) - 1 if found.isdigit() else first
    template = "plays {first} to {last} (left out before {place})"
    if last <= first:
        template = "play {first} (left out before {place})"
    elif last == first + 1:
        template = "plays {first} and {last} (left out before {place})"
    return _at(finding, speaker, template, first=first, last=last)


def _cards(finding: Finding, record: Record, speaker: Speaker, unnamed: Unnamed) -> Needed:
    """Return the unnamed cards; in Twenty those of later plays of the round too, for a lost tally
    stays so until the round is over."""
    event = record.events[finding.at] if finding.at is not None else None
    if not isinstance(event, Play) or finding.expected == "the last cards":
        template = "the cards left in {name}’s hand ({place})"
        alone = "the cards left ({place})"
        name = speaker.name(finding.seat)
        return _at(finding, speaker, template if finding.seat else alone, name=name)
    in_twenty = (finding.clause or "").startswith("twenty/")
    plays = unnamed.from_play(finding.at or 0) if in_twenty else []
    if len(plays) < 2:
        return _at(finding, speaker, "the card of play {ply} ({place})")
    if len(plays) > MOST_NAMED:
        template = "the {n} cards not named from play {first} to play {last}"
        first, last = ply_of(record, plays[0]), ply_of(record, plays[-1])
        return _things(speaker, template, n=len(plays), first=first, last=last)
    plies = [str(ply_of(record, at)) for at in plays]
    return _things(speaker, "the cards of plays {plies}", plies=speaker.listed(plies))


class Unnamed:
    """The plays of a record that name no card, without those `told` later, which need not."""

    def __init__(self, record: Record, told: AbstractSet[int | None]) -> None:
        self._events = record.events
        self._told = told

    @cached_property
    def _plays(self) -> list[int]:
        return [
            at
            for at, event in enumerate(self._events)
            if isinstance(event, Play)
            and not UNNAMED.isdisjoint(event.cards)
            and at not in self._told
        ]

    @cached_property
    def _rounds(self) -> list[int]:
        return [at for at, event in enumerate(self._events) if isinstance(event, Round)]

    def from_play(self, first: int) -> list[int]:
        """Return those from one play on to the end of its round."""
        following = self._rounds[bisect_left(self._rounds, first) :][:1]
        until = bisect_left(self._plays, following[0]) if following else None
        return self._plays[bisect_left(self._plays, first) : until]


def _dealing(finding: Finding) -> str:
    name: str = value_in(finding.expected, "where", "")
    return name
