"""Sentences are in players’ words, with the apostrophes and quotation marks of print, in every
language and on every page of rules."""

from __future__ import annotations

import re

import pytest

from archive.languages import HERE, catalogue_path, languages
from archive.languages.catalogue import catalogue
from tests.languages.messages import all_extracted

TYPED = re.compile(r"(?<=\w)'(?=\w|\s)|(?<=[})>.])'s\b|(?<![=\w(])\"(?=\w)")
"""An apostrophe as typewriters have it, and a quotation mark before a word."""
CODE = re.compile(r"`[^`]*`|<[^>]*>|\$\(.*?\)\"|\[\w+ \"[^\]]*\]|\w=\"[^\"]*\"|\"\$")
"""What is written for programs: between backquotes, in tags, in a shell's line, in a record."""


def sentences() -> list[str]:
    """Return every sentence of the catalogues, in English and in the other languages."""
    said: list[str] = []
    said += [part for one in all_extracted() for part in texts(one.id)]
    for code in languages()[1:]:
        said += [part for one in catalogue(catalogue_path(code)) if one.id
                 for part in texts(one.string)]  # fmt: skip
    return [one for one in said if one]


def texts(said: str | list[str] | tuple[str, ...]) -> list[str]:
    return [said] if isinstance(said, str) else [*said]


def test_sentences_have_apostrophes_of_print() -> None:
    assert [one for one in sentences() if TYPED.search(CODE.sub("", one))] == []


def test_rulebooks_have_apostrophes_of_print() -> None:
    books = [*HERE.parent.glob("games/*/rulebook.md"), *HERE.glob("*/rulebooks/*.md")]
    assert books
    for book in books:
        assert not TYPED.search(CODE.sub("", book.read_text("utf-8"))), book


@pytest.mark.parametrize("typed", ["Ada's play 9", "the players' names", "{name}'s play", 'a "no"'])
def test_what_typewriters_have_is_found(typed: str) -> None:
    assert TYPED.search(typed)


PROGRAMS_WORDS = re.compile(
    r"\b(?:ply|plies|divergences?|bytes?|records?|recorded|hash(?:es)?)\b", re.IGNORECASE
)
"""Words that no card player says of a game."""
PLACES = re.compile(r"%\(\w+\)s|\{\w+\}|<[^>]*>")
FOR_PROGRAMS = re.compile(
    # the notation’s faults, under technical details; commands and what operators read
    r"telling/phrases|core/phrase|games/__init__|cli/|ops/|"
    # technical details, and how a record names its rules
    r"web/templates/(?:game|print|rules_index)\.html|"
    # the API, sizes, and what a token is kept as
    r"web/api/|web/errors|web/templates/account\.html"
)


def test_sentences_are_in_players_words() -> None:
    said = [
        part
        for one in all_extracted()
        if not all(FOR_PROGRAMS.match(path) for path, _ in one.locations)
        for part in texts(one.id)
    ]
    assert [one for one in said if PROGRAMS_WORDS.search(PLACES.sub("", one))] == []


def test_rulebooks_are_in_players_words() -> None:
    for book in HERE.parent.glob("games/*/rulebook.md"):
        assert not PROGRAMS_WORDS.findall(CODE.sub("", book.read_text("utf-8"))), book
