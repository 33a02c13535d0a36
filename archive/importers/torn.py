"""The words by which a sheet says that a stretch of it is missing: that a page is torn, that plays
cannot be read, or three dots."""

from __future__ import annotations

import re
from typing import Final

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
_WHAT = (
    rf"(?:{_HOW_MANY}[ ]){{0,3}}{_PART}(?:[ ]of[ ](?:the|this)[ ](?:page|sheet|round|hand|game))?"
)
_GONE = (
    r"(?:(?:is|are|was|were|ist|sind|war|waren)[ ])?"
    r"(?:missing|torn|ripped|smudged|illegible|unreadable|not[ ](?:readable|legible)"
    r"|fehl(?:t|en|te)|abgerissen|zerrissen|unleserlich|verwischt|nicht[ ](?:lesbar|zu[ ]lesen))"
    r"(?:[ ](?:here|off|away|out|hier))?"
)
_HERE = r"(?:(?:here|hier|da)[ ])"
TORN: Final = (
    r"[ \t]*(?:[(\[{<#*_=>–—-]{1,5}[ \t]?)?"
    rf"(?i:\.{{3,5}}|…|\?{{2,5}}|gap|lücke|{_HERE}?(?:{_WHAT}[ ])?{_GONE}"
    rf"|{_HERE}?fehl(?:t|en)[ ]{_WHAT}|(?:missing|torn)[ ]{_PART})"
    r"[.!]?(?:[ \t]?[)\]}>*_=–—-]{1,5})?[ \t]*$"
)
"""A line that says so and nothing else, from its beginning to its end."""
SOUNDS_TORN: Final = (
    r"missing|torn|ripped|illegible|unreadable|legible|smudged|fehl(?:t|en|te)|abgerissen|zerrissen"
    r"|unleserlich|verwischt"
)
"""Words of a line that may say so in another way."""
LINE: Final = re.compile(TORN)


def is_torn(line: str) -> bool:
    """Return whether a line says that a stretch is missing, and nothing else."""
    return LINE.fullmatch(line) is not None
