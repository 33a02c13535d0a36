"""The error tree. Errors carry data; the words for them are made where somebody reads them.

Faults of a record are not here: a broken rule or an unreadable token is a value
(`rules.kernel.Fault`, `diagnostics.Diagnostic`), because a record full of mistakes is an ordinary
thing to be handed. These exceptions are for callers who ask for something that does not exist.
"""

from __future__ import annotations

from typing import Any


class Word(str):
    """A word among the values of a sentence that is itself said in the reader's language."""

    __slots__ = ()


class TwentiesError(Exception):
    """Whatever this project raises on purpose. As text it is its sentence in English; `template`
    and `values` are what it is made of, to be said in another language."""

    def __init__(self, template: str = "", **values: Any) -> None:
        super().__init__(template % values if values else template)
        self.template = template
        self.values = values


class NotThere(TwentiesError):
    """What was to be changed or deleted is not here any more: it went after it was seen."""


class BadCards(TwentiesError):
    """Text that is not a run of cards. `index` is the first character that does not fit."""

    def __init__(self, text: str, index: int) -> None:
        super().__init__(f"not cards: {text!r}, at character {index + 1}")
        self.text = text
        self.index = index


class UnknownRules(TwentiesError):
    """A rule set or an option that no game here knows. `expected` says what would do."""

    def __init__(self, asked: str, expected: str) -> None:
        super().__init__(f"no such rules: {asked!r}; expected {expected}")
        self.asked = asked
        self.expected = expected


class UnknownClause(TwentiesError):
    """A clause that the rulebook page does not have."""

    def __init__(self, clause: str) -> None:
        super().__init__(f"no such clause: {clause}")
        self.clause = clause
