"""Turns, lines and hands of any game, and what was left out."""

from __future__ import annotations

import re

from archive.core.events import DRAW, End
from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences
from archive.scoring.wording import Speaker, a_card, capital, spaced


def _wrong_turn(finding: Finding, speaker: Speaker) -> str:
    return (
        f"Play {finding.ply} is {speaker.name(finding.expected)}'s; "
        f"the record gives it to {speaker.name(finding.found)}."
    )


def _card_not_held(finding: Finding, speaker: Speaker) -> str:
    held = spaced((finding.expected or "").removeprefix("one of "))
    return (
        f"{speaker.name(finding.seat)} plays {a_card(finding.found or '?')} at play {finding.ply}, "
        f"which is not in the hand listed: what is left of it is {held or 'nothing'}."
    )


def _passed(finding: Finding, speaker: Speaker) -> str:
    return f"{speaker.name(finding.seat)} passes, and nobody may."


def _missing_play(finding: Finding, speaker: Speaker) -> str:
    first, found = _before(finding.expected), finding.found or ""
    last = missing_to(finding)
    which = f"Play {first} is" if first == last else f"Plays {first} to {last} are"
    return (
        f"{which} missing: the record goes on with {found.rstrip('.')}. What hangs on it can be "
        "judged only where the hand leaves no choice of card."
    )


def missing_to(finding: Finding) -> int:
    """Return the number of the last play that is missing."""
    told = (finding.expected or "").rpartition(" to ")[2]
    if " to " not in (finding.expected or "") and re.fullmatch(r"\d+\.", finding.found or ""):
        told = str(_before(finding.found) - 1)
    return _before(told)


def _doubled_play(finding: Finding, speaker: Speaker) -> str:
    return (
        f"Play {_before(finding.found)} by {speaker.name(finding.seat)} stands in the record "
        "twice; the second time it is passed over."
    )


def _before(numbered: str | None) -> int:
    """The number of `5.` or `5. again`."""
    return int((numbered or "0").partition(".")[0])


def _unknown_card(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The card of play {finding.ply} is not recorded, so the tally from here to the end of the "
        "round, and every total after it, cannot be checked."
    )


def _gap(finding: Finding, speaker: Speaker) -> str:
    return "A stretch of the game was not written down; nothing that depends on it can be checked."


def awaited(finding: Finding) -> str:
    """Return what a record that ends early would have to go on with."""
    return (finding.expected or "").removeprefix("the record to go on: ").removesuffix(" is next")


def _early_end(finding: Finding, speaker: Speaker) -> str:
    ends = f"The record ends before the game does: {awaited(finding)} would be next."
    record, at = speaker.record, finding.at
    end = record.events[at] if at is not None else None
    if isinstance(end, End) and end.winners and end.winners != DRAW:
        who = speaker.names(",".join(f"p{seat}" for seat in end.winners))
        return f"{ends} Whether {who} won cannot be told."
    if isinstance(end, End) and end.winners:
        return f"{ends} Whether it was a draw cannot be told."
    if end is None or (isinstance(end, End) and end.totals):
        return f"{ends} Whether its result is right cannot be told."
    return ends


def _unknown_rules(finding: Finding, speaker: Speaker) -> str:
    return f"“{finding.found}” is not known here; expected {finding.expected}."


def as_written(finding: Finding, speaker: Speaker) -> str:
    """For faults that their own expected and found say best."""
    what = capital(finding.code.replace("-", " ").replace("utf ", "UTF-"))
    found = (finding.found or "nothing").rstrip(".")
    return f"{what}: expected {(finding.expected or '').rstrip('.')}, found {found}."


def _told_later(finding: Finding, speaker: Speaker) -> str:
    proof = finding.places[0].ply if finding.places else None
    return (
        f"The card of play {finding.ply} is not recorded; by play {proof} all other cards of the "
        f"hand have been played, so it was {a_card(finding.expected or '?')}."
    )


SENTENCES: Sentences = {
    "told-later": _told_later,
    "wrong-turn": _wrong_turn,
    "card-not-held": _card_not_held,
    "passed": _passed,
    "missing-play": _missing_play,
    "doubled-play": _doubled_play,
    "unknown-card": _unknown_card,
    "gap": _gap,
    "early-end": _early_end,
    "unknown-rules": _unknown_rules,
}
