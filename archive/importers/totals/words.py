"""The words in front of totals, in lines and in tables."""

UNIT = r"deal|hand|round|rnd|rd|game|runde|spiel|no\.?|nr\.?"
"""The names of the unit that a sheet of totals counts."""
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
