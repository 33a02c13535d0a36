"""Faults as a terminal shows them: place, sentence, the source line with a caret under the fault.

Text of a record never reaches a terminal as it stands: `printable` names whatever could steer one.
The exit codes are here too.
"""

from __future__ import annotations

import json
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import click

import archive.core.text
from archive.cli import words
from archive.cli.speech import _, refused
from archive.core.diagnostics import Diagnostic
from archive.languages.language import ENGLISH, Language

WIDEST = 100
HYPHEN = "\N{NON-BREAKING HYPHEN}"
NARROWEST = 30
SEVERITY_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def width() -> int:
    """Return the width of a line: that of the terminal, within limits."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))


def printable(text: str) -> str:
    """Return text from a record with every character that could steer a terminal named."""
    return archive.core.text.printable(text.replace("\t", " "))


def columns(text: str) -> int:
    """Return how many columns a text takes in a terminal."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    combining = sum(unicodedata.combining(sign) > 0 for sign in text)
    return len(text) + wide - combining


def wrapped(text: str, indent: str) -> str:
    """Return words in lines that fit the terminal. A name with a hyphen stays whole."""
    whole = text.replace("-", HYPHEN)
    return click.wrap_text(whole, width(), indent, indent).replace(HYPHEN, "-")


def json_line(value: Any) -> str:
    """Return a line of JSON in ASCII, which steers nothing."""
    return json.dumps(value, ensure_ascii=True)


def excerpt(line: str, column: int, length: int = 1, room: int = 80) -> tuple[str, str]:
    """Return as much of a line as there is room for, and a line with a caret under its `column`."""
    at = min(column - 1, len(line))
    fits = at + 8 <= room and columns(printable(line[: at + 8])) <= room
    start = 0 if fits else max(0, at - room // 2)
    before = ("…" if start else "") + printable(line[start:at])
    shown, used = [before], columns(before)
    marked = 0
    for index in range(at, min(len(line), at + 4 * room)):  # signs of no width are limited too
        sign = printable(line[index])
        if used + columns(sign) > room and index > at:
            shown.append("…")
            break
        shown.append(sign)
        used += columns(sign)
        marked += columns(sign) if index < at + length else 0
    return "".join(shown), " " * columns(before) + "^" + "~" * (marked - 1)


def show_excerpt(
    line: str, number: int, column: int, length: int = 1, *, err: bool = False
) -> None:
    """Print a source line with its number in its file, and a caret."""
    gutter = f"    {number} | "
    shown, caret = excerpt(line, column, length, width() - len(gutter) - 1)
    click.secho(gutter, dim=True, nl=False, err=err)
    click.echo(shown, err=err)
    click.secho(" " * (len(gutter) - 2) + "| ", dim=True, nl=False, err=err)
    click.secho(caret, fg="green", bold=True, err=err)


def show_fault(
    name: str,
    first_line: int,
    fault: Diagnostic,
    lines: Sequence[str],
    language: Language = ENGLISH,
    *,
    err: bool = False,
) -> None:
    """Print a fault that a reader found; its line counts in `lines`."""
    place = f"{printable(name)}:{first_line + fault.line - 1}:{fault.column}: "
    click.secho(place, bold=True, nl=False, err=err)
    colour = SEVERITY_COLOURS[fault.severity]
    severity = language.text(fault.severity)
    click.secho(f"{severity} {fault.code}", fg=colour, bold=True, err=err)
    told = words.expected(language, fault)
    click.echo(wrapped(printable(told), "    "), err=err)
    if fault.path and fault.path != "$":
        click.echo(f"    {language.say(words.AT, path=printable(fault.path))}", err=err)
    if fault.line <= len(lines):
        line = lines[fault.line - 1]
        there = fault.found and line.startswith(fault.found, fault.column - 1)
        length = len(fault.found) if there else 1
        show_excerpt(line, first_line + fault.line - 1, fault.column, length, err=err)
    if fault.fix:
        fix = words.way_out(language, printable(fault.fix))
        click.secho(f"    {fix}", fg="cyan", err=err)


def fault_json(fault: Diagnostic, first_line: int, start: int = 0) -> dict[str, Any]:
    """Return a fault for programs. Line and byte count in the file, where the record begins at line
    `first_line` and byte `start`."""
    found: dict[str, Any] = fault._asdict()
    return {**found, "line": first_line + fault.line - 1, "byte": start + fault.byte}


def complain(text: str) -> None:
    """Print what went wrong outside the records."""
    click.echo(printable(text), err=True)
    sys.stderr.flush()


def refusal(text: str) -> click.UsageError:
    """Return the error for a command line that asks for something unknown; the text says what there
    is."""
    return click.UsageError(wrapped("Error: " + text, "")[len("Error: ") :])


def require_fit_python() -> None:
    """End with a sentence where this Python would give wrong verdicts."""
    from archive.self_test import UnfitPython, require

    try:
        require()
    except UnfitPython as unfit:
        click.echo(_("Error: {inner}", inner=refused(unfit).message), err=True)
        raise SystemExit(Exit.USAGE) from None


class Exit(IntEnum):
    """The exit codes."""

    CLEAN = 0
    FINDINGS = 1
    ILLEGAL = 2
    UNREADABLE = 3
    USAGE = 64
    """The command line itself was wrong (EX_USAGE of sysexits.h)."""
    BROKEN_PIPE = 141
    """The exit status when the reader of the output has gone, as a shell reports it."""
