"""The file that is handed in: made-up games under varied names, one in five with a fault in it, as
clubs hand them in."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from archive.core.record import Record
from archive.generator import generate
from archive.generator.flaws import flaws_of, spoil
from archive.generator.rng import Chance
from archive.notation import write

POOL: Final = (
    ("twenty/farrugia@1", 2), ("zwanzig-ab/pagat@1", 4), ("count-to-20/stovel@1", 2),
    ("twenty-two/north-american@1", 4),
)  # fmt: skip
GAMES_EACH: Final = 60
PLAYERS: Final = 2000
SOUND: Final = 4
"""Sound records to each with a fault."""


def records(number: int, seed: int = 20) -> bytes:
    """So many records in one file: the games of a pool, each time with other names and days."""
    chance = Random(seed)
    names = [f"Player {n}" for n in range(PLAYERS)]
    games = [
        (rules, generate(rules, seats, at, {})) for rules, seats in POOL for at in range(GAMES_EACH)
    ]
    sound = [write(game).encode() for _, game in games]
    flawed = [write(_spoiled(rules, game, at)).encode() for at, (rules, game) in enumerate(games)]
    parts = []
    for at in range(number):
        text = chance.choice(sound if at % (SOUND + 1) else flawed)
        text = re.sub(
            rb'\[(P\d) "[^"]*"\]',
            lambda tag: b'[%s "%s"]' % (tag[1], chance.choice(names).encode()),
            text,
        )
        year, month, day = (chance.randrange(*ends) for ends in ((2015, 2026), (1, 13), (1, 29)))
        date = f'[Date "{year}.{month:02}.{day:02}"]'
        parts.append(text.replace(b'[Date "????.??.??"]', date.encode(), 1))
    return b"".join(parts)


def _spoiled(rules: str, game: Record, at: int) -> Record:
    """The game with one fault in it, the kinds of faults in turn."""
    kinds = sorted(flaws_of(rules.partition("/")[0], rules))
    tried = (spoil(game, kinds[(at + more) % len(kinds)], Chance(at)) for more in range(len(kinds)))
    return next(found for found in tried if found is not None)
