"""The form in which two names that look alike are the same, and the scripts a name is written in.

This is the skeleton of Unicode's Technical Standard 39, from its table of confusable characters,
with two things added: blanks and punctuation do not count, and case does not. The table lists, for
each character, those it can be taken for; all of them are one class, and stand for one character.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from confusable_homoglyphs import categories, confusables

LONGEST: Final = 400
"""So many characters of the form are kept: more than any name of an account has."""

_SEEN_TOGETHER: Final = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
"""Scripts that are written side by side in one language, in which no letter of one looks like one
of the other."""
_NO_SCRIPT: Final = ("COMMON", "INHERITED", "UNKNOWN")
_APOSTROPHES: Final = [chr(code) for code in range(0x2B9, 0x2C2)]
"""Letters by their category, and to the eye what `'` is."""
_DOT_ABOVE: Final = "\u0307"


def skeleton(name: str) -> str:
    """Return the form in which names that look alike are the same; empty where nothing is left.

    It is looked up twice: as written, because a capital I is an l to the eye, and in lower case,
    because names are compared in any case.
    """
    form = _replaced(_replaced(unicodedata.normalize("NFKC", name)).casefold())
    return unicodedata.normalize("NFC", form)[:LONGEST]


def is_one_script(name: str) -> bool:
    """Whether all letters of a name are of one script, or of several that are written together."""
    scripts = {categories.alias(sign) for sign in name if sign.isalpha()}.difference(_NO_SCRIPT)
    return len(scripts) < 2 or any(scripts <= together for together in _SEEN_TOGETHER)


def _replaced(name: str) -> str:
    """Replace each letter, digit and mark by what stands for its class; all else is left out."""
    classes = _classes()
    counting = filter(_counts, unicodedata.normalize("NFKD", name))
    kept = list(filter(_counts, "".join(classes.get(sign, sign) for sign in counting)))
    dotted = [
        sign
        for before, sign in zip(["", *kept], kept, strict=False)
        if not (sign == _DOT_ABOVE and before in ("i", "j", "l"))  # it has one, or covers it
    ]
    return "".join(dotted)


def _counts(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LMN" and sign not in _APOSTROPHES


@cache
def _classes() -> dict[str, str]:
    """For each character what stands for its class: the sequence that it looks like (`rn` for `m`),
    or else its first small letter, its first letter, its first character."""
    found: dict[str, set[str]] = {}
    for sign, others in confusables.confusables_data.items():
        members = {_bare(sign), *(_bare(other["c"]) for other in others)}
        joined = members.union(*(found.get(member, ()) for member in members))
        found.update(dict.fromkeys(joined, joined))
    return {
        sign: min(members, key=lambda one: (-len(one), not one.islower(), not one.isalpha(), one))
        for sign, members in found.items()
        if len(sign) == 1
    }


def _bare(sign: str) -> str:
    """The table's digits of right-to-left scripts stand between marks of direction."""
    return sign.strip("\u200e\u200f") or sign
