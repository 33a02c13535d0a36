"""`twenties hash`: names for records that follow from what they hold."""

from __future__ import annotations

import sys

import click

from archive.cli.diagnostics import Exit, printable
from archive.cli.files import Run, files_argument
from archive.notation import read
from archive.notation.hashes import chain, hashes

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
