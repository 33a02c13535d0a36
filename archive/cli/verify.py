"""`twenties verify`: records in files, judged by the rules."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from archive.cli import words
from archive.cli.diagnostics import Exit, json_line, printable, refusal, require_fit_python
from archive.cli.files import Run, files_argument
from archive.cli.finding_formats import format_option, lister, of_verdict
from archive.cli.input_records import InputRecord, InputRecords, reading_options
from archive.cli.speech import language_option, spoken
from archive.cli.verdict_report import Report
from archive.core.errors import UnknownRules
from archive.core.record import Record
from archive.games import GAMES, choose
from archive.scoring import Answer, Verdict, verify
from archive.scoring.sound_verdict import SoundVerdict

if TYPE_CHECKING:
    from archive.analysis import Analysis


def exit_of(verdict: Verdict) -> Exit:
    """Return the exit code for a verdict."""
    if not verdict.readable:
        return Exit.UNREADABLE
    if verdict.answers.legality in (Answer.REFUTED, Answer.IMPOSSIBLE):
        return Exit.ILLEGAL
    return Exit.FINDINGS if verdict.flawed else Exit.CLEAN


def _known(_context: click.Context, _option: click.Parameter, rules: str | None) -> str | None:
    """Return the rules asked for; refuse unknown ones, and say which are known."""
    try:
        if rules is not None:
            choose(Record(), rules)
    except UnknownRules as unknown:
        raise refusal(
            f"No rules {printable(unknown.asked)!r} are known here; expected {unknown.expected} "
            "(`twenties rules` lists all)."
        ) from None
    return rules


def _begun(_context: click.Context, _option: click.Parameter, typed: str) -> list[str]:
    """Return the rule sets whose names begin with `typed`, for a shell to complete."""
    named = (one.plain_title for game in GAMES.values() for one in game.rule_sets)
    return [name for name in named if name.startswith(typed)]


rules_option = click.option(
    "--rules", metavar="RULES", help="Judge by these rules, whatever a record names.",
    callback=_known, shell_complete=_begun,
)  # fmt: skip


@click.command("verify")
@files_argument
@format_option
@click.option(
    "--no-analysis",
    is_flag=True,
    help="The verdict alone, without what other rules make of it and what would put it right.",
)
@rules_option
@language_option
@reading_options
def verify_command(
    files: tuple[str, ...],
    form: str,
    no_analysis: bool,
    rules: str | None,
    asked: str | None,
    declared: Mapping[str, str],
) -> None:
    """Judge every record by the rules.

    FILE may be a folder, for all *.xxn in it, or - for standard input. It may have any form that
    can be uploaded: XXN, JSON, a score sheet in words, a table (CSV, Markdown, .xlsx), a zip of
    these. Findings then name the lines of that file.

    --format=json gives a verdict a line; short and sarif (one document, SARIF 2.1.0) list the
    findings alone, for editors and continuous integration.

    RULES is what stands in a Rules tag: twenty/farrugia@1, or with options
    'twenty/farrugia@1;hands=open'. A record of another game is not judged by it.

    Exit code 0: nothing found. 1: findings. 2: something not allowed, or impossible. 3: something
    could not be read. The worst record decides.
    """
    as_json = form == "json"
    language = spoken(asked, as_json=as_json)
    with Run(files, language) as run:
        inputs = InputRecords(run, declared)
        listed = lister(form, run)
        for given in inputs:
            verdict = verify(given.data, given.number, rules, language)
            if given.about is not None or not isinstance(verdict, SoundVerdict):
                require_fit_python()
            run.note(exit_of(verdict))
            if listed is not None:
                listed.add(of_verdict(given, verdict))
                continue
            if not as_json:
                report = Report(given.name, given.line, verdict, given.origin,
                                in_part=given.in_part, left_over=given.left_over)  # fmt: skip
                inputs.say_how_read(given)
                run.say(report.show)
            found = None
            if verdict.asks_for_analysis and not no_analysis:
                with run.bar.working(language.text(words.WORKING)):
                    found = _analyse(verdict)
            if as_json:
                run.say(click.echo, _json(given, verdict, found))
                continue
            if found is not None:
                from archive.cli.analysis_report import AnalysisReport  # as all of the analysis

                run.say(AnalysisReport(found, given.line, given.origin).show)
            run.say(click.echo)
        if listed is not None:
            listed.close()
    sys.exit(run.worst)


def _analyse(verdict: Verdict) -> Analysis:
    from archive.analysis import analyse  # it takes a while to import: only where it is asked for

    return analyse(verdict)


def _json(given: InputRecord, verdict: Verdict, analysis: Analysis | None) -> str:
    """Return the verdict's own bytes, with its analysis; for a sheet, how it was read stands after
    them, with the sheet's own place of each finding."""
    text = verdict.json()
    if analysis is not None:
        from archive.scoring.serialize import with_analysis

        text = with_analysis(text, analysis.json())
    if given.about is None:
        return text
    places = given.origin.of_findings(verdict.as_dict()) if given.origin else []
    sheet = {**given.about, "findings": places}
    return f'{text.rstrip()[:-1]}, "sheet": {json_line(sheet)}}}'
