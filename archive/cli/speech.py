"""The language of the terminal's answers: the one asked for, else that of the locale."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from os import environ
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from archive.core.errors import TwentiesError, Word
from archive.languages import language_of, languages, rulebook_path, translations
from archive.languages.language import ENGLISH, Language, language

if TYPE_CHECKING:
    from archive.rules.game import Game
    from archive.rules.rulebook import Rulebook

LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables in which a system names its user's language, the strongest first."""
OPTION: Final = "--language"
Command = TypeVar("Command", bound=Callable[..., Any])


def language_option(command: Command) -> Command:
    """Add the option for the language of the answers."""
    return click.option(
        OPTION,
        "asked",
        type=click.Choice(languages()),
        help="Answer in this language, not in that of the locale; JSON is English without it.",
    )(command)


def book_of(game: Game, language: Language) -> Rulebook:
    """Return a game's rulebook in a language, in English where it has none there."""
    from archive.rules.rulebook import Rulebook

    path = rulebook_path(language.code, game.name)
    return Rulebook(game.name, path) if path else game.book


def asked_in(arguments: Sequence[str]) -> str | None:
    """Return the language that a command line asks for, wherever in it `--language` stands; None
    where it asks for none that is offered."""
    given = [one.removeprefix(f"{OPTION}=") for one in arguments if one.startswith(f"{OPTION}=")]
    given += [value for name, value in pairwise(arguments) if name == OPTION]
    return next((code for code in given if code in languages()), None)


def spoken(asked: str | None, *, as_json: bool, said: Mapping[str, str] = environ) -> Language:
    """Return the language to answer in. JSON is the same bytes everywhere unless one is `asked`
    for, after the command or before it. `said` is the environment."""
    context = click.get_current_context(silent=True)
    if asked is None and context is not None:
        asked = context.obj
    if asked:
        return language(asked)
    told = next((said[name] for name in LOCALE if said.get(name)), "")
    code = None if as_json else language_of(told)
    return language(code) if code else ENGLISH


def _(template: str, **values: Any) -> str:
    """Return a sentence for the terminal, with its values filled in."""
    return spoken(None, as_json=False).say(template, **values)


def ngettext(one: str, more: str, count: int, **values: Any) -> str:
    """Return the sentence for `count`, its figure `{n}` with its thousands set apart."""
    said = spoken(None, as_json=False)
    figure = f"{count:,}"
    if not said.english:
        from babel.numbers import format_decimal

        figure = format_decimal(count, locale=said.code)
    return said.several(one, more, count, n=figure, **values)


SIZE: Final = re.compile(r"\b[\d,]+\.\d(?= [KMG]B\b)")
"""The figure of a size, as English writes it."""


def in_figures_of(said: Language, text: str) -> str:
    """Return a text with the figures of its sizes as a language writes them: `71,3 GB`."""
    if said.english:
        return text
    from babel.numbers import format_decimal

    def figure(found: re.Match[str]) -> str:
        size = Decimal(found[0].replace(",", ""))
        return format_decimal(size, "#,##0.0", locale=said.code)

    return SIZE.sub(figure, text)


def refused(error: TwentiesError) -> click.ClickException:
    """Return the error that ends a command because the archive refuses something."""
    code = spoken(None, as_json=False).code
    say = translations(code).gettext
    values = {
        name: say(value) if isinstance(value, Word) else value
        for name, value in error.values.items()
    }
    said = say(error.template) if error.template else str(error)
    return click.ClickException(said % values if values else said)
