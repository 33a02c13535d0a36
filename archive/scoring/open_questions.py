"""What would settle an answer that is open: the things not written down that it hangs on.

An answer is `underdetermined` because of cards, plays or turned-up cards that the record leaves
out, because the game was not over, or because an event that was not allowed can be read in two
ways. Each of these is a finding already; here they are gathered by answer and put into one plain
sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

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


class Open(NamedTuple):
    """What would settle one answer: in one sentence, and the findings it hangs on."""

    sentence: str
    findings: list[Finding]


def settled_by(
    question: Question, findings: Sequence[Finding], record: Record, speaker: Speaker
) -> Open:
    """What would settle the answer to a question that is open. `findings` are all there are, those
    about the question among them."""
    causes = _causes(question, findings)
    told = {finding.at for finding in findings if finding.code == "told-later"}
    words = [PLAIN.get(cause.code) or _needed(cause, record, speaker, told) for cause in causes]
    named = list(dict.fromkeys(words))
    if not named:
        return Open(UNKNOWN if record.events else EMPTY, [])
    more = len(named) - MOST_NAMED
    if more > 0:
        named = [*named[:MOST_NAMED], f"{more} more such thing{'' if more == 1 else 's'}"]
    *others, last = named
    listed = f"{'; '.join(others)}; and {last}" if others else last
    return Open(f"What would settle it: {listed}.", causes)


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
) -> str:
    """What the record would have to say about one of them, as a thing that can be listed. `told`
    are the plays that name no card, and need not."""
    line = f"line {finding.line}"
    play = f"play {finding.ply}" if finding.ply else line
    match finding.code:
        case "gap":
            return f"what was left out at {line}"
        case "missing-play":
            return f"{_missing(finding)} (left out before {line})"
        case "short-round" | "short-deal":
            return f"the plays left out before {line}"
        case "unknown-card":
            return _cards(finding, record, speaker, told)
        case "unknown-bonus":
            return f"the two cards turned up in the round that ends with play {finding.ply}"
        case "unproved":
            return f"all that {speaker.name(finding.seat)} held at {play} ({line})"
        case "unwritten-exchange":
            return f"what {speaker.name(finding.seat)} exchanged before {play} ({line})"
        case "undecided-deal":
            return f"the cards left out of {_dealing(finding)}"
        case "early-end":
            return "the rest of the game"
        case "unknown-rules":
            return f"rules that are known here, in place of “{finding.found}”"
    if finding.question is Question.WRITING:
        return f"what is meant in {line}, column {finding.column}"
    return f"what was really done at {play} ({line})" if finding.ply else f"what {line} means"


def _missing(finding: Finding) -> str:
    first = int((finding.expected or "0").partition(".")[0])
    found = (finding.found or "").partition(".")[0]
    last = int(found) - 1 if found.isdigit() else first
    if last <= first:
        return f"play {first}"
    return f"plays {first} {'and' if last == first + 1 else 'to'} {last}"


def _cards(
    finding: Finding, record: Record, speaker: Speaker, told: AbstractSet[int | None]
) -> str:
    """The cards not named; in Twenty those of later plays of the round too, for a tally that is
    lost stays so until the round is over."""
    line = f"line {finding.line}"
    event = record.events[finding.at] if finding.at is not None else None
    if not isinstance(event, Play) or finding.expected == "the last cards":
        whose = f" in {speaker.name(finding.seat)}'s hand" if finding.seat else ""
        return f"the cards left{whose} ({line})"
    if not (finding.clause or "").startswith("twenty/"):
        return f"the card of play {finding.ply} ({line})"
    plies = [
        ply_of(record, at) for at in _unnamed_in_round(record, finding.at or 0) if at not in told
    ]
    if len(plies) < 2:
        return f"the card of play {finding.ply} ({line})"
    if len(plies) > MOST_NAMED:
        return f"the {len(plies)} cards not named from play {plies[0]} to play {plies[-1]}"
    return f"the cards of plays {listed(map(str, plies))}"


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
