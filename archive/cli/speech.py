"""The language that a terminal is answered in: the one asked for, else that of the locale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import environ
from typing import Any, Final, TypeVar

import click

from archive.languages import language_of, languages, rulebook_path
from archive.rules.game import Game
from archive.rules.rulebook import Rulebook
from archive.scoring.language import ENGLISH, Language, language

LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What a system says its user's language by, the strongest first."""
Command = TypeVar("Command", bound=Callable[..., Any])


def language_option(command: Command) -> Command:
    """Let a command be asked to answer in a language."""
    return click.option(
        "--language",
        "asked",
        type=click.Choice(languages()),
        help="Answer in this language, not in that of the locale; JSON is English without it.",
    )(command)


def book_of(game: Game, language: Language) -> Rulebook:
    """Return a game's rulebook in a language, in English where it has none there."""
    path = rulebook_path(language.code, game.name)
    return Rulebook(game.name, path) if path else game.book


def spoken(asked: str | None, *, as_json: bool, said: Mapping[str, str] = environ) -> Language:
    """Return the language to answer in. JSON is the same bytes everywhere unless one is `asked`
    for. `said` is the environment."""
    if asked is not None:
        return language(asked)
    told = next((said[name] for name in LOCALE if said.get(name)), "")
    code = None if as_json else language_of(told)
    return language(code) if code else ENGLISH
