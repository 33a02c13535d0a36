"""The words by which a sheet says that a stretch of it is missing: that a page is torn, that plays
cannot be read, or three dots."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from archive.core import events as said
from archive.core.events import Event

_HOW_MANY = (
    r"(?:the|an?|some|several|few|many|two|three|\d{1,2}|de[rs]|die|das|eine?|einige|paar|mehrere"
    r"|first|second|last|upper|lower|erste|zweite|letzte|obere|untere)"
)
_PART = (
    r"(?:pages?|sheets?|papers?|corners?|pieces?|parts?|bits?|lines?|rows?|plays?|turns?|moves?"
    r"|cards?|tricks?|hands?|deals?|rounds?|rest|beginning|start|end|top|bottom|middle|half"
    r"|seiten?|blatt|zettel|ecken?|stücke?|teile?|zeilen?|karten?|züge|stiche?|spiele?|runden?|anfang|ende|mitte"
    r"|hälfte)"
)
_WHICH = r"(?:[ ]\d{1,3}(?:[ ]?(?:[-–,&/]|to|and|bis|und)[ ]?\d{1,3})*)?"
_WHAT = (
    rf"(?:{_HOW_MANY}[ ]){{0,3}}{_PART}{_WHICH}"
    r"(?:[ ]of[ ](?:the|this)[ ](?:page|sheet|round|hand|game))?"
)
_GONE = (
    r"(?:(?:is|are|was|were|ist|sind|war|waren)[ ])?"
    r"(?:missing|torn|ripped|smudged|illegible|unreadable|not[ ](?:readable|legible)"
    r"|not[ ](?:written[ ]down|recorded)|nicht[ ](?:aufgeschrieben|notiert)"
    r"|fehl(?:t|en|te|ten)|abgerissen|zerrissen|unleserlich|verwischt"
    r"|nicht[ ](?:lesbar|zu[ ]lesen))(?:[ ](?:here|off|away|out|hier))?"
)
_LOST = (
    rf"(?:{_HOW_MANY}[ ]){{0,3}}(?:pages?|sheets?|papers?|parts?|beginning|start|seiten?|zettel"
    rf"|teile?|anfang){_WHICH}[ ](?:(?:is|are|was|were|ist|sind|ging(?:en)?)[ ])?"
    r"(?:lost|gone|verloren)"
)
_HERE = r"(?:(?:here|hier|da)[ ])"
_BEFORE = r"[ \t]*(?:[(\[{<#*_=>–—-]{1,5}[ \t]?)?"
_BEHIND = r"(?:[ \t]?[)\]}>*_=–—-]{1,5})?[ \t]*$"
_MORE = r"[.,;][ ](?=[^\d:\n]{0,60}(?:\d{1,2}[^\d:\n]{0,40})?$)"
"""A further sentence, such as `The count is at 17.`: with more numbers it would be a standing."""
TORN: Final = (
    rf"{_BEFORE}"
    rf"(?i:(?:\.{{3,5}}|…)?[ \t]?[(\[]?(?:{_HERE}?{_WHAT}[ ]{_GONE}|{_LOST}"
    rf"|{_HERE}?fehl(?:t|en)[ ]{_WHAT}|(?:missing|torn)[ ]{_PART})"
    rf"|\.{{3,5}}|…|\?{{2,5}}|gap|lücke|{_HERE}?{_GONE})"
    rf"(?:[.!]?{_BEHIND}|{_MORE})"
)
"""A line that says so and nothing else, or in its first sentence."""
_CONTINUED = (
    r"(?:(?:hand|round|deal|game|spiel|runde|blatt)[ ]\d{1,3},?[ ][(]?)?"
    r"(?:continued|continuation|cont[’']?d|cont\.|fortsetzung|fortgesetzt)(?!\w)"
)
_SO_FAR = (
    r"(?:(?:page|sheet|seite)[ ](?:[2-9]|\d{2})(?:[ ]?(?:of|von|/)[ ]?\d{1,3})?"
    r"|(?:the[ ])?(?:last[ ])?(?:count|tally)(?:[ ]made)?(?:[ ](?:was|is|stands|stood))?"
    r"(?:[ ]at)?[ ]?:?[ ][1-9]\d?(?:[ ]so[ ]far)?"
    r"|we[ ](?:were|are|stood)[ ]at[ ][1-9]\d?(?:[ ][^\d:\n]{1,60})?"
    r"|on[ ]the[ ]table:?[ ][1-9]\d?)"
)
GOES_ON: Final = rf"{_BEFORE}(?i:{_CONTINUED}|{_SO_FAR}[.!]?{_BEHIND})"
"""A line above all plays that says that these are not the first: it goes on, it is another page,
or there is a tally already."""
SOUNDS_TORN: Final = (
    r"missing|torn|ripped|illegible|unreadable|legible|smudged|fehl(?:t|en|te)|abgerissen|zerrissen"
    r"|unleserlich|verwischt"
)
"""Words of a line that may say so in another way."""
LINE: Final = re.compile(TORN)
LATER: Final = re.compile(GOES_ON)


def is_torn(line: str) -> bool:
    """Return whether a line says that a stretch is missing, and nothing else."""
    return LINE.fullmatch(line) is not None


def is_torn_after(line: str, events: Iterable[Event]) -> bool:
    """Return whether a line behind these events says that a stretch is missing, or above all that
    is told that the game goes on from another page."""
    first = all(isinstance(one, said.Comment) for one in events)
    return is_torn(line) or (first and LATER.match(line) is not None)
