"""`twenties annotate`: every play of a game weighed, and what would have been better."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import click

from archive.analyst import Annotations, weigh, words
from archive.analyst.annotated import annotated
from archive.cli.diagnostics import Exit, complain, printable, wrapped
from archive.cli.files import Run, files_argument, put_text
from archive.cli.input_records import InputRecord, InputRecords, reading_options
from archive.cli.speech import language_option, spoken
from archive.cli.words import GAVE_AWAY, GAVE_AWAY_UNKNOWN, WEIGHING
from archive.notation import write
from archive.scoring import Verdict, verify
from archive.telling.names_and_totals import name_of

COLOURS = {"!": "green", "?!": "yellow", "?": "red", "??": "red"}


@click.command("annotate")
@files_argument
@click.option("--xxn", is_flag=True, help="Write the records, annotated, to standard output.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a record.")
@click.option("--every", is_flag=True, help="Show every play, not those alone that stand out.")
@click.option("--samples", type=click.IntRange(2, 100_000),
              help="How many deals are drawn for a play where there are too many to go through "
                   "all; else as many as docs/analysis.md says.")  # fmt: skip
@language_option
@reading_options
def annotate_command(
    files: tuple[str, ...],
    xxn: bool,
    as_json: bool,
    every: bool,
    samples: int | None,
    asked: str | None,
    declared: Mapping[str, str],
) -> None:
    """Weigh every play of a game.

    Two things are said of a play: what it could be expected to give away, by what the player could
    know, and what it gave away as the cards lay. Only the first makes it a mistake: in Twenty ?!
    from 2 points on, ? from 5, ?? from 10; the second without the first is bad luck. The better
    card comes with the line it leads to. With --xxn marks, evaluations ([%eval]: in Twenty by how
    much the first player is expected to win, else what its player is expected to have when the deal
    is over) and lines are written into a copy of the record; the file stays as it is.

    Exit code 0: weighed. 1: a record was not weighed, or not all of it. 3: something could not be
    read. The worst record decides.
    """
    language = spoken(asked, as_json=as_json or xxn)
    with Run(files, language) as run:
        inputs = InputRecords(run, declared)
        for given in inputs:
            verdict = verify(given.data, given.number, language=language)
            with run.bar.working(language.text(WEIGHING)):
                said = weigh(verdict, samples)
            run.note(_exit(verdict, said))
            if as_json:
                run.say_json({"record": verdict.record.number, **said.as_dict()})
            elif xxn:
                _put_xxn(run, given, verdict, said)
            else:
                inputs.say_how_read(given)
                run.say(_show, given, verdict, said, every)
    sys.exit(run.worst)


def _exit(verdict: Verdict, said: Annotations) -> Exit:
    if not verdict.readable:
        return Exit.UNREADABLE
    return Exit.FINDINGS if said.not_weighed else Exit.CLEAN


def _put_xxn(run: Run, given: InputRecord, verdict: Verdict, said: Annotations) -> None:
    if said.not_weighed:
        why = words.not_weighed(said, verdict.language)
        run.say(complain, f"{given.name}:{given.line}: {why}")
    text = write(annotated(verdict.record, said)) if said.plies else verdict.record.text
    run.say(put_text, text.encode("utf-8", "surrogateescape"))


def _show(given: InputRecord, verdict: Verdict, said: Annotations, every: bool) -> None:
    language, players = verdict.language, verdict.record.players
    seats = range(1, max(len(players), len(verdict.score)) + 1)
    names = [name_of(players, seat, language) for seat in seats]
    line = given.origin.begins if given.origin else given.line
    about = [f"{given.name}:{line}", " – ".join(names)][: 1 + verdict.readable]
    click.secho(" · ".join(printable(one) for one in about), bold=True)
    if said.not_weighed:
        click.echo(wrapped(words.not_weighed(said, language), "  "))
    about_all = [f"{told}." for told in words.given_away(said, names, language)]
    if said.story:
        turning = words.turning(said.story, names, language)
        about_all = [words.story(said.story, names, language), turning, *about_all]
    for told in filter(None, about_all):
        click.echo(wrapped(printable(told), "  "))
    for one in said.choices:
        if not (every or one.glyph or one.luck):
            continue
        mark = words.glyph(one)
        number = "     " if one in said.trumps else f"{one.ply:4}."
        head = f"{number} {names[one.seat - 1]} {words.card(one.card, language)} {mark}"
        click.secho(printable(head).rstrip(), fg=COLOURS.get(mark))
        if every:
            template = GAVE_AWAY_UNKNOWN if one.hindsight is None else GAVE_AWAY
            fair, error, hindsight = (
                "" if number is None else words.fraction(number, language)
                for number in (one.fair, one.error, one.hindsight)
            )
            lost = language.say(template, fair=fair, error=error, hindsight=hindsight)
            click.echo(f"      {lost}")
        if told := words.play(one, language, said.game):
            click.echo(wrapped(printable(told), "      "))
        if one.line:
            click.echo(wrapped(printable(words.line(one.line, names, language)), "        "))
    click.echo()
