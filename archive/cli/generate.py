"""`twenties generate`: whole games made up by chance, and known faults in them."""

from __future__ import annotations

import secrets
import sys

import click

from archive.cli import words
from archive.cli.completion import games
from archive.cli.diagnostics import complain, refusal
from archive.cli.files import put_text
from archive.cli.progress import Bar
from archive.cli.speech import spoken
from archive.made_up_games import (
    MOST_SEEDS,
    MOST_TRIES,
    CannotInvent,
    check_flaw,
    chosen_for,
    invented,
)
from archive.notation import write


@click.command("generate")
@click.argument("game", shell_complete=games)
@click.option("--rules", metavar="RULES", help="Rule set and options, as a Rules tag has them.")
@click.option("--players", type=int, metavar="N", help="How many play; else the usual number.")
@click.option("--seed", type=click.IntRange(min=0), metavar="S", help="Makes the same game again.")
@click.option("--count", type=click.IntRange(min=1), default=1, metavar="N",
              help="So many games, of this seed and the next ones.")  # fmt: skip
@click.option("--flaw", metavar="KIND", help="Put exactly one fault of this kind into each.")
def generate_command(
    game: str, rules: str | None, players: int | None, seed: int | None, count: int,
    flaw: str | None,
) -> None:  # fmt: skip
    """Write whole games of GAME, made up by chance, with every claim in them.

    They are played and scored without the rules that judge them, so `twenties verify -` finds
    nothing wrong. KIND is the code of a finding; with --flaw it is the first one found.
    """
    try:
        chosen = chosen_for(game, rules, players)
        if flaw is not None:
            check_flaw(game, flaw, chosen.title)
    except CannotInvent as why:
        raise refusal(str(why)) from None
    if seed is None:
        seed = secrets.randbelow(MOST_SEEDS)
        complain(spoken(None, as_json=False).say(words.SEED, seed=seed))
    games = invented(chosen, seed, flaw)
    with Bar(count, counted=True) as bar:
        for number in range(count):
            record = next(games, None)
            if record is None:
                raise refusal(
                    f"None of {MOST_TRIES} games had a place for {flaw}: other rules may have one."
                )
            if sys.stdout.isatty():
                bar.hide()
            put_text((b"\n" if number else b"") + write(record).encode())
            bar.advance(1)
