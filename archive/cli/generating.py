"""`twenties generate`: whole games made up by chance, and known faults in them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping

import click

from archive.cli.files import put_text
from archive.cli.showing import complain, printable, refusal
from archive.errors import UnknownRules
from archive.games import Chosen, choose, find_game
from archive.generator import MODULES, generate, seats_of
from archive.generator.chance import Chance
from archive.generator.flaws import flaws_of, spoil
from archive.generator.flaws.changes import with_tag
from archive.notation import write
from archive.record import Record, Tag

MOST_SEEDS = 1_000_000  # random ones are below it, to be easy to type again
MOST_TRIES = 200  # games looked at for one that has room for a fault


@click.command("generate")
@click.argument("game")
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
    chosen = _choose(game, rules, players)
    if flaw is not None:
        _check_flaw(game, flaw)
    if seed is None:
        seed = secrets.randbelow(MOST_SEEDS)
        complain(f"Seed {seed}")
    games = _games(chosen, seed, flaw)
    for number in range(count):
        record = next(games, None)
        if record is None:
            raise refusal(
                f"None of {MOST_TRIES} games had a place for {flaw}: other rules may have one."
            )
        put_text((b"\n" if number else b"") + write(record).encode())


def _choose(game: str, rules: str | None, players: int | None) -> Chosen:
    """The rules and the number of players, or a word about what would do."""
    try:
        find_game(game)
        if rules and rules.partition("/")[0] != game:
            raise refusal(
                f"{printable(rules)} are rules of another game than {game}; "
                f"twenties rules {game} lists its own."
            )
        seats = _seats(game, choose(Record([Tag("Game", game)]), rules).options, players)
        tags = [Tag("Game", game), *(Tag(f"P{seat}", "?") for seat in range(1, seats + 1))]
        return choose(Record(tags), rules)
    except UnknownRules as unknown:
        asked = printable(unknown.asked)
        raise refusal(f"Nothing here is called {asked!r}; expected {unknown.expected}.") \
            from None  # fmt: skip


def _seats(game: str, options: Mapping[str, str], players: int | None) -> int:
    if game not in MODULES:
        raise refusal(f"{game} cannot be made up yet; expected one of "
                               f"{', '.join(MODULES)}.")  # fmt: skip
    allowed = seats_of(game, options)
    if players is not None and players not in allowed:
        numbers = ", ".join(str(number) for number in sorted(allowed))
        raise refusal(f"{game} cannot be made up for {players}; expected {numbers} players.")
    return players or allowed[0]


def _check_flaw(game: str, flaw: str) -> None:
    known = sorted(flaws_of(game))
    if flaw not in known:
        raise refusal(
            f"No fault {printable(flaw)!r} can be put into {game}; expected one of "
            f"{', '.join(known)}."
        )


def _games(chosen: Chosen, seed: int, flaw: str | None) -> Iterator[Record]:
    """Games of this seed and those behind it; with a flaw, of those that have room for it. At most
    so many are looked at for one."""
    plain, *asked = chosen.title.split(";")
    options = dict(option.split("=") for option in asked)
    tried = 0
    while tried < MOST_TRIES:
        record = generate(plain, chosen.seats, seed, options)
        if flaw is not None:
            event = record.tag("Event")
            spoilt = spoil(record, flaw, Chance(seed))
            if spoilt is None:
                tried += 1
                seed += 1
                continue
            record = with_tag(spoilt, "Event", f"{event}, with one fault: {flaw}")
        yield record
        tried = 0
        seed += 1
