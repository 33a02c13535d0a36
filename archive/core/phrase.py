"""Short texts that know what they say: what a finding expected, and what it found instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self


class Phrase(str):
    """A short English text, made of a `template` and the `values` in it.

    It is compared, hashed and written as its text: `Phrase("play {n} of round {m}", n=3, m=1)` is
    `play 3 of round 1`. Sentences are chosen and filled in by its values, which may be phrases
    themselves, and other languages have the template in their catalogues.
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, **values: Any) -> Self:
        """Fill in a template; one without values is the text itself."""
        phrase = super().__new__(cls, template.format_map(values) if values else template)
        phrase.template, phrase.values = template, values
        return phrase

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), self.values


def value_in(text: str | None, name: str, otherwise: Any = None) -> Any:
    """Return a value of a phrase by its name, `otherwise` where a text has none of that name."""
    return text.values.get(name, otherwise) if isinstance(text, Phrase) else otherwise


def cards_in_number(count: int) -> Phrase:
    """Return `1 card`, `5 cards`, which sentences say by its number."""
    template = "{n} card" if count == 1 else "{n} cards"
    return Phrase(template, n=count)


def to_go_on(due: str) -> Phrase:
    """Return that a record is to go on with what is `due`."""
    return Phrase("the record to go on: {due} is next", due=due)


def seats_up_to(seats: int) -> Phrase:
    """Return the seats of a game, `p1 to p4`."""
    return Phrase("{seat} to {other}", seat="p1", other=f"p{seats}")


def any_of(texts: Iterable[str]) -> str:
    """Return `5`, `5 or 6`, `p1, p2 or p4`; a phrase, with the texts as `each`, where there are
    several."""
    each = tuple(texts)
    *first, last = each
    if not first:
        return last
    return Phrase("{first} or {last}", first=", ".join(first), last=last, each=each)
