"""The rulebooks in other languages have the clauses of the English ones."""

from __future__ import annotations

import re

import pytest

from archive.games import GAMES
from archive.languages import ENGLISH, languages, rulebook_path
from archive.rules.rulebook import Rulebook

CODE = re.compile(r"`[^`]+`")
"""What stands in records and identifiers, the same in every language."""


@pytest.mark.parametrize("code", [code for code in languages() if code != ENGLISH])
@pytest.mark.parametrize("name", GAMES)
def test_a_rulebook_has_the_same_clauses_in_every_language(code: str, name: str) -> None:
    english, path = GAMES[name].book, rulebook_path(code, name)
    assert path is not None
    book = Rulebook(name, path)
    assert [one.number for one in book.clauses] == [one.number for one in english.clauses]
    assert CODE.findall(book.introduction) == CODE.findall(english.introduction)
    for said, meant in zip(book.clauses, english.clauses, strict=True):
        assert sorted(CODE.findall(said.text)) == sorted(CODE.findall(meant.text)), said.number
        number = meant.section.partition(" ")[0]
        assert said.section.startswith(f"{number} "), said.number
