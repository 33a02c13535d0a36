"""The tree of exceptions. They carry data; the sentence is made where it is read.

Faults of a record are not here: a broken rule or an unreadable token is a value
(`rules.claims.Fault`, `diagnostics.Diagnostic`), because a record full of mistakes is an ordinary
thing. These exceptions are for callers who ask for something that does not exist.
"""

from __future__ import annotations

from typing import Any


class Word(str):
    """A word among the values of a sentence that is itself said in the reader's language."""

    __slots__ = ()


class TwentiesError(Exception):
    """The base of all exceptions that this project raises on purpose. Its text is the sentence in
    English; `template` and `values` are its parts, for another language."""

    def __init__(self, template: str = "", **values: Any) -> None:
        super().__init__(template % values if values else template)
        self.template = template
        self.values = values


class Refused(TwentiesError):
    """Something that a user asked for and that is not done; the sentence is the reason."""


class NotThere(TwentiesError):
    """What was to be changed or deleted is gone: it was removed after it was last seen."""


class BadCards(TwentiesError):
    """Text that is not a run of cards. `index` is the first character that does not fit."""

    def __init__(self, text: str, index: int) -> None:
        super().__init__(f"not cards: {text!r}, at character {index + 1}")
        self.text = text
        self.index = index


class UnknownRules(TwentiesError):
    """A rule set or an option that no game here knows. `expected` lists what would do."""

    def __init__(self, asked: str, expected: str) -> None:
        super().__init__(f"no such rules: {asked!r}; expected {expected}")
        self.asked = asked
        self.expected = expected


class UnknownClause(TwentiesError):
    """A clause that the rulebook page does not have."""

    def __init__(self, clause: str) -> None:
        super().__init__(f"no such clause: {clause}")
        self.clause = clause
