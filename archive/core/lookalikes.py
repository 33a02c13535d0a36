"""Names that look alike: the one form that all of them have, and the scripts a name is written in.

This is the skeleton of Unicode's Technical Standard 39, from its table of confusable characters,
with two additions: blanks and punctuation do not count, and case does not. The table lists, for
each character, those it can be taken for; all of them are one class, and stand for one character.

Upright strokes are read by their neighbours: `I`, `l`, `1` and the Cyrillic palochka are an i or an
l, as the letters round them have it. Between capitals an l is read as an I (`ALlCE`), between small
letters an I as an l (`AIice`). Such a name has several readings, and is taken where any of them is.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final

LONGEST: Final = 400
"""The most characters of the form that are kept: more than any name of an account has."""

_SEEN_TOGETHER: Final = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
"""Scripts that are written side by side in one language, in which no letter of one looks like one
of the other."""
_NO_SCRIPT: Final = ("COMMON", "INHERITED", "UNKNOWN")
_APOSTROPHES: Final = [chr(code) for code in range(0x2B9, 0x2C2)]
"""Letters by their category that look like `'`."""
STROKES: Final = 8
"""The most strokes of a name that may be read in two ways: no reader could tell more apart."""
_PALOCHKA: Final = "\u04cf"
"""A tall stroke in every script, which the table has for an i without its dot."""
_DOT_ABOVE: Final = "\u0307"


def skeleton(name: str) -> str:
    """Return the form in which names that look alike are equal, by their likeliest reading; empty
    where nothing is left."""
    return _form([letters[0] for letters in _read(name)])


def readings(name: str) -> set[str]:
    """Return the forms of all readings of a name, of which `skeleton` is one. Raise `ValueError`
    where it has too many strokes that can be read in two ways."""
    letters = _read(name)
    if sum(len(each) > 1 for each in letters) > STROKES:
        raise ValueError(f"more than {STROKES} strokes")
    return {_form(reading) for reading in product(*letters)}


def _read(name: str) -> list[str]:
    """Return for each character of a name the letters that it can be read as, the likeliest first;
    only a stroke can be read in two ways."""
    signs = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name))
    found = []
    for place, sign in enumerate(signs):
        if not _is_stroke(sign):
            found.append(sign)
            continue
        before, after = _cased(signs[:place][::-1]), _cased(signs[place + 1 :])
        around = before + after
        in_capitals = around.isupper()
        begins = place == 0 or not _counts(signs[place - 1])
        if sign == "l":
            found.append("il" if in_capitals else "li" if begins or not around else "l")
        elif sign.isupper():
            found.append("i" if in_capitals else "il" if begins else "li")
        else:
            found.append("il" if in_capitals else "li")
    return found


def _cased(signs: str) -> str:
    """Return the first letter with a case that is no stroke, of the word that `signs` begin with;
    empty where there is none."""
    for sign in signs:
        if not _counts(sign):
            break
        if not _is_stroke(sign) and (sign.isupper() or sign.islower()):
            return sign
    return ""


def _is_stroke(sign: str) -> bool:
    return sign == _PALOCHKA or (sign != "L" and _classes().get(sign) == "l")


def _form(letters: Iterable[str]) -> str:
    """Return letters as written, each replaced by its class, in lower case because names are
    compared in any case."""
    form = _replaced(_replaced("".join(letters)).casefold())
    return unicodedata.normalize("NFC", form)[:LONGEST]


def is_one_script(name: str) -> bool:
    """Return whether all letters of a name, and digits other than 0 to 9, are of one script, or of
    several that are written together."""
    from confusable_homoglyphs import categories  # its tables are large

    written = [sign for sign in name if sign.isalpha() or (sign.isdecimal() and sign > "9")]
    scripts = {categories.alias(sign) for sign in written}.difference(_NO_SCRIPT)
    return len(scripts) < 2 or any(scripts <= together for together in _SEEN_TOGETHER)


def _replaced(name: str) -> str:
    """Return the text with each letter, digit and mark replaced by its class, and all else left
    out."""
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
    """Return for each character what stands for its class: the sequence that it looks like (`rn`
    for `m`), or else its first small letter, its first letter, its first character."""
    from confusable_homoglyphs import confusables

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
    """Return a sign of the table without the marks of direction that enclose right-to-left
    digits."""
    return sign.strip("\u200e\u200f") or sign
