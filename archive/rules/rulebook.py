"""Rulebook pages: the clauses of a game, in our own words, numbered so that they can be cited.

A page is Markdown beside the game's module. A heading `## 4 Scoring` opens a section; a paragraph
that begins with `**4.1**` is a clause and may go on over further paragraphs. A clause is cited as
`twenty/4.1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from archive.core.errors import UnknownClause

HEADING = re.compile(r"^#+ +(.*)$")
CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\*\* +")


class Clause(NamedTuple):
    """One clause: its number, the section it stands in, and its text as Markdown."""

    number: str
    section: str
    text: str


class Rulebook:
    """A game's page. Read when first asked for."""

    def __init__(self, game: str, path: Path) -> None:
        self.game = game
        self.path = path

    @cached_property
    def markdown(self) -> str:
        """Return the page as it is written."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def title(self) -> str:
        """Return the first heading of the page."""
        return self.markdown.partition("\n")[0].lstrip("# ")

    @cached_property
    def introduction(self) -> str:
        """Return the text between the title and the first section."""
        return self.markdown.partition("\n")[2].partition("\n## ")[0].strip()

    @cached_property
    def clauses(self) -> list[Clause]:
        """Return all clauses, in the order of the page."""
        return list(self._clauses())

    def clause(self, reference: str) -> Clause:
        """Return the clause that `twenty/4.1` or `4.1` cites. Raises `UnknownClause`."""
        number = reference.rpartition("/")[2]
        for clause in self.clauses:
            if clause.number == number:
                return clause
        raise UnknownClause(reference)

    def _clauses(self) -> Iterator[Clause]:
        section, number, lines = "", "", list[str]()
        for line in [*self.markdown.splitlines(), "# end"]:
            heading, opening = HEADING.match(line), CLAUSE.match(line)
            if (heading or opening) and number:
                yield Clause(number, section, "\n".join(lines).strip())
                number, lines = "", []
            if heading:
                section = heading[1]
            elif opening:
                number, lines = opening[1], [line[opening.end() :]]
            elif number:
                lines.append(line)
