"""Sentences about how a game came out: who beat whom, and that a player says otherwise."""

from __future__ import annotations

import re

from archive.importers.totals.words import A_NAME, LONGEST_LINE, NUMBER, number_of

OBJECTION = (
    r"(?:but|however|yet|though|aber|doch|jedoch)\s+[^\W\d_][\w'’.-]*\s+"
    r"(?:says?|said|claims?|claimed|thinks|thought|insists|sagte?|meinte?|behauptete?|findet)[\s,]"
)
"""How a sentence begins in which a player objects to the totals before it."""
OBJECTS = re.compile(OBJECTION, re.IGNORECASE)
SAYS = re.compile(
    r"(?<!\w)(?:says?|said|claims?|thinks|sagt|meint|behauptet|findet)(?!\w)", re.IGNORECASE
)
"""What shows that a player has a say behind a game's name."""
SO = re.compile(r"(?:so|then|also|damit|somit|dann)\s+", re.IGNORECASE)
"""How a sentence may go on to who won."""
VERB_FIRST = (
    re.compile(r"gew(?:innt|ann)\s+(?P<name>[^\W\d_][\w'’.-]*+)(?P<rest>(?:\s.*)?)", re.IGNORECASE),
    re.compile(
        r"hat\s+(?P<name>[^\W\d_][\w'’.-]*+)(?P<rest>(?:\s.*)?)\sgewonnen[.!]?", re.IGNORECASE
    ),
    re.compile(r"gewonnen\s+hat\s+(?P<name>[^\W\d_][\w'’-]*+)(?P<rest>(?:\s.*)?)", re.IGNORECASE),
)
"""Who won, behind the verb: `Also gewinnt Mia mit 3`."""
HAS_AND_WINS = re.compile(
    rf"(?P<name>{A_NAME}?) (?:has|hat) (?P<total>{NUMBER}) (?:and|und) (?:wins|won|gewinnt)[.!]?",
    re.IGNORECASE,
)
"""The winner's total before who won: `Anna has -1 and wins`."""
OWN = re.compile(
    rf",?\s*+(?:with|mit)\s++(?P<total>{NUMBER})(?:\s+(?:points?|punkte?n?))?[.!]?", re.IGNORECASE
)
"""The winner's total behind who won: `Anna gewinnt mit -1`."""


def plain_outcome(words: str) -> str:
    """Return a sentence about who won with the player in front, and no word that goes on to it."""
    told = SO.match(words)
    words = words[told.end() :] if told else words
    if len(words) <= LONGEST_LINE and (own := HAS_AND_WINS.fullmatch(words)):
        return f"{own['name']} wins with {own['total']}"
    if len(words) <= LONGEST_LINE:
        for form in VERB_FIRST if told else VERB_FIRST[-1:]:
            if turned := form.fullmatch(words):
                return f"{turned['name']} gewinnt{turned['rest']}"
    return words


def total_of_winner(rest: str) -> int | None:
    """Return the winner's own total in what is said behind who won, where that is all it says."""
    told = OWN.fullmatch(rest.strip()) if len(rest) <= LONGEST_LINE else None
    return number_of(told["total"]) if told else None


def objects(words: str) -> bool:
    """Return whether a sentence says that a player would have it otherwise."""
    return OBJECTS.match(words) is not None
