"""`twenties compare`: two sheets of one game, and which of the two the rules support."""

from __future__ import annotations

import sys

import click

from archive.analysis.compare import Comparison, Difference, compare
from archive.cli.exits import Exit
from archive.cli.files import Run
from archive.cli.records import check_rules, exit_of
from archive.cli.report import standing_of
from archive.cli.showing import printable, refusal, wrapped
from archive.verdict import Verdict, verify

SUPPORTS = {
    "a": "the rules support A",
    "b": "the rules support B",
    "either": "the rules allow both",
    "neither": "the rules allow neither",
    None: "not judged",
}


@click.command("compare")
@click.argument("sheets", nargs=2, metavar="A B")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@click.option("--rules", metavar="RULES", help="Judge by these rules, whatever the sheets name.")
def compare_command(sheets: tuple[str, str], as_json: bool, rules: str | None) -> None:
    """Hold two sheets of one game side by side.

    Each file has one record. The sheets are aligned play by play; where they differ, it is said
    which of the two the rules support and what follows for the score. What only one of them writes
    down is no difference.

    Exit code 0: they say the same. 1: they differ, or are not of one game. 3: a sheet could not be
    read.
    """
    if rules is not None:
        check_rules(rules)
    with Run(sheets) as run:
        judged = [_only_record(run, index, rules) for index in range(len(run.files))]
    a, b = (*judged, None, None)[:2]
    if a is None or b is None or not (a.readable and b.readable):
        for name, verdict in zip(sheets, judged, strict=False):
            if verdict is not None and not verdict.readable:
                run.trouble(name, "this could not be read as a record of a game known here")
        sys.exit(Exit.UNREADABLE)
    found = compare(a, b)
    if as_json:
        run.say_json(found.as_dict())
    else:
        _show(found, sheets)
    sys.exit(Exit.FINDINGS if found.differences or found.not_one_game else Exit.CLEAN)


def _only_record(run: Run, index: int, rules: str | None) -> Verdict | None:
    file = run.files[index]
    judged = [verify(data, part.number, rules) for part, data in run.records(file)]
    if len(judged) > 1:
        raise refusal(
            f"{printable(file.name)} has {len(judged)} records; one sheet is one record "
            "(`twenties split` parts them)."
        )
    if not judged:
        run.trouble(file.name, "there is no record in this file")
    for verdict in judged:
        run.note(exit_of(verdict))
    return judged[0] if judged else None


def _show(found: Comparison, names: tuple[str, str]) -> None:
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
    for letter in "ab":
        if what := found.only(letter):
            click.echo(wrapped(f"Only {letter.upper()} gives {what}.", "  "))
    for one in found.differences:
        click.echo()
        _show_one(one, found)
    click.echo()


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


def _show_one(one: Difference, found: Comparison) -> None:
    head = f"Ply {one.ply}" if one.ply else "Here"
    click.secho(f"  {head}: {SUPPORTS[one.supports]}", bold=True)
    for letter, entries, verdict in (("A", one.a, found.a), ("B", one.b, found.b)):
        for entry in entries:
            line = verdict.record.place(entry.offset).line
            click.echo(f"    {letter}  line {line}: {printable(entry.text)}")
        if not entries:
            click.echo(f"    {letter}  (nothing)")
    if one.because:
        rule = f" ({one.because.clause})" if one.because.clause else ""
        against = "B" if one.supports == "a" else "A"
        words = f"Against {against}: {one.because.sentence}{rule}"
        click.echo(wrapped(printable(words), "       "))
    if one.moves:
        moved = ", ".join(_moved(found, *move) for move in one.moves.items())
        what = "B's entries" if len(one.b) > 1 else "B's entry" if one.b else "nothing there"
        click.echo(wrapped(printable(f"With {what} sheet A would give {moved}."), "       "))


def _moved(found: Comparison, seat: int, points: int | None) -> str:
    players = found.a.record.players
    name = players[seat - 1] if seat <= len(players) else f"p{seat}"
    return f"{name} an unknown score" if points is None else f"{name} {points:+d}"
