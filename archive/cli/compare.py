"""`twenties compare`: two sheets of one game, and which of the two the rules support."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import click

from archive.analysis.comparison.compare import Comparison, Difference, compare
from archive.cli import words
from archive.cli.diagnostics import Exit, printable, refusal, wrapped
from archive.cli.files import Run
from archive.cli.input_records import InputRecords, reading_options
from archive.cli.speech import language_option, spoken
from archive.cli.verdict_report import standing_of
from archive.cli.verify import exit_of, rules_option
from archive.games import GAMES
from archive.importers.origin import Origin
from archive.scoring import Verdict, verify
from archive.telling import not_a_game
from archive.telling.places_in_game import deal_of, places_of
from archive.telling.speaker import capital


@click.command("compare")
@click.argument("sheets", nargs=-1, required=True, metavar="A B", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@rules_option
@language_option
@reading_options
def compare_command(
    sheets: tuple[str, ...],
    as_json: bool,
    rules: str | None,
    asked: str | None,
    declared: Mapping[str, str],
) -> None:
    """Compare two sheets of one game.

    Each file has one record, in any form that can be uploaded: XXN, JSON, a score sheet in words, a
    table (CSV, Markdown, .xlsx). The sheets are aligned play by play; where they differ, it is said
    which of the two the rules support and what follows for the score. What only one of them writes
    down is no difference.

    Exit code 0: they say the same. 1: they differ, or are not of one game. 3: a sheet could not be
    read.
    """
    if len(sheets) != 2:
        raise refusal(f"Two sheets are to be compared, not {len(sheets)}.")
    with Run(sheets, spoken(asked, as_json=as_json)) as run:
        inputs = InputRecords(run, declared)
        found_in = [_only_record(run, inputs, index, rules) for index in range(len(run.files))]
    judged = [verdict for verdict, _ in found_in]
    a, b = (*judged, None, None)[:2]
    if a is None or b is None or not (a.readable and b.readable):
        for name, verdict in zip(sheets, judged, strict=False):
            if verdict is not None and not verdict.readable:
                run.trouble(name, _why_not(verdict))
        sys.exit(Exit.UNREADABLE)
    with run.bar.working(run.language.text(words.COMPARING)):
        found = compare(a, b)
    origins = (found_in[0][1], found_in[1][1])
    if as_json:
        run.say_json(found.as_dict(origins))
    else:
        _show(found, sheets, origins)
    sys.exit(Exit.FINDINGS if found.differences or found.not_one_game else Exit.CLEAN)


def _why_not(verdict: Verdict) -> str:
    if not_a_game.faults_of(verdict.record) is not None:
        return not_a_game.sentence(verdict.record, verdict.language)
    return verdict.language.text(words.UNREADABLE)


def _only_record(
    run: Run, inputs: InputRecords, index: int, rules: str | None
) -> tuple[Verdict | None, Origin | None]:
    file = run.files[index]
    judged: list[Verdict] = []
    origin = None
    for given in inputs.records_in(file):
        inputs.say_how_read(given)
        judged.append(verify(given.data, given.number, rules, run.language))
        origin = given.origin
    if len(judged) > 1:
        raise refusal(
            f"{printable(file.name)} has {len(judged)} records; one sheet is one record "
            "(`twenties split` parts them)."
        )
    if not judged:
        run.trouble(file.name, run.language.text(words.NO_RECORD))
    for verdict in judged:
        run.note(exit_of(verdict))
    return (judged[0], origin) if judged else (None, None)


def _show(found: Comparison, names: tuple[str, str], origins: Sequence[Origin | None]) -> None:
    language = found.a.language
    for letter, name, verdict in zip("AB", names, (found.a, found.b), strict=True):
        players = " – ".join(verdict.record.players)
        click.secho(printable(f"{letter}  {name} · {players}"), bold=True)
        standing = standing_of(verdict.score, verdict.winner, verdict.record.players, language)
        answers = verdict.answers._asdict().items()
        told = ", ".join(words.answered(language, key, answer) for key, answer in answers)
        click.echo(wrapped(printable(f"{standing}; {told}"), "   "))
    click.echo()
    click.echo(wrapped(_outcome(found), "  "))
    if not found.seated_alike and not found.not_one_game:
        click.echo(wrapped(language.text(words.SEATED_OTHERWISE), "  "))
    if found.spent:
        click.echo(wrapped(language.text(words.COMPARED_IN_PART), "  "))
    for letter in "ab":
        if what := found.only(letter):
            click.echo(wrapped(language.say(words.ONLY, sheet=letter.upper(), what=what), "  "))
    for one in found.differences:
        click.echo()
        _show_one(one, found, origins)
    click.echo()
    if found.differences and found.agreed:
        seated = found.a.record.players
        agreed = standing_of(found.agreed.score, found.agreed.winner, seated, language)
        click.echo(wrapped(printable(language.say(words.AGREED, agreed=agreed)), "  "))


def _outcome(found: Comparison) -> str:
    if found.not_one_game:
        return found.not_one_game
    language, differing = found.a.language, len(found.differences)
    if not differing:
        return words.alike(language, found.alike, everywhere=not found.silences)
    told = words.apart(language, found.alike, found.places, complete=found.complete)
    return told if found.same_game else f"{told} {language.text(words.UNLIKE)}"


def _place(one: Difference, found: Comparison) -> str:
    """Return the deal, hand or round in which the sheets differ."""
    record, entries = (found.a.record, one.a) if one.a else (found.b.record, one.b)
    game = GAMES.get(record.game or "")
    unit = game.words.dealt if game else "deal"
    return capital(deal_of(places_of(record), entries[0].at, found.a.language, unit))


def _show_one(one: Difference, found: Comparison, origins: Sequence[Origin | None]) -> None:
    language = found.a.language
    supports = language.text(words.SUPPORTS[one.supports])
    template = words.AT_PLAY if one.ply else words.AT_PLACE
    head = language.say(template, ply=one.ply, place=_place(one, found), supports=supports)
    click.secho(f"  {head}", bold=True)
    _show_places(one, found, origins)
    if len(apart := found.totals_apart(one)) > 1:
        click.echo(
            wrapped(
                printable(words.totals_apart(language, found.a.record.players, apart)), "       "
            )
        )
    if one.because:
        clause = one.because.clause
        said = {"sheet": "B" if one.supports == "a" else "A", "sentence": one.because.sentence}
        template = words.AGAINST_BY if clause else words.AGAINST
        told = language.say(template, **said, clause=clause)
        click.echo(wrapped(printable(told), "       "))
    if one.moves:
        moved = ", ".join(_moved(found, *move) for move in one.moves.items())
        template = words.WITH_ENTRIES if len(one.b) > 1 else words.WITH_ENTRY
        told = language.say(template if one.b else words.WITH_NOTHING, moved=moved)
        click.echo(wrapped(printable(told), "       "))
    if one.echoes:
        click.echo(f"    {words.echoes(language, len(one.echoes))}")
    for echo in one.echoes:
        _show_places(echo, found, origins)


def _show_places(one: Difference, found: Comparison, origins: Sequence[Origin | None]) -> None:
    """Print the place on both sheets, in their own lines."""
    language = found.a.language
    sides = (("A", one.a, found.a), ("B", one.b, found.b))
    for (letter, entries, verdict), origin in zip(sides, origins, strict=True):
        for entry in entries:
            line, column = verdict.record.place(entry.offset)
            own = origin.at(line, column) if origin else None
            cell = own.cell if own else None
            number = own.line if own else line
            where = language.say(words.CELL, cell=cell) if cell else language.lines([number])
            text = own.text if own else entry.text
            click.echo(f"    {letter}  {printable(where)}: {printable(text)}")
        if not entries:
            click.echo(f"    {letter}  {language.text(words.NO_ENTRY)}")


def _moved(found: Comparison, seat: int, points: int | None) -> str:
    players = found.a.record.players
    name = players[seat - 1] if seat <= len(players) else f"p{seat}"
    if points is None:
        return found.a.language.say(words.SCORE_UNKNOWN, name=name)
    return f"{name} {'−' if points < 0 else '+'}{abs(points)}"
