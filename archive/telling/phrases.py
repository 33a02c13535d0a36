"""The short texts of findings, for what was expected and what was found, in other languages.

In a verdict they are English and stay so: they are hashed with it. Quotations from the record, a
line or a name, are in none of these and stay as they were written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, Final

from archive.core.phrase import Phrase
from archive.languages.language import Language

NUMBER, SEAT, ANY = r"\d+", r"p\d+(?:(?:, | or )p\d+)*", r".+"
CARD = r"(?:card|unknown card|ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king)"
SUIT = r"(?:clubs|diamonds|hearts|spades)"
NAMED: Final = rf"{CARD}(?:\sof\s{SUIT})?"
VALUES: Final = {
    "n": NUMBER, "m": NUMBER, "seat": SEAT, "other": SEAT, "text": ANY, "instead": ANY,
    "inner": ANY, "meaning": r"\w+(?: of .+)?", "card": NAMED,
    "other_card": NAMED, "suit": SUIT, "other_suit": SUIT,
}  # fmt: skip
"""The possible values of a phrase, by name."""
WORDS: Final = {"card", "other_card", "suit", "other_suit"}
NUMBERS: Final = frozenset("0123456789, …or ")
"""The characters of `5, 6 or 7`."""

OF_READERS: Final = (
    "nothing", "none", "more", "$0 to $255",
    "a tag, a table line or a play such as {text}",
    "a table word in small letters, such as @round", "a {{ before it", "a ( before it",
    "}} to end the comment", ") to end the variation", "no byte order mark",
    "variations at most {n} deep", "one {text} tag; the first one counts",
    "tags before the first line of play", "a tag such as {text}",
    "the record to begin with {text}", "a tag on one line, such as {text}",
    "a line such as {text}", "a play such as {text}: ranks A 2-9 T J Q K, suits c d h s",
    "a play such as {text}", "a seat from p1 to p99", "{seat} to {other}",
    "a number of at most six digits", "claims of at most nine digits",
    "the rank T for a ten", "ranks in capitals, suits in small letters",
    "the cards these claims are about", "cards such as {text}, one after the other",
    "a plain space", "a plain {text}", "only characters that can be seen",
    "points by seat, such as {text}", "one of {text}", "at most {n} faults a record",
    "at most {n} bytes", "at most {n} plays, lines and comments",
    "what could not be read", "byte {text}", "{n} more",
    "a record of {text}", "a sheet such as {text}", "a sheet of at most {n} MB",
    "a sheet of one game", "columns such as Player, Card, Tally, Points",
)  # fmt: skip
"""What readers of records and sheets expect and find, with places for values, or as it stands."""

CHANGES: Final = (
    "the rules {text} named", "{card} and {other_card} exchanged", "{card} for “{text}”",
    "{card} for {other_card}", "{suit} for {other_suit} as trumps", "with play {n}, {text}: {card}",
    "with play {n}: {text} exchanges {instead} for {inner}",
    "with play {n}: {text} exchanges a card", "with play {n}: {text} exchanges {m} cards",
    "with play {n}: {text} draws a card", "with play {n}: {text} draws the {card}",
    "with play {n}: {text} stands pat", "with play {n}: {text} stays in",
    "with play {n}: {text} drops out", "with play {n}: {text} passes",
    "with play {n}, {text}", "with play {n} by {text}, whatever it was", "without the {card}",
    "without “{text}”", "with a further {card}",
    "with a further card that is not named", "with the {card}",
    "“{text}” and “{instead}” in the other order", "“{text}” for “{instead}”",
    "{text} and {instead} exchanged", "{text} has {instead}, not {inner}",
    "what was there before added", "a draw for {text}", "{text} for a draw", "nobody for {text}",
    "{seat} for {other}", "{text} for {instead}",
)  # fmt: skip
"""The replacements in a repair: the new text, and the old one."""

HEADINGS: Final = (
    "Byte order mark", "Deep variation", "Duplicate tag", "Large record", "Late tag", "Line ends",
    "Long comment", "No game", "No version", "Not canonical", "Not UTF-8", "Open comment",
    "Open variation", "Stray parenthesis", "Too many faults", "Unknown glyph", "Unknown version",
    "UTF-16",
)  # fmt: skip
"""The names of faults whose expected and found texts are enough."""


def in_language(text: str, language: Language) -> str:
    """Return a short text in a language; a text that is no phrase as it is."""
    if isinstance(text, Phrase):
        return language.fill(text.template, _told(text.values, language))
    if text in _plain():
        return language.text(text)
    if (text and set(text) <= NUMBERS) or re.fullmatch(SEAT, text):
        return _either(text, language)
    for template, shape in _shapes():
        match = shape.fullmatch(text)
        if match is not None:
            values = match.groupdict()
            return language.fill(template, {**values, **_said(values, language)})
    return text


def _told(values: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """Return the values of a phrase, with those that are phrases themselves in a language."""
    return {
        name: in_language(value, language) if isinstance(value, Phrase) else value
        for name, value in values.items()
    }


def _said(values: dict[str, str], language: Language) -> dict[str, str]:
    """Return those values that a language has words for: cards, suits, and several seats."""
    said = {name: language.text(values[name]) for name in WORDS & values.keys()}
    return {**said, **({"seat": _either(values["seat"], language)} if "seat" in values else {})}


def _either(text: str, language: Language) -> str:
    """Return `5, 6 or 7` with the word that a language has between the last two."""
    first, _, last = text.rpartition(" or ")
    return language.say("{first} or {last}", first=first, last=last) if first else text


@cache
def _plain() -> frozenset[str]:
    return frozenset((*OF_READERS, *CHANGES))


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((one, re.compile(shape(one))) for one in (*OF_READERS, *CHANGES)
                 if {"{", "}"} & {*one})  # fmt: skip


def shape(template: str) -> str:
    """Return a template as an expression that finds its values."""
    return "".join(_parts(template))


def _parts(template: str) -> Iterator[str]:
    for part in re.split(r"(\{\{|\}\}|\{\w+\})", template):
        if part in ("{{", "}}"):
            yield re.escape(part[0])
        elif part.startswith("{"):
            yield f"(?P<{part[1:-1]}>{VALUES[part[1:-1]]})"
        else:
            yield re.escape(part)


class Phrasebook:
    """Templates by which finished English texts are translated: `{inner}` and `{meaning}` in them
    are such texts again."""

    def __init__(self, templates: Iterable[str]) -> None:
        self._plain = frozenset(templates)

    def told(self, text: str, language: Language) -> str:
        """Return a text in a language; one without a template as a phrase, or as it is."""
        if language.english:
            return text
        if text in self._plain:
            return language.text(text)
        for template, pattern in self._shapes:
            if match := pattern.fullmatch(text):
                values = match.groupdict()
                said = {
                    name: self.told(value, language)
                    for name, value in values.items()
                    if name in ("inner", "meaning")
                }
                return language.fill(template, {**values, **said})
        return in_language(text, language)

    @cached_property
    def _shapes(self) -> list[tuple[str, re.Pattern[str]]]:
        """Return the templates that have places for values, the longest first."""
        long_first = sorted(
            (one for one in self._plain if "{" in one),
            key=lambda one: (one.startswith("{"), -len(one)),
        )
        return [(one, re.compile(shape(one), re.DOTALL)) for one in long_first]
