"""The day that a heading names, where it can be only one: `5 November 2026`, `5.11.2026`,
`2026-11-05`. What stands between strokes, `5/11/2026`, may be two."""

from __future__ import annotations

import re
from datetime import date

MONTHS = ("jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov",
          "dec dez")  # fmt: skip
NUMBERS = {word: number for number, words in enumerate(MONTHS, 1) for word in words.split()}
"""The months by the first letters of their names."""
A_MONTH = (
    r"(?:jan(?:uary|uar|ner)?|feb(?:ruary|ruar|er)?|m[aä]r(?:ch|z)?|apr(?:il)?|ma[iy]|jun[ei]?"
    r"|jul[yi]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)"
)
"""A month by its name or a short form of it."""
NAME = r"(?P<name>[^\W\d_]{3,9})\.?"
DAY = re.compile(
    rf"(?<![\d.])(?:(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?[ ]+{NAME}[ ]+"
    r"|(?P<of>\d{1,2})\.[ ]?(?P<month>\d{1,2})\.[ ]?)(?P<year>(?:19|20)\d\d)(?!\d)"
    r"|(?<![\d-])(?P<iso>(?:19|20)\d\d-\d\d-\d\d)(?![\d-])",
    re.IGNORECASE,
)
LONGEST = 200


def date_in(text: str) -> str | None:
    """Return the day that a heading names, as a tag has it; None where it names none."""
    found = DAY.search(text[:LONGEST])
    if found is None:
        return None
    try:
        if found["iso"]:
            day = date.fromisoformat(found["iso"])
        else:
            month = NUMBERS[found["name"][:3].casefold()] if found["name"] else int(found["month"])
            day = date(int(found["year"]), month, int(found["day"] or found["of"]))
    except (KeyError, ValueError):
        return None
    return f"{day:%Y.%m.%d}"
