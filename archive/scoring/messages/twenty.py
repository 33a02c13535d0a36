"""What only Twenty has: rounds, bonuses, open hands."""

from __future__ import annotations

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences
from archive.scoring.wording import Speaker, spaced


def _wrong_up(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The two cards turned up give a bonus of {finding.expected}; "
        f"the record says {finding.found}."
    )


def _wrong_bonus(finding: Finding, speaker: Speaker) -> str:
    if finding.found == "0":
        return (
            f"{speaker.name(finding.seat)} was last to score in the round and also gets its bonus "
            f"of {finding.expected}; the record leaves it out."
        )
    return (
        f"The bonus for {speaker.name(finding.seat)} is {finding.expected}; "
        f"the record says {finding.found}."
    )


def _wrong_bonus_to(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{speaker.name(finding.expected)} was last to score and takes the bonus, "
        f"not {speaker.name(finding.found)}."
    )


def _wrong_starter(finding: Finding, speaker: Speaker) -> str:
    return f"{speaker.name(finding.expected)} begins this round, not {speaker.name(finding.found)}."


def _not_swapped(finding: Finding, speaker: Speaker) -> str:
    due = (finding.expected or "").partition(" ")[0]
    if finding.seat is None:
        return (
            f"With open hands the same two cards are turned up again, {spaced(due)}; "
            f"the record has {spaced(finding.found or '')}."
        )
    other = speaker.name(3 - finding.seat)
    return (
        f"With open hands {speaker.name(finding.seat)} now has what {other} had in the first "
        f"round, {spaced(due)}; the record lists {spaced(finding.found or '')}."
    )


def _dealt_early(finding: Finding, speaker: Speaker) -> str:
    return f"A new hand is listed for {speaker.name(finding.seat)}, who still has cards to play."


def _short_round(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The round is not over: it has {finding.found}, and a round is {finding.expected}. "
        "What the missing ones scored cannot be known."
    )


def _unknown_bonus(finding: Finding, speaker: Speaker) -> str:
    return "The two cards turned up are not recorded, so the bonus of this round is not known."


SENTENCES: Sentences = {
    "wrong-up": _wrong_up,
    "wrong-bonus": _wrong_bonus,
    "wrong-bonus-to": _wrong_bonus_to,
    "wrong-starter": _wrong_starter,
    "not-swapped": _not_swapped,
    "dealt-early": _dealt_early,
    "short-round": _short_round,
    "unknown-bonus": _unknown_bonus,
}
