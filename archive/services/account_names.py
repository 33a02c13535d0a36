"""Names of accounts: which are allowed, and the forms in which two of them are the same.

`Anna`, `ANNA` and `Ａｎｎａ` are one name. Two names that look alike (core/lookalikes.py) are not
given to two accounts; characters that cannot be seen, letters of several scripts in one name and
dots after it are refused. Where people make their accounts themselves, names that could be taken
for the archive's own or its operator's are refused too.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from archive.core import lookalikes
from archive.core.errors import Refused
from archive.languages import marked

SHORTEST: Final = 2
LONGEST: Final = 40
ASIDE: Final = " .-_'’"
"""The characters that a name may have beside letters and digits."""

# Letters and marks by their category that show nothing: fillers, joiners, variation selectors.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f]"
)
_INITIAL: Final = re.compile(r"(?:^|[ .-])[^\W\d_]{1,3}\.$")
"""A dot may end a name only after an initial, or the like of `Jr.`"""
_MARKS: Final = 3
"""The most marks on one letter: no script needs more, and piled up they cover the lines around."""

KEEPERS: Final = (
    "admin", "administrator", "arbiter", "moderator", "mod", "sysadmin", "superuser", "webmaster",
    "postmaster", "hostmaster", "security", "support", "staff", "official", "archive", "twenties",
)  # fmt: skip
"""Words for the people who run the archive: no word of a name is one of them."""
IN_WHOLE: Final = (
    "owner", "root", "operator", "abuse", "help", "team", "system", "member", "account",
    "anonymous", "nobody", "guest", "everybody", "everyone", "unknown", "deleted", "null",
    "undefined", "none", "me",
)  # fmt: skip
"""Other such words, and words that name no particular person: no name is one of them alone, though
a person may be called Joe Root."""
ADDRESSES: Final = (
    "about", "account", "api", "c", "collections", "compare", "embed", "events", "favicon.ico", "g",
    "game", "games", "generate", "health", "healthz", "home", "index", "jobs", "language", "learn",
    "metrics", "mod", "oembed", "p", "players", "puzzles", "readyz", "robots.txt", "rules",
    "sign-in", "sign-out", "sign-up", "spoilers", "static", "suits", "tag", "together", "upload",
    "uploads", "verify",
)  # fmt: skip
"""The first words of the archive's addresses."""


class NameRefused(Refused):
    """A name that no account can have; the text says why."""


def shown(name: str) -> str:
    """Return a name as it is kept and shown: one blank between words, none around them."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def key(name: str) -> str:
    """Return the form in which names are compared."""
    return unicodedata.normalize("NFKC", shown(name).casefold())


def checked(name: str) -> str:
    """Return the name as it is kept; raise NameRefused where it is not allowed."""
    if any(unicodedata.category(sign)[0] == "C" for sign in name):
        raise NameRefused(marked("A name has no characters that cannot be seen."))
    kept = shown(name)
    if not SHORTEST <= len(kept) <= LONGEST or len(key(kept)) > LONGEST:
        raise NameRefused(
            marked("A name has %(least)s to %(most)s characters."), least=SHORTEST, most=LONGEST
        )
    if _UNSEEN.search(kept):
        raise NameRefused(marked("A name has no characters that cannot be seen."))
    if not all(sign in ASIDE or unicodedata.category(sign)[0] in "LMN" for sign in kept):
        raise NameRefused(marked("A name is made of letters and digits, blanks, and . - _ '"))
    if not any(unicodedata.category(sign)[0] == "L" for sign in kept):
        raise NameRefused(marked("A name has a letter in it."))
    if not lookalikes.is_one_script(kept):
        raise NameRefused(marked("A name is written in one alphabet."))
    if kept[-1] in ASIDE and not _INITIAL.search(kept):
        raise NameRefused(
            marked("A name ends with a letter or a digit, or with an initial and its dot.")
        )
    if kept[0] in ASIDE and kept[0] not in "'’":
        raise NameRefused(marked("A name begins with a letter or a digit."))
    if "M" * (_MARKS + 1) in "".join(unicodedata.category(sign)[0] for sign in kept):
        raise NameRefused(marked("A letter of a name has at most %(most)s marks."), most=_MARKS)
    try:
        lookalikes.readings(kept)
    except ValueError:
        raise NameRefused(
            marked("A name has at most %(most)s strokes that may be I, l or 1."),
            most=lookalikes.STROKES,
        ) from None
    return kept


def is_reserved(name: str) -> bool:
    """Return whether a name is, or looks like, one of the archive's own: as a whole, in one of its
    words (`Site Admin`), or with a number or a plural (`moderators`, `admin2`)."""
    words = _WORD.findall(unicodedata.normalize("NFKC", name))
    return not _meanings(name).isdisjoint(_meant_by(KEEPERS + IN_WHOLE + ADDRESSES)) or any(
        not _meanings(word).isdisjoint(_meant_by(KEEPERS)) for word in words
    )


def _meanings(text: str) -> set[str]:
    """Return the readings of a text: whole, without the digits around it, and each as a plural."""
    found = {_meant(text), _meant(text.strip("0123456789" + ASIDE))}
    return found | {one.removesuffix("s") for one in found}


def _meant(name: str) -> str:
    """Return a name with digits read as the letters they stand for, and letters without their
    marks: `adm1n`, `r00t`, `admín`."""
    bare = "".join(one for one in unicodedata.normalize("NFD", name)
                   if unicodedata.category(one) != "Mn")  # fmt: skip
    return lookalikes.skeleton(bare).translate(_LETTERS)


@cache
def _meant_by(words: tuple[str, ...]) -> set[str]:
    """Return all readings of some words. It takes a table that most processes never need."""
    return {_meant(word) for word in words}


_LETTERS: Final = str.maketrans("013457l", "oieasti")
_WORD: Final = re.compile(r"[^\W_]+")
