"""Plays of a sheet that cannot be read: their words are a comment in the record, after an unknown
card or where a play is missing."""

from __future__ import annotations

import re

from archive.core.events import Comment, Trick
from archive.telling.findings import Finding
from archive.telling.messages.templates import tell
from archive.telling.messages.turns import missing
from archive.telling.speaker import Chosen, Speaker

CARD = (
    "The card of play {ply} cannot be read: the sheet says “{written}”. What depends on it cannot "
    "be checked."
)
PLAY = {
    "one": "Play {first} cannot be read: the sheet says “{written}” there. What depends on it can "
    "be judged only where the hand leaves no choice of card.",
    "of": "{name}’s play {first} cannot be read: the sheet says “{written}” there. What depends "
    "on it can be judged only where the hand leaves no choice of card.",
    "more": "Plays {first} to {last} cannot be read: the sheet says “{written}” there. What "
    "depends on them can be judged only where the hand leaves no choice of card.",
}
LONGEST = 120
"""The most characters of a comment that may be a play; a longer one is a remark."""
A_CARD = re.compile(
    r"\d|(?<!\w)(?:[AKQJTBD]|ace|king|queen|jack|knave|ass|könig|dame|bube)(?!\w)", re.IGNORECASE
)
"""What a comment that may be a play has in it, and one about the game may lack."""
ONE_WORD = re.compile(r"\S{1,12}(?:\s*[(\[=].*)?")
"""A card with a claim for it, whatever it says."""


def sentence_of(finding: Finding, speaker: Speaker) -> Chosen | None:
    """Return the template for a play that cannot be read; None where nothing is written there."""
    if finding.code == "unknown-card" and _card(finding, speaker):
        return _told_of_a_card
    if finding.code == "missing-play" and _play(finding, speaker):
        return _told_of_a_play
    return None


def _told_of_a_card(finding: Finding, speaker: Speaker) -> str:
    return tell(CARD, finding, speaker, written=_card(finding, speaker))


def _told_of_a_play(finding: Finding, speaker: Speaker) -> str:
    return missing(finding, speaker, written=_play(finding, speaker), **PLAY)


def _card(finding: Finding, speaker: Speaker) -> str:
    """Return the comment right after a play, in place of its card: its player's name and one
    word."""
    written = _comment(speaker, (finding.at or 0) + 1)
    event = speaker.record.events[finding.at or 0]
    name = speaker.name(getattr(event, "seat", None))
    rest = written.removeprefix(name).lstrip(" :\t")
    return rest if rest != written and ONE_WORD.fullmatch(rest) else ""


def _play(finding: Finding, speaker: Speaker) -> str:
    """Return the comment where a play is missing: a player's name, and more."""
    at = (finding.at or 0) - 1
    while at > 0 and isinstance(speaker.record.events[at], Trick):
        at -= 1
    written = _comment(speaker, at)
    first = written.partition(" ")[0].rstrip(":").casefold()
    known = {name.casefold() for name in speaker.players if name}
    named = first in known or ":" in written
    return written if " " in written and named and A_CARD.search(written) else ""


def _comment(speaker: Speaker, at: int) -> str:
    """Return the text of a short comment at a place, on one line; empty where there is none."""
    events = speaker.record.events
    event = events[at] if 0 <= at < len(events) else None
    text = event.text if isinstance(event, Comment) else ""
    return text.replace("\n", " / ") if len(text) <= LONGEST else ""
