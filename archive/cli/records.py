"""`twenties verify` and `twenties fmt`: records in files, judged and written in canonical form."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

import click

from archive.cli.report import Report, printable
from archive.notation import Slice, read, split, write
from archive.verdict import Answer, Verdict, verify


class Exit(IntEnum):
    """What the exit code says; the worst record of a run decides."""

    CLEAN = 0
    FINDINGS = 1
    ILLEGAL = 2
    UNREADABLE = 3


class Source(NamedTuple):
    """A file as given, and its bytes."""

    name: str
    data: bytes


def exit_of(verdict: Verdict) -> Exit:
    if not verdict.readable:
        return Exit.UNREADABLE
    if verdict.answers.legality in (Answer.REFUTED, Answer.IMPOSSIBLE):
        return Exit.ILLEGAL
    return Exit.FINDINGS if verdict.flawed else Exit.CLEAN


@click.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--json", "as_json", is_flag=True, help="One verdict a line, as JSON.")
def verify_command(files: tuple[str, ...], as_json: bool) -> None:
    """Judge every record in the files by the rules; `-` reads standard input.

    Exit code 0: nothing found. 1: findings. 2: something not allowed, or impossible. 3: something
    could not be read. The worst record decides.
    """
    worst = Exit.CLEAN
    for source in _sources(files):
        if source is None:
            worst = Exit.UNREADABLE
            continue
        for part, record in records(source.data):
            verdict = verify(record, part.number)
            worst = max(worst, exit_of(verdict))
            if as_json:
                click.echo(verdict.json())
            else:
                Report(source.name, part.line, verdict).show()
    sys.exit(worst)


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a file is not canonical.")
@click.option("-w", "--write", "in_place", is_flag=True, help="Write the files in place.")
def fmt_command(files: tuple[str, ...], check: bool, in_place: bool) -> None:
    """Write records in canonical form, to standard output unless told otherwise.

    What could not be read is kept as it is, and named on standard error (exit code 3).
    """
    worst = Exit.CLEAN
    for source in _sources(files):
        if source is None:
            worst = Exit.UNREADABLE
            continue
        canonical, readable = _canonical(source)
        worst = worst if readable else Exit.UNREADABLE
        if check:
            if canonical != source.data:
                click.echo(f"{source.name}: not in canonical form", err=True)
                worst = max(worst, Exit.FINDINGS)
        elif not in_place or source.name == "-":
            sys.stdout.buffer.write(canonical)
        elif canonical != source.data and readable:
            Path(source.name).write_bytes(canonical)
    sys.exit(worst)


def records(data: bytes) -> Iterator[tuple[Slice, bytes]]:
    """The records of a file, each with its own bytes."""
    for part in split(data):
        yield part, data[part.start : part.end]


def _canonical(source: Source) -> tuple[bytes, bool]:
    """A file's records in canonical form, and whether all of it could be read. A record of which
    nothing was understood keeps its bytes."""
    texts, readable = [], True
    for part, data in records(source.data):
        record = read(data, part.number)
        for fault in record.diagnostics:
            if fault.severity == "error":
                readable = False
                click.echo(
                    f"{source.name}:{part.line + fault.line - 1}:{fault.column}: {fault.code}: "
                    f"expected {fault.expected}, found {printable(fault.found)}",
                    err=True,
                )
        understood = record.events or record.tags
        texts.append(write(record).encode("utf-8", "surrogateescape") if understood else data)
    return b"\n".join(texts), readable


def _sources(files: Iterable[str]) -> Iterator[Source | None]:
    """Every file's bytes; None, and a line on standard error, for one that cannot be opened."""
    for name in files:
        try:
            data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            click.echo(f"{name}: {error.strerror}", err=True)
            yield None
        else:
            yield Source(name, data)
