"""`twenties split`: every record into a file of its own; and `twenties hash`: names for records
that follow from their content."""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path
from typing import BinaryIO

import click

from archive.cli import words
from archive.cli.diagnostics import Exit, complain, printable
from archive.cli.files import Run, bytes_of, files_argument
from archive.cli.speech import language_option, spoken
from archive.core.record import Record
from archive.notation import Slice, read, stream
from archive.notation.hashes import chain, hashes

LONGEST_NAME = 80  # bytes


@click.command("split")
@files_argument
@click.option(
    "--into", "folder", required=True, type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the records; it is made if need be.",
)  # fmt: skip
@language_option
@click.option("--json", "as_json", is_flag=True, help="One file written a line, as JSON.")
def split_command(files: tuple[str, ...], folder: Path, as_json: bool, asked: str | None) -> None:
    """Put every record into a file of its own, byte for byte, named by number and players.

    FILE may be a folder, for all *.xxn in it, or - for standard input.

    A file that is there already is never overwritten: one with the same bytes is left as it is, any
    other is reported. Exit code 0: all is well. 1: other files were there. 3: something could not
    be read or written.
    """
    language = spoken(asked, as_json=as_json)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        complain(f"{folder}: {language.text(error.strerror or str(error))}")
        sys.exit(Exit.UNREADABLE)
    with Run(files, language) as run:
        number = 0
        for file in run.files:
            for opened in run.opened(file, twice=True):
                for part, data in run.guarded(file, stream(opened)):
                    number += 1
                    path = folder / file_name(number, read(data, part.number))
                    written = _written(run, path, opened, part)
                    if as_json:
                        about = {"file": file.name, "number": part.number, "line": part.line}
                        run.say_json({**about, "path": str(path), "written": written})
                    elif written:
                        run.say(click.echo, printable(str(path)))
                    run.bar.advance(part.end - part.start)
    sys.exit(run.worst)


def file_name(number: int, record: Record) -> str:
    """Return a name such as `0007-albert-bertha.xxn`: letters and digits of any script, nothing
    special to a shell."""
    names = unicodedata.normalize("NFC", "-".join(record.players)).casefold()
    slug = re.sub(r"[\W_]+", "-", names)
    while len(slug.encode()) > LONGEST_NAME:
        slug = slug[:-1]
    return "-".join(filter(None, [f"{number:04d}", slug.strip("-")])) + ".xxn"


def _written(run: Run, path: Path, opened: BinaryIO, part: Slice) -> bool:
    """Write one record's bytes. Return False where the file exists already or cannot be written."""
    try:
        with path.open("xb") as fresh:
            for piece in bytes_of(opened, part):
                fresh.write(piece)
    except FileExistsError:
        if not _same(path, opened, part):
            run.say(complain, f"{path}: {run.language.text(words.THERE_ALREADY)}")
            run.note(Exit.FINDINGS)
        return False
    except OSError as error:
        run.trouble(str(path), error.strerror or str(error))
        return False
    return True


def _same(path: Path, opened: BinaryIO, part: Slice) -> bool:
    try:
        if path.stat().st_size != part.end - part.start:
            return False
        with path.open("rb") as there:
            return all(there.read(len(piece)) == piece for piece in bytes_of(opened, part))
    except OSError:
        return False


PURPOSES = ("raw", "record", "play")


@click.command("hash")
@files_argument
@click.option("--only", type=click.Choice(PURPOSES), help="One hash per record, and its place.")
@click.option("--chain", "chained", is_flag=True, help="Also a hash after every play.")
@click.option("--json", "as_json", is_flag=True, help="One record a line, as JSON.")
def hash_command(files: tuple[str, ...], only: str | None, chained: bool, as_json: bool) -> None:
    """Name records by what they hold.

    `raw` follows from the bytes, `record` from the canonical form, `play` from the deals and plays
    alone: two sheets of one game have it in common. With --chain, games that begin alike share the
    hashes of their beginning.

    FILE may be a folder, for all *.xxn in it, or - for standard input. Exit code 0: all is well.
    3: something could not be read.
    """
    with Run(files) as run:
        for file in run.files:
            for part, data in run.records(file):
                record = read(data, part.number)
                if not record.events and not record.tags:
                    run.note(Exit.UNREADABLE)
                named = hashes(record)._asdict()
                if only:
                    named = {only: named[only]}
                links = chain(record) if chained else []
                if as_json:
                    about = {"file": file.name, "number": part.number, "line": part.line}
                    run.say_json({**about, **named, **({"chain": links} if chained else {})})
                    continue
                place = printable(f"{file.name}:{part.line}")
                for purpose, value in named.items():
                    word = "" if only else f"{purpose:<7}"
                    run.say(click.echo, f"{word}{value}  {place}")
                for ply, link in enumerate(links, 1):
                    run.say(click.echo, f"{ply:<7}{link}  {place}")
    sys.exit(run.worst)
