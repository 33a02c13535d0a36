"""Sentences in a language: whole templates, filled in with names, numbers and cards as that
language writes them.

A template stands in the code in English and is looked up as it is in the catalogue of another
language (archive/languages). English needs no catalogue and reads none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from gettext import NullTranslations
from typing import Any, Final

from archive.languages import ENGLISH as EN
from archive.languages import complete, translations

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip


class Language:
    """One language, with its sentences."""

    def __init__(self, code: str = EN, catalogue: NullTranslations | None = None) -> None:
        """Take the sentences of `catalogue`; English without one."""
        self.code = code
        self._catalogue = catalogue

    @property
    def english(self) -> bool:
        """Return whether templates stay as they are."""
        return self._catalogue is None

    def text(self, template: str) -> str:
        """Return a template, or a word, in this language."""
        if self._catalogue is None or not template:
            return template
        return self._catalogue.gettext(template)

    def say(self, template: str, /, **values: Any) -> str:
        """Return a template with its values filled in."""
        return self.text(template).format_map(values)

    def fill(self, template: str, values: Mapping[str, Any]) -> str:
        """Return the same with values that are looked up when they are needed."""
        return self.text(template).format_map(values)

    def several(self, one: str, more: str, count: int, /, **values: Any) -> str:
        """Return the template for a count; `{n}` is the number in figures, `{number}` in words."""
        if self._catalogue is None:
            text = one if count == 1 else more
        else:
            text = self._catalogue.ngettext(one, more, count)
        return text.format_map({"n": count, "number": self.number(count), **values})

    def number(self, count: int) -> str:
        """Return a small number in words, another in figures."""
        if not 0 <= count < len(NUMBERS):
            return str(count)
        word = NUMBERS[count]
        return word if self._catalogue is None else self._catalogue.pgettext("number", word)

    def points(self, count: int) -> str:
        """Return `5 points`, `1 point`, `−3 points`."""
        return self.several("{points} point", "{points} points", abs(count), points=signed(count))

    def listed(self, words: Iterable[str]) -> str:
        """Return `queen, queen and four`; empty for no words."""
        *first, last = [*words] or [""]
        return self.say("{first} and {last}", first=", ".join(first), last=last) if first else last

    def either(self, words: Iterable[str]) -> str:
        """Return `Ann, Ben or Cem`; empty for no words."""
        *first, last = [*words] or [""]
        return self.say("{first} or {last}", first=", ".join(first), last=last) if first else last

    def lines(self, numbers: Iterable[int]) -> str:
        """Return `line 12`, `lines 12, 15 and 19`; empty for no numbers."""
        told = [str(number) for number in sorted(set(numbers))]
        if not told:
            return ""
        return self.several("line {lines}", "lines {lines}", len(told), lines=self.listed(told))


def signed(total: int) -> str:
    """Return a total as it is written, with a minus sign and not a hyphen: `−3`."""
    return f"−{-total}" if total < 0 else str(total)


ENGLISH: Final = Language()


@cache
def language(code: str = EN) -> Language:
    """Return the language of a code; English where its catalogue is not complete."""
    if code == EN or not complete(code):
        return ENGLISH
    return Language(code, translations(code))
