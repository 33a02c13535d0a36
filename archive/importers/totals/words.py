"""The words in front of totals, in lines and in tables."""

from __future__ import annotations

import re

from archive.importers.ranks import SIGNS, SUIT_WORDS

UNIT = r"deal|hand|round|rnd|rd|game|runde|spiel|no\.?|nr\.?"
"""The names of the unit that a sheet of totals counts."""
SUITS = "|".join([*map(re.escape, SIGNS), *(word for word in SUIT_WORDS if len(word) > 2)])
"""The names and signs of suits."""
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
