"""What a record continues with where something else was due, in words."""

from __future__ import annotations

import re
from typing import Final

from archive.core.phrase import Phrase
from archive.telling.speaker import Speaker

LINES: Final = {
    "@round": "the next round",
    "@trick": "the next trick",
    "@exchange": "the exchange",
    "@stay": "the choices to stay in",
    "@trump": "the naming of trumps",
    "@show": "the cards shown at the end",
    "@keep": "the losing card",
    "@bonus": "the bonus",
    "@up": "the cards turned up",
    "@score": "a standing",
    "@out": "the players who are out",
    "@cut": "the cut",
    "@end": "the end",
}
"""A player's words for a line, by its first word."""
DEALT: Final = {"deal": "the next deal", "hand": "the next hand", "round": "a new hand"}
"""The same for a deal, by the game's word for it."""
ACTS: Final = (
    ("in", "{name} staying in"),
    ("out", "{name} dropping out"),
    ("pass", "a pass by {name}"),
    ("x.*", "an exchange by {name}"),
    ("d.+", "a draw by {name}"),
    (".*", "a play by {name}"),
)
"""A player's words for an action, by how it is written."""
BY_SEAT: Final = re.compile(r"(?:\d+\. )?(?P<seat>p\d+)(?: (?P<act>\S+))?")
SEAT: Final = re.compile(r"\bp\d+\b")


def with_names(text: str, speaker: Speaker) -> str:
    """Return a short text of the engine with the players' names in place of their seats."""
    return SEAT.sub(lambda seat: speaker.name(seat[0]), speaker.phrase(text))


def goes_on_with(found: str | None, speaker: Speaker) -> str:
    """Return what a record has next, in a player's words: `play 14`, `a play by Ann`, `the next
    deal`."""
    if isinstance(found, Phrase):
        return with_names(found, speaker)
    text = (found or "").rstrip(".")
    if text.isdigit():
        return speaker.say("play {n}", n=text)
    word = text.partition(" ")[0]
    if word == "@deal":
        return speaker.language.text(DEALT[speaker.unit])
    if word in LINES:
        return speaker.language.text(LINES[word])
    told = BY_SEAT.fullmatch(text)
    if told is None:
        return with_names(text, speaker)
    template = next(words for how, words in ACTS if re.fullmatch(how, told["act"] or ""))
    return speaker.say(template, name=speaker.name(told["seat"]))
