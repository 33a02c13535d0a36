"""Clauses of the rulebooks as pages need them: their name, their words, their address."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup

from archive.core.errors import UnknownClause, UnknownRules
from archive.games import find_game
from archive.languages import rulebook_path
from archive.rules.rulebook import Rulebook
from archive.web.language import language

_LEAD = re.compile(r"^\*([^*`]+?)\.?\*\s+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ])")
# Raw HTML stays text: a rulebook is ours, but there is no need to trust it.
_markdown = MarkdownIt("commonmark", {"html": False, "typographer": False})


class ClauseShown(NamedTuple):
    game: str
    number: str
    name: str
    """What the clause is called where it has a name, otherwise its section's."""
    first_sentence: Markup
    words: Markup
    """All that it says, without its name."""
    second_sentence: Markup = Markup()

    @property
    def from_the_second(self) -> ClauseShown:
        """Return the clause for what its second sentence is about."""
        return self._replace(first_sentence=self.second_sentence or self.first_sentence)

    @property
    def reference(self) -> str:
        return f"{self.game}/{self.number}"


def rulebook(game: str) -> Rulebook | None:
    """Return a game's rulebook in the language of this answer; None when there is no such game."""
    return _rulebook(game, language())


@lru_cache(maxsize=64)
def _rulebook(game: str, code: str) -> Rulebook | None:
    try:
        known = find_game(game)
    except UnknownRules:
        return None
    path = rulebook_path(code, known.name)
    return Rulebook(known.name, path) if path else known.book


def clause(reference: str) -> ClauseShown | None:
    """Return the clause that `twenty/4.1` cites, in the language of this answer; None when there is
    none of this number."""
    return _clause(reference, language())


@lru_cache(maxsize=1024)
def _clause(reference: str, code: str) -> ClauseShown | None:
    game, _, number = reference.partition("/")
    book = _rulebook(game, code)
    if book is None:
        return None
    try:
        found = book.clause(number)
    except UnknownClause:
        return None
    lead = _LEAD.match(found.text)
    name = lead[1] if lead else found.section.lstrip("0123456789. ")
    body = found.text[lead.end() :] if lead else found.text
    first, *rest = _SENTENCE.split(body, maxsplit=2)
    second = inline(rest[0]) if rest else Markup()
    return ClauseShown(game, number, name, inline(first), block(body), second)


def inline(text: str) -> Markup:
    """Return a line of Markdown, without a paragraph round it."""
    return Markup(_markdown.renderInline(text))  # noqa: S704 - markdown-it escapes


@lru_cache(maxsize=512)
def block(text: str) -> Markup:
    """Return paragraphs of Markdown."""
    return Markup(_markdown.render(text))  # noqa: S704 - markdown-it escapes
