"""The words in front of totals, in lines and in tables."""

from __future__ import annotations

import re

from archive.importers.ranks import SIGNS, SUIT_WORDS

LONGEST_LINE = 1_000
"""The longest line that may be a standing."""
UNIT = r"deal|hand|round|rnd|rd|game|runde|spiel|no\.?|nr\.?"
"""The names of the unit that a sheet of totals counts."""
SUITS = "|".join([*map(re.escape, SIGNS), *(word for word in SUIT_WORDS if len(word) > 2)])
"""The names and signs of suits."""
A_SUIT = "|".join(map(re.escape, sorted(SUIT_WORDS, key=len, reverse=True)))
"""The same and the letters of suits."""
COUNTED = (
    rf"(?:(?:after\s+|nach\s+)?(?:{UNIT}|#)\s*\d{{1,4}}|(?:after|nach)\s+\d{{1,4}}"
    rf"|\d{{1,4}}\.\s*(?:{UNIT}))"
)
"""The number of a deal with its unit."""
A_NAME = r"[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*)?"
"""A player's name of one word or two."""
NUMBER = r"[+\-−]?\d{1,6}"
START = (
    r"(?:at\s+(?:the\s+)?|zu[mr]?\s+|am\s+)?(?:start|beginning|anfang|beginn|beg\.)"
    r"|begin|opening"
)
LAST = (
    r"final(?:\s+(?:score|result|standing)s?)?|totals?|sum|(?:at\s+the\s+)?end|result|gesamt|summe"
    r"|zusammen|insgesamt|together|altogether|in\s+all|ergebnis|(?:am\s+)?ende|(?:zum\s+)?schluss|endstand"
)

STANDING = (
    r"(?:(?:the\s+)?(?:new\s+)?(?:scores?|standings?)(?:\s+(?:now|is|are))?|now"
    r"|(?:neuer\s+)?(?:zwischen|spiel)?stand|jetzt|nachher|danach)"
)
"""How a line begins that gives a standing."""


def number_of(text: str) -> int:
    """Return the number that a text is, with either minus sign."""
    return int(text.replace("−", "-"))
