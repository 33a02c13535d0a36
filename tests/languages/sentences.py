"""The templates of verdicts as Babel takes them out of the code: they stand in tables, by what
they are said of, and not in calls of gettext."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator
from typing import IO, Any

import click

from archive.analysis import entry_statements
from archive.cli import COMMANDS, main
from archive.cli.speech import LABELS as HELP_LABELS
from archive.cli.speech import paragraphs
from archive.cli.words import LABELS
from archive.languages.language import NUMBERS
from archive.ops.broker_health import SUBJECTS, State
from archive.scoring.upload_phrases import COLUMNS
from archive.telling.messages.slips import NTH
from archive.telling.messages.tricks import ONE
from archive.telling.phrases import HEADINGS, OF_READERS
from archive.telling.speaker import LETTERS, SUITS, card_words

Found = tuple[int, str, str | tuple[str, str], list[str]]

CUTTING = {"removeprefix", "removesuffix", "startswith", "partition", "rpartition", "replace",
           "compile", "join"}  # fmt: skip
WORDS = (*LABELS, *HELP_LABELS, *SUBJECTS, *State, *COLUMNS,
         *entry_statements.SAID, *filter(str.isalpha, entry_statements.LINES.values()),
         *SUITS.values(), *ONE.values(), *NTH.values(), *LETTERS, *card_words(),
         *(one for one in (*OF_READERS, *HEADINGS) if " " not in one))  # fmt: skip
"""What sentences are filled in with, and is no template."""


def templates(file: IO[bytes], keywords: Any, tags: Any, options: Any) -> Iterator[Found]:
    """Yield every template of a module: each string of more than a word, but for what explains the
    code and what texts are joined by; with it its plural."""
    tree = ast.parse(file.read())
    plurals = dict(_plurals(tree))
    said = {id(node.args[0]) for node in ast.walk(tree)
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say"}  # fmt: skip
    for node in strings(tree):
        text = node.value
        if text in plurals:
            yield node.lineno, "ngettext", (text, plurals[text]), []
        elif text not in plurals.values() and (is_template(text) or id(node) in said):
            yield node.lineno, "gettext", text, []
    if "card_words" in {getattr(node, "name", "") for node in tree.body}:
        for word in dict.fromkeys(WORDS):
            yield 1, "gettext", word, []
        for word in NUMBERS:
            yield 1, "pgettext", ("number", word), []


def commands(file: IO[bytes], keywords: Any, tags: Any, options: Any) -> Iterator[Found]:
    """Yield what the help of every command says: its paragraphs, what its options do, and what it
    is in one line where another lists it."""
    said = dict.fromkeys([*(one.summary for one in COMMANDS.values()), *_helps(main)])
    yield from ((1, "gettext", text, []) for text in said if text)


def _helps(command: click.Command) -> Iterator[str]:
    yield from paragraphs(inspect.cleandoc(command.help or ""))
    yield from (getattr(one, "help", None) or "" for one in command.params)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield "" if command is main else inner.get_short_help_str(limit=200)
            yield from _helps(inner)


def strings(tree: ast.Module) -> Iterator[Any]:
    """Yield the strings of a module that may be said: not what explains the code, nor what other
    texts are looked up by, compared with or cut at."""
    idle = {id(one) for node in ast.walk(tree) for one in _unsaid(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in idle:
            yield node


def _unsaid(node: ast.AST) -> Iterable[ast.AST | None]:
    match node:
        case ast.Expr():
            return [node.value]
        case ast.JoinedStr():
            return node.values
        case ast.Dict():
            return node.keys
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.Call(func=ast.Attribute(attr="get")):
            return node.args[:1]
        case ast.Call(func=ast.Attribute(attr=name)) if name in CUTTING:
            return node.args
    return []


def is_template(text: str) -> bool:
    """Return whether a string is said: of several words, or with a place for one."""
    several = text == text.strip() and (" " in text or "{" in text)
    return several and not {"\\", "|"} & {*text} and any(map(str.isalpha, text))


def _plurals(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "several":
            one, more = node.args[:2]
            if isinstance(one, ast.Constant) and isinstance(more, ast.Constant):
                yield str(one.value), str(more.value)
