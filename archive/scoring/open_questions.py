"""What would settle an answer that is open: the things not written down that it hangs on.

An answer is `underdetermined` because of cards, plays or turned-up cards that the record leaves
out, because the game was not over, or because an event that was not allowed can be read in two
ways. Each of these is a finding already; here they are gathered by answer and put into one plain
sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple, TypeAlias

from archive.core.cards import CARDS
from archive.core.events import Play, Round
from archive.core.record import Record
from archive.scoring.card_count import ply_of
from archive.scoring.findings import Finding, Question
from archive.scoring.wording import Speaker, listed

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
"""What is not written down, and numbers hang on."""

UNPROVED = frozenset(
    {"totals-alone", "gap", "missing-play", "unproved", "undecided-deal", "unwritten-exchange"}
)
"""What leaves open whether all was allowed."""

UNNAMED = frozenset(card for card in CARDS.values() if card.rank == "?")

PLAIN = {"totals-alone": "the plays, of which none is written down"}
"""What is missing, where its code says it all."""

MOST_NAMED = 3

EMPTY = "The record has tags alone; nothing of the game is told."
UNKNOWN = "The record does not say what this hangs on."


Called: TypeAlias = Callable[[int, int, bool], str]
"""What a line is called, or a line and a column where that is asked."""


class Needed(NamedTuple):
    """A thing that the record would have to say, in words round the place where it is missing; a
    line of 0 where it has no place. `exact` says that the column is told, too."""

    before: str
    line: int = 0
    column: int = 0
    after: str = ""
    exact: bool = False


class Open(NamedTuple):
    """What would settle one answer: the findings it hangs on, the first few things that are needed,
    and how many `more` there are."""

    findings: list[Finding]
    needed: list[Needed]
    more: int
    otherwise: str = UNKNOWN
    """What is said where nothing that is needed is known."""

    @property
    def sentence(self) -> str:
        return self.told(_on_line)

    def told(self, called: Called) -> str:
        """Return it in one sentence, with places by the names that `called` has for them."""
        words = [_told(one, called) for one in self.needed]
        if not words:
            return self.otherwise
        if self.more:
            words.append(f"{self.more} more such thing{'' if self.more == 1 else 's'}")
        *others, last = words
        listed = f"{'; '.join(others)}; and {last}" if others else last
        return f"What would settle it: {listed}."

    def as_dict(self, findings: Sequence[Finding]) -> dict[str, Any]:
        """Return it as plain values; `findings` are all that there are."""
        return {
            "sentence": self.sentence,
            "findings": [findings.index(finding) for finding in self.findings],
            "needed": [one._asdict() for one in self.needed],
            "more": self.more,
        }


def on_line(first: int) -> Called:
    """Return names of the lines of a record that begins on line `first` of its file."""
    return lambda line, column, exact: (
        f"line {line + first - 1}{f', column {column}' if exact else ''}"
    )


_on_line = on_line(1)


def _told(one: Needed, called: Called) -> str:
    place = called(one.line, one.column, one.exact) if one.line else ""
    return f"{one.before}{place}{one.after}"


def open_from(about: dict[str, Any]) -> Open:
    """Return what would settle an answer from its JSON, without the findings."""
    needed = [Needed(**one) for one in about.get("needed", ())]
    return Open([], needed, about.get("more", 0), about["sentence"])


def settled_by(
    question: Question, findings: Sequence[Finding], record: Record, speaker: Speaker
) -> Open:
    """What would settle the answer to a question that is open. `findings` are all there are, those
    about the question among them."""
    causes = _causes(question, findings)
    told = {finding.at for finding in findings if finding.code == "told-later"}
    named: dict[str, Needed] = {}
    for cause in causes:
        plain = PLAIN.get(cause.code)
        needed = Needed(plain) if plain else _needed(cause, record, speaker, told)
        named.setdefault(_told(needed, _on_line), needed)
    if not named:
        return Open([], [], 0, UNKNOWN if record.events else EMPTY)
    needs = list(named.values())
    return Open(causes, needs[:MOST_NAMED], max(0, len(needs) - MOST_NAMED))


def _causes(question: Question, findings: Sequence[Finding]) -> list[Finding]:
    """What an open answer hangs on, in the order of the text."""
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
    if not roots:  # what could not be read, or is not known here, or was not allowed
        roots = [f for f in findings if f.severity == "error" and f.follows is None]
    return sorted({id(f): f for f in roots}.values(), key=lambda finding: finding.offset)


def _those(findings: Sequence[Finding], codes: frozenset[str]) -> list[Finding]:
    return [finding for finding in findings if finding.code in codes]


def _needed(
    finding: Finding, record: Record, speaker: Speaker, told: AbstractSet[int | None]
) -> Needed:
    """What the record would have to say about one of them, as a thing that can be listed. `told`
    are the plays that name no card, and need not."""
    match finding.code:
        case "gap":
            return _at(finding, "what was left out at ")
        case "missing-play":
            return _at(finding, f"{_missing(finding)} (left out before ", ")")
        case "short-round" | "short-deal":
            return _at(finding, "the plays left out before ")
        case "unknown-card":
            return _cards(finding, record, speaker, told)
        case "unknown-bonus":
            return Needed(f"the two cards turned up in the round that ends with play {finding.ply}")
        case "unproved":
            return _of_play(finding, f"all that {speaker.name(finding.seat)} held at ")
        case "unwritten-exchange":
            return _of_play(finding, f"what {speaker.name(finding.seat)} exchanged before ")
        case "undecided-deal":
            return Needed(f"the cards left out of {_dealing(finding)}")
        case "early-end":
            return Needed("the rest of the game")
        case "unknown-rules":
            return Needed(f"rules that are known here, in place of “{finding.found}”")
    return _meant(finding)


def _meant(finding: Finding) -> Needed:
    """What was meant, or done, where something was not allowed or cannot be read."""
    if finding.question is Question.WRITING:
        return Needed("what is meant in ", finding.line, finding.column, exact=True)
    if finding.ply:
        return _of_play(finding, "what was really done at ")
    return _at(finding, "what ", " means")


def _at(finding: Finding, before: str, after: str = "") -> Needed:
    return Needed(before, finding.line, finding.column, after)


def _of_play(finding: Finding, before: str) -> Needed:
    return (
        _at(finding, f"{before}play {finding.ply} (", ")") if finding.ply else _at(finding, before)
    )


def _missing(finding: Finding) -> str:
    first = int((finding.expected or "0").partition(".")[0])
    found = (finding.found or "").partition(".")[0]
    last = int(found) - 1 if found.isdigit() else first
    if last <= first:
        return f"play {first}"
    return f"plays {first} {'and' if last == first + 1 else 'to'} {last}"


def _cards(
    finding: Finding, record: Record, speaker: Speaker, told: AbstractSet[int | None]
) -> Needed:
    """The cards not named; in Twenty those of later plays of the round too, for a tally that is
    lost stays so until the round is over."""
    event = record.events[finding.at] if finding.at is not None else None
    if not isinstance(event, Play) or finding.expected == "the last cards":
        whose = f" in {speaker.name(finding.seat)}'s hand" if finding.seat else ""
        return _at(finding, f"the cards left{whose} (", ")")
    if not (finding.clause or "").startswith("twenty/"):
        return _at(finding, f"the card of play {finding.ply} (", ")")
    plies = [
        ply_of(record, at) for at in _unnamed_in_round(record, finding.at or 0) if at not in told
    ]
    if len(plies) < 2:
        return _at(finding, f"the card of play {finding.ply} (", ")")
    if len(plies) > MOST_NAMED:
        return Needed(f"the {len(plies)} cards not named from play {plies[0]} to play {plies[-1]}")
    return Needed(f"the cards of plays {listed(map(str, plies))}")


def _unnamed_in_round(record: Record, first: int) -> list[int]:
    """The plays that name no card, from this one to the end of its round."""
    found = []
    for at in range(first, len(record.events)):
        event = record.events[at]
        if isinstance(event, Round):
            break
        if isinstance(event, Play) and not UNNAMED.isdisjoint(event.cards):
            found.append(at)
    return found


def _dealing(finding: Finding) -> str:
    return (finding.expected or "").removeprefix("a deal of ").removesuffix(" that fits")
