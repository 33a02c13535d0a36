"""`twenties witness`: one deal that fits what a record leaves out, written into it."""

from __future__ import annotations

import sys

import click

from archive.analysis.witnesses.witness import why_none, witness
from archive.cli import words
from archive.cli.diagnostics import Exit, complain
from archive.cli.files import Run, files_argument, put_text
from archive.cli.speech import language_option, spoken
from archive.cli.verify import rules_option
from archive.notation.edits import edited
from archive.scoring import verify


@click.command("witness")
@files_argument
@rules_option
@language_option
def witness_command(files: tuple[str, ...], rules: str | None, asked: str | None) -> None:
    """Fill in the cards that records leave out.

    Each record is written to standard output with one deal of the pack that fits it: hands,
    exchanges and draws that were listed in part are named in full, so that every play that is not
    blamed was allowed. It is a possible deal, not necessarily the one that was dealt. What the
    record claims is left as it is.

    Exit code 0: done. 2: no deal fits a record, or none was found; it is left out. 3: something
    could not be read. The worst record decides.
    """
    language = spoken(asked, as_json=False)
    with Run(files, language) as run:
        for file in run.files:
            for part, data in run.records(file):
                verdict = verify(data, part.number, rules, language)
                with run.bar.working(language.text(words.DEALING)):
                    edits = witness(verdict)
                place = f"{file.name}:{part.line}"
                if not verdict.readable:
                    run.say(complain, f"{place}: {language.text(words.NOT_KNOWN)}")
                    run.note(Exit.UNREADABLE)
                elif edits is None:
                    run.say(complain, f"{place}: {why_none(verdict)}")
                    run.note(Exit.ILLEGAL)
                else:
                    text = edited(verdict.record.text, edits)
                    run.say(put_text, text.encode("utf-8", "surrogateescape"))
    sys.exit(run.worst)
