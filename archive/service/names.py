"""Names of accounts: what one may be, and the form in which two of them are the same.

`Anna`, `ANNA` and `Ａｎｎａ` are one name. Characters that cannot be seen, and letters of several
alphabets in one name, would make two names that nobody can tell apart, and so are not taken.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from archive.errors import TwentiesError

SHORTEST: Final = 2
LONGEST: Final = 40
ASIDE: Final = " .-_'’"
"""What may stand in a name beside letters and digits."""

# Letters and marks by their category that show nothing: fillers, joiners, variation selectors.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f]"
)
_MIXED: Final = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE")
"""Alphabets with letters that look like another's."""


class NameRefused(TwentiesError):
    """A name that no account can have; the text says why."""


def shown(name: str) -> str:
    """A name as it is kept and shown: one blank between words, none around them."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def key(name: str) -> str:
    """The form that names are compared in."""
    return unicodedata.normalize("NFKC", shown(name).casefold())


def checked(name: str) -> str:
    """The name as it is kept, or why it cannot be one."""
    if any(unicodedata.category(sign)[0] == "C" for sign in name):
        raise NameRefused("A name has no characters that cannot be seen.")
    kept = shown(name)
    if not SHORTEST <= len(kept) <= LONGEST or len(key(kept)) > LONGEST:
        raise NameRefused(f"A name has {SHORTEST} to {LONGEST} characters.")
    if _UNSEEN.search(kept):
        raise NameRefused("A name has no characters that cannot be seen.")
    if not all(sign in ASIDE or unicodedata.category(sign)[0] in "LMN" for sign in kept):
        raise NameRefused("A name is made of letters and digits, blanks, and . - _ '")
    if not any(unicodedata.category(sign)[0] == "L" for sign in kept):
        raise NameRefused("A name has a letter in it.")
    if len(_alphabets(kept)) > 1:
        raise NameRefused("A name is written in one alphabet.")
    return kept


def _alphabets(name: str) -> set[str]:
    words = {unicodedata.name(sign, "").partition(" ")[0] for sign in name if sign.isalpha()}
    return words.intersection(_MIXED)
