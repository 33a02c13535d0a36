"""Chats, in which players write when they send a message and speak of themselves, made into
sentences about players; every line keeps its length and its place."""

from __future__ import annotations

import re
from itertools import islice

from archive.importers.action_words import LAYS, MAKES
from archive.importers.which_game import TITLE

FEWEST = 3
"""The fewest lines with a time that make a text a chat."""
SENT = (
    r"\[[\d.,/: -]{4,20}(?:[ ]?[AaPp][Mm])?\]"
    r"|(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?[ ])?\d{1,2}:\d\d(?::\d\d)?"
    r"(?:[ ]?[AaPp][Mm])?(?:[ ]Uhr)?"
)
STAMPS = re.compile(
    rf"^(?P<before>[ \t]*(?:{SENT})(?:[ ][-–])?)(?=[ \t]*[^\W\d_])"
    rf"|^(?P<name>[^\W\d_][\w .'’-]{{0,39}}?)(?P<behind>,?[ \t]+[(\[]?(?:{SENT})[)\]]?)"
    r":(?=[ \t])",
    re.MULTILINE,
)
"""When a message was sent, before or behind the name of its sender."""
SENT_WITHIN = re.compile(r"(?<=[,;])[ \t]\d{1,2}:\d\d[ \t](?=[^\W\d_][\w'’.-]{0,39}:[ \t])")
"""The time of another message on the same line."""
VERBS = {
    "deal": "deals", "keep": "keeps", "show": "shows", "lead": "leads", "gebe": "gibt",
    "behalte": "behält", "zeige": "zeigt", "beginne": "beginnt",
}  # fmt: skip
"""What players say of themselves, and what is said of them."""
MYSELF = re.compile(
    r"^(?P<blank>[ \t]*)(?P<name>[^\W\d_][\w'’-]{0,39}):[ \t]"
    rf"(?P<before>[^\n:.!?]{{0,40}}?)(?<!\w)(?:I|ich)[ ](?P<verb>{'|'.join(VERBS)})(?!\w)",
    re.MULTILINE | re.IGNORECASE,
)
DOING = re.compile(
    r"^(?P<sender>[^\n]{0,40}[^\W\d_][\w'’-]{0,39}:[ \t]+)(?P<me>I|ich)(?=[ ]"
    rf"(?:{LAYS}|{MAKES}|draw|swap|exchange|change|pass|stay|ziehe|tausche|passe|bleibe|gehe|bin|am)"
    r"(?!\w))",
    re.MULTILINE | re.IGNORECASE,
)
"""What a player does, behind the player's own name."""
SHOWN = re.compile(
    r"(?P<name>(?:^|[,;])[ \t]*[^\W\d_][\w'’-]{0,39}):"
    r"(?=[ \t]*(?:last[ \t]+card|letzte[ \t]+karte)[ \t])",
    re.MULTILINE | re.IGNORECASE,
)
HEADING = re.compile(
    rf"^[ \t]*[^\W\d_][\w'’-]{{0,39}}:(?=[ \t]*{TITLE.pattern}(?!\w))",
    re.MULTILINE | re.IGNORECASE,
)
"""The sender of a message that begins with the game's name."""


def without_stamps(text: str) -> str:
    """Return a chat with blanks where it says when messages were sent, and told of its senders;
    every line keeps its length. In any other text only what players do behind their own names is
    told of them, `Mia: I play 8`."""
    text = DOING.sub(_without_me, text)
    if len(list(islice(STAMPS.finditer(text), FEWEST))) < FEWEST:
        return text

    def blank(stamp: re.Match[str]) -> str:
        if stamp["before"]:
            return " " * len(stamp[0])
        return stamp["name"] + ":" + " " * len(stamp["behind"])

    text = SENT_WITHIN.sub(_blank, STAMPS.sub(blank, text))
    text = SHOWN.sub(r"\g<name> ", HEADING.sub(_blank, text))
    return MYSELF.sub(_of_the_sender, text)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _without_me(found: re.Match[str]) -> str:
    return found["sender"] + " " * len(found["me"])


def _of_the_sender(found: re.Match[str]) -> str:
    """Return `hand 1, Ada deals` for `Ada: hand 1, I deal`."""
    verb = VERBS[found["verb"].lower()]
    told = found["blank"] + found["before"] + found["name"]
    return told + f" {verb}".rjust(len(found[0]) - len(told))
