"""How a line of totals names its deal otherwise than by a word and a number: `First round`, `R1:`,
`nach dem 5. Spiel`, and behind one of
these `second 71 to 48`."""

from __future__ import annotations

import re

from archive.importers.totals.tables import LONGEST_LINE
from archive.importers.totals.words import UNIT

NTH = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "erste": 1,
    "erstes": 1, "zweite": 2, "zweites": 2, "dritte": 3, "drittes": 3, "vierte": 4, "viertes": 4,
    "fünfte": 5, "fünftes": 5, "sechste": 6, "sechstes": 6,
}  # fmt: skip
LETTERS = {"r": "round", "h": "hand", "d": "deal"}
HEAD = re.compile(
    rf"(?:(?:the\s+|das\s+|die\s+)?(?P<word>{'|'.join(NTH)})"
    rf"(?:\s+(?P<unit>{UNIT})(?!\w)|(?=\s+\d))"
    r"|(?P<letter>[rhd])(?P<number>\d{1,2})(?=\s*[:|]|(?<=[rh]\d)\s+[^\W\d_]{2})"
    rf"|(?:after|nach)\s+(?:the|dem|der)\s+(?P<nth>\d{{1,3}}\.\s*(?:{UNIT})(?!\w)))",
    re.IGNORECASE,
)
NUMBER_BEHIND = re.compile(
    rf"(?<=\d),?\s+[(]?(?P<deal>(?:after|nach)\s+(?:(?:{UNIT})\s+\d{{1,4}}"
    rf"|(?:the\s+|dem\s+|der\s+)?\d{{1,4}}\.\s*(?:{UNIT})))[)]?[.]?$",
    re.IGNORECASE,
)


def plain_head(words: str) -> str:
    """Return a line with a plain word and number for what names its deal."""
    head = HEAD.match(words)
    if head is None:
        return words
    rest = words[head.end() :]
    if head["word"]:
        return f"{head['unit'] or 'deal'} {NTH[head['word'].casefold()]}{rest}"
    if head["letter"]:
        return f"{LETTERS[head['letter'].casefold()]} {head['number']}{rest}"
    return head["nth"] + rest


def with_number_first(words: str) -> str:
    """Return a line with the number of its deal in front, where that stands behind the totals:
    `Uschi 10, Sepp 20 nach Spiel 6`."""
    behind = NUMBER_BEHIND.search(words) if len(words) <= LONGEST_LINE else None
    return f"{behind['deal']}: {words[: behind.start()]}" if behind else words
