"""Who plays: the names in front of plays and hands, found without any list of names.

On one line a name follows whatever stood there before: `… a poor hand. Albert: 8 (8)`. So every
text that could be the name is counted, back to the last bracket or line end and back to the last
full stop, and a longer one only counts where the shorter never stands alone.
"""

from __future__ import annotations

import re
from collections import Counter

from archive.importers.ranks import WORD

LONGEST = 60
PLAYED = re.compile(r"(?<!\s)\s*:[*_]*\s*(?!\d+\s*[.)]\s)[^\s():]{1,12}\s*\(\s*\d")
HELD = re.compile(r"(?:['’]s?)?(?<![ \t])[ \t]+(?:hand|cards|karten|blatt)\s*:", re.IGNORECASE)
HARD = re.compile(r"[\n\r)(:}]")
SOFT = re.compile(r"[.!?,;][ \t]+(?:\d{1,4}[.)][ \t]+)?")
LEADING = re.compile(rf"[\s\d.#*_>•–—-]*(?:(?:(?:{WORD})+[ \t,]+){{2,}})?[\s*_]*")


def names_in(text: str) -> list[str]:
    """The players' names in the order in which they first stand in the text.

    Where hands are listed their owners are the players; a play of anybody else is for the reader
    to report.
    """
    held, played = _candidates(text, HELD), _candidates(text, PLAYED)
    settled = _settled(held + played)
    owners = settled & set(held)
    return sorted(owners if len(owners) > 1 else settled, key=lambda name: _first(text, name))


def pattern_of(name: str) -> str:
    """A name as it may be spread over lines."""
    return r"\s+".join(map(re.escape, name.split()))


def _candidates(text: str, behind: re.Pattern[str]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for match in behind.finditer(text):
        before = text[max(0, match.start() - LONGEST) : match.start()]
        hard = HARD.split(before)[-1]
        for piece in {hard, SOFT.split(hard)[-1], LEADING.sub("", hard, count=1)}:
            name = " ".join(LEADING.sub("", piece, count=1).split()).strip("*_ ")
            bare = " ".join(piece.split()).strip("*_#>•–—- ")
            counted.update({one for one in (name, bare) if _could_be_a_name(one)})
    return counted


def _could_be_a_name(text: str) -> bool:
    return bool(text) and len(text.split()) <= 4 and text[0].isalpha() and len(text) <= 40


def _settled(counted: Counter[str]) -> set[str]:
    """Leave out what is a name with something before it, and what is only the end of a name: the
    longer one is the name if it stands there more often than not (a line may end within it)."""
    settled = set(counted)
    for name in counted:
        for shorter in counted:
            if name.endswith(" " + shorter):
                alone = counted[shorter] >= 2 * counted[name] or counted[name] == 1
                settled.discard(name if alone else shorter)
    return settled


def _first(text: str, name: str) -> int:
    found = re.search(rf"(?<!\w){pattern_of(name)}(?!\w)", text)
    return found.start() if found else len(text)
