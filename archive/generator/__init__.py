"""Whole games made up by chance: each game played and scored by the plainest code that will do.

Nothing here knows the rules the archive judges by, so that a made-up game is a second opinion on
them: the verdict must agree with every claim in it. `flaws` puts one known fault into such a
record.

A game's folder has a file `random_games.py` for it, with `SEATS`, the numbers of players it can
play with, the usual one first, and `play(rng, seats, options, rules)`, which returns a record with
every claim that can be made. `options` has only the options that were asked for, no defaults;
`rules` is the rule set as a Rules tag names it, `twenty/farrugia@1`, without its options.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from archive.core.record import Record, Tag
from archive.generator.rng import Chance

FOLDERS = Path(__file__).parents[1] / "games"
MADE_UP_GAMES = sorted(
    one.parent.name.replace("_", "-") for one in FOLDERS.glob("*/random_games.py")
)
"""The games that can be made up."""

HEAD = ("XXN", "Game", "Rules", "Event", "Site", "Date")


MOST_WITH_ONE_PACK = 6


def part_of(game: str, part: str) -> Any:
    """Return a module of a game's folder. Raises KeyError if it cannot be made up."""
    if game not in MADE_UP_GAMES:
        raise KeyError(game)
    return import_module(f"archive.games.{game.replace('-', '_')}.{part}")


def seats_of(game: str, options: Mapping[str, str] = MappingProxyType({})) -> tuple[int, ...]:
    """Return the possible numbers of players of a game, the usual one first."""
    seats: tuple[int, ...] = part_of(game, "random_games").SEATS
    most = MOST_WITH_ONE_PACK if options.get("packs") == "1" else max(seats)
    return tuple(number for number in seats if number <= most)


def generate(rules: str, seats: int, seed: int, options: Mapping[str, str], **style: Any) -> Record:
    """Return a whole game by a rule set, `twenty/farrugia@1`, and the options that are not the
    default.

    The same seed gives the same record, on every machine. `style` is for one game's `play`: how
    well it is played, how much of it is written down.
    """
    game = rules.partition("/")[0]
    record: Record = part_of(game, "random_games").play(
        Chance(seed), seats, options, rules, **style
    )
    asked = "".join(f";{option}={reading}" for option, reading in options.items())
    head = ("1.0", game, rules + asked, f"Made by chance, seed {seed}", "?", "????.??.??")
    own = [tag for tag in record.tags if tag.name not in HEAD]
    tags = [Tag(name, value) for name, value in zip(HEAD, head, strict=True)]
    return Record([*tags, *own], record.events)
