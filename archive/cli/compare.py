"""`twenties compare`: two sheets of one game, and which of the two the rules support."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from archive.analysis.compare import Comparison, Difference, compare
from archive.cli.diagnostics import Exit, printable, refusal, wrapped
from archive.cli.files import Run
from archive.cli.report import standing_of
from archive.cli.sheets import Sheets, sheet_options
from archive.cli.verify import exit_of, rules_option
from archive.importers.origin import Origin
from archive.scoring import Verdict, illegible, verify

SUPPORTS = {
    "a": "the rules support A",
    "b": "the rules support B",
    "either": "the rules allow both",
    "neither": "the rules allow neither",
    None: "not judged",
}


SPENT = (
    "The sheets are too long, or too unlike, to be compared in full: entries may stand side by "
    "side that do not belong together, and only of some differences it was asked whom the rules "
    "support."
)


@click.command("compare")
@click.argument("sheets", nargs=2, metavar="A B", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@rules_option
@sheet_options
def compare_command(
    sheets: tuple[str, str], as_json: bool, rules: str | None, ranks: str, encoding: str
) -> None:
    """Hold two sheets of one game side by side.

    Each file has one record, in any form that can be uploaded: XXN, JSON, a score sheet in words, a
    table (CSV, Markdown, .xlsx). The sheets are aligned play by play; where they differ, it is said
    which of the two the rules support and what follows for the score. What only one of them writes
    down is no difference.

    Exit code 0: they say the same. 1: they differ, or are not of one game. 3: a sheet could not be
    read.
    """
    with Run(sheets) as run:
        forms = Sheets(run, {"ranks": ranks, "encoding": encoding})
        found_in = [_only_record(run, forms, index, rules) for index in range(len(run.files))]
    judged = [verdict for verdict, _ in found_in]
    a, b = (*judged, None, None)[:2]
    if a is None or b is None or not (a.readable and b.readable):
        for name, verdict in zip(sheets, judged, strict=False):
            if verdict is not None and not verdict.readable:
                run.trouble(name, _why_not(verdict))
        sys.exit(Exit.UNREADABLE)
    found = compare(a, b)
    origins = (found_in[0][1], found_in[1][1])
    if as_json:
        run.say_json(found.as_dict(origins))
    else:
        _show(found, sheets, origins)
    sys.exit(Exit.FINDINGS if found.differences or found.not_one_game else Exit.CLEAN)


def _why_not(verdict: Verdict) -> str:
    if illegible.faults_of(verdict.record) is not None:
        return illegible.sentence(verdict.record)
    return "this could not be read as a record of a game known here"


def _only_record(
    run: Run, forms: Sheets, index: int, rules: str | None
) -> tuple[Verdict | None, Origin | None]:
    file = run.files[index]
    judged: list[Verdict] = []
    origin = None
    for part in forms.parts(file):
        forms.say_how_read(part)
        judged.append(verify(part.data, part.number, rules))
        origin = part.origin
    if len(judged) > 1:
        raise refusal(
            f"{printable(file.name)} has {len(judged)} records; one sheet is one record "
            "(`twenties split` parts them)."
        )
    if not judged:
        run.trouble(file.name, "there is no record in this file")
    for verdict in judged:
        run.note(exit_of(verdict))
    return (judged[0], origin) if judged else (None, None)


def _show(found: Comparison, names: tuple[str, str], origins: Sequence[Origin | None]) -> None:
    for letter, name, verdict in zip("AB", names, (found.a, found.b), strict=True):
        players = " – ".join(verdict.record.players)
        click.secho(printable(f"{letter}  {name} · {players}"), bold=True)
        standing = standing_of(verdict.score, verdict.winner, verdict.record.players)
        answers = ", ".join(f"{key} {answer}" for key, answer in verdict.answers._asdict().items())
        click.echo(wrapped(printable(f"{standing}; {answers}"), "   "))
    click.echo()
    click.echo(wrapped(_outcome(found), "  "))
    if not found.seated_alike and not found.not_one_game:
        seated = "They number the seats differently; players are matched by their names."
        click.echo(wrapped(seated, "  "))
    if found.spent:
        click.echo(wrapped(SPENT, "  "))
    for letter in "ab":
        if what := found.only(letter):
            click.echo(wrapped(f"Only {letter.upper()} gives {what}.", "  "))
    for one in found.differences:
        click.echo()
        _show_one(one, found, origins)
    click.echo()
    if found.differences and found.agreed:
        agreed = standing_of(found.agreed.score, found.agreed.winner, found.a.record.players)
        click.echo(wrapped(printable(f"Put right, both come to the same: {agreed}."), "  "))


def _outcome(found: Comparison) -> str:
    if found.not_one_game:
        return found.not_one_game
    if not found.differences:
        if not found.silences:
            return "The two sheets say the same."
        return f"In nothing that both say do they differ; {found.alike} entries are alike."
    count = len(found.differences)
    places = "in one place" if count == 1 else f"in {count} places"
    more = "" if found.complete else ", and in more than are shown"
    doubt = "" if found.same_game else " They hardly look like sheets of one game."
    return f"{found.alike} entries are alike; the sheets differ {places}{more}.{doubt}"


def _show_one(one: Difference, found: Comparison, origins: Sequence[Origin | None]) -> None:
    head = f"Play {one.ply}" if one.ply else "Here"
    click.secho(f"  {head}: {SUPPORTS[one.supports]}", bold=True)
    _show_places(one, found, origins)
    if one.because:
        rule = f" ({one.because.clause})" if one.because.clause else ""
        against = "B" if one.supports == "a" else "A"
        words = f"Against {against}: {one.because.sentence}{rule}"
        click.echo(wrapped(printable(words), "       "))
    if one.moves:
        moved = ", ".join(_moved(found, *move) for move in one.moves.items())
        what = "B's entries" if len(one.b) > 1 else "B's entry" if one.b else "nothing there"
        click.echo(wrapped(printable(f"With {what} sheet A would give {moved}."), "       "))
    if one.echoes:
        click.echo(f"    and because of it, {len(one.echoes)} further:")
    for echo in one.echoes:
        _show_places(echo, found, origins)


def _show_places(one: Difference, found: Comparison, origins: Sequence[Origin | None]) -> None:
    """Show what stands on both sheets, in their own lines."""
    sides = (("A", one.a, found.a), ("B", one.b, found.b))
    for (letter, entries, verdict), origin in zip(sides, origins, strict=True):
        for entry in entries:
            line, column = verdict.record.place(entry.offset)
            own = origin.at(line, column) if origin else None
            where, text = (own.where, own.text) if own else (f"line {line}", entry.text)
            click.echo(f"    {letter}  {printable(where)}: {printable(text)}")
        if not entries:
            click.echo(f"    {letter}  (nothing)")


def _moved(found: Comparison, seat: int, points: int | None) -> str:
    players = found.a.record.players
    name = players[seat - 1] if seat <= len(players) else f"p{seat}"
    return (
        f"{name} an unknown score"
        if points is None
        else f"{name} {'−' if points < 0 else '+'}{abs(points)}"
    )
