"""`twenties rules` and `schema`: a rulebook or a clause of one, and a record's shape as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

import click

from archive.cli import words
from archive.cli.completion import games
from archive.cli.diagnostics import printable, refusal, wrapped
from archive.cli.speech import book_of, language_option, spoken
from archive.core.errors import UnknownRules
from archive.games import GAMES, find_game
from archive.languages.language import Language
from archive.rules.game import Game
from archive.rules.rule_sets import Option
from archive.rules.rulebook import Clause, Rulebook

MARKED = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<emphasis>[^*]+)\*|`(?P<code>[^`]+)`")
MOST_SPECIAL = 2  # numbers of players named, where a default goes by them
STYLES = {"strong": {"bold": True}, "emphasis": {"bold": True}, "code": {"fg": "cyan"}}


@click.command("rules")
@click.argument("game", required=False, shell_complete=games)
@click.argument("clause", required=False)
@language_option
def rules_command(game: str | None, clause: str | None, asked: str | None) -> None:
    """Show a game’s rulebook, or one clause of it.

    GAME alone shows the whole page; with CLAUSE, such as 4.1, that clause, and with 4 its section.
    twenty/4.1, as verdicts cite it, says both. Without GAME: which games there are, by which rule
    sets, with which options.
    """
    language = spoken(asked, as_json=False)
    if game is None:
        _list_games(language)
        return
    name, _, cited = game.partition("/")
    found = _find(name)
    number = clause or ("" if "@" in cited else cited)
    if number:
        _show_part(book_of(found, language), number.rpartition("/")[2], language)
    else:
        _show_page(found, language)


def _find(name: str) -> Game:
    try:
        return find_game(name)
    except UnknownRules as unknown:
        raise refusal(
            f"No game {printable(unknown.asked)!r} is known here; expected {unknown.expected}."
        ) from None


# -- which games there are


def _list_games(language: Language) -> None:
    for game in GAMES.values():
        title = book_of(game, language).title
        click.echo(click.style(title, bold=True) + f" ({game.name})")
        _show_rule_sets(game, language)
        click.echo()
    click.echo(wrapped(language.text(words.DEFAULTS), ""))


def _show_rule_sets(game: Game, language: Language) -> None:
    for rule_set in game.rule_sets:
        seats = words.players(language, rule_set.seats[0], rule_set.seats[-1])
        title = click.style(rule_set.plain_title, fg="cyan")
        click.echo(f"  {language.say(words.SEATS, rules=title, players=seats)}")
        for name, option in rule_set.options.items():
            for line in wrapped(_reading(name, option, language), " " * 6).splitlines():
                click.echo(line)


def _reading(name: str, option: Option, language: Language) -> str:
    """Return an option as `target=100|200|1…9999 (200 with 3 to 4 players)`."""
    special = []
    for reading, seats in groupby(sorted(option.by_seats), key=option.by_seats.__getitem__):
        fewest, *more = seats
        if reading != option.readings[0]:
            players = words.players(language, fewest, more[-1] if more else fewest)
            special.append(language.say(words.WITH, reading=reading, players=players))
    if len(special) > MOST_SPECIAL:
        special[MOST_SPECIAL:] = [language.text(words.AND_SO_ON)]
    return f"{name}={option.choices}" + (f" ({', '.join(special)})" if special else "")


# -- the content of a page


def _show_page(game: Game, language: Language) -> None:
    book = book_of(game, language)
    click.secho(book.title, bold=True)
    click.echo()
    click.echo(_worded(book.introduction, ""))
    click.echo()
    _show_rule_sets(game, language)
    for section, clauses in groupby(book.clauses, key=attrgetter("section")):
        click.echo()
        _show_section(section, clauses)


def _show_part(book: Rulebook, number: str, language: Language) -> None:
    """Print one clause with its section's name, or a whole section."""
    found = [
        clause
        for clause in book.clauses
        if clause.number == number or clause.number.startswith(f"{number}.")
    ]
    if not found:
        said = {
            "book": book.title,
            "number": printable(number),
            "numbers": _numbers(book, language),
        }
        raise refusal(language.fill(words.NO_CLAUSE, said))
    click.secho(book.title, bold=True)
    click.echo()
    _show_section(found[0].section, iter(found))


def _show_section(section: str, clauses: Iterator[Clause]) -> None:
    click.secho(section, bold=True)
    for clause in clauses:
        click.echo()
        first, *rest = _worded(clause.text, " " * 6).split("\n")
        click.echo(click.style(f"{clause.number:<6}", dim=True) + first[6:])
        for line in rest:
            click.echo(line)


def _numbers(book: Rulebook, language: Language) -> str:
    """Return the numbers of the clauses: `1.1 to 1.3, 2.1 to 2.5`."""
    spans = []
    for _, clauses in groupby(book.clauses, key=attrgetter("section")):
        numbers = [clause.number for clause in clauses]
        span = language.say(words.SPAN, first=numbers[0], last=numbers[-1])
        spans.append(numbers[0] if len(numbers) == 1 else span)
    return ", ".join(spans)


def _worded(markdown: str, indent: str) -> str:
    """Return Markdown as a terminal shows it: paragraphs in lines that fit, with stress and code in
    colours. A list keeps its items apart."""
    blocks = [re.sub(r"\n(?=[-*] |\d+\. )", "\n\n", block) for block in markdown.split("\n\n")]
    paragraphs = [part for block in blocks for part in block.split("\n\n") if part.strip()]
    return "\n\n".join(wrapped(_styled(" ".join(part.split())), indent) for part in paragraphs)


def _styled(text: str) -> str:
    def style(match: re.Match[str]) -> str:
        kind = match.lastgroup or ""
        return click.style(match[kind], **STYLES[kind])  # type: ignore[arg-type]

    return MARKED.sub(style, text)


@click.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of a record as JSON (docs/schema/record.schema.json)."""
    from archive.notation.json_schema import record_schema, text_of

    click.echo(text_of(record_schema()), nl=False)
