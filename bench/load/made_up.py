"""The file that is handed in: made-up games under varied names."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from archive.generator import generate
from archive.notation import write

POOL: Final = (
    ("twenty/farrugia@1", 2), ("zwanzig-ab/pagat@1", 4), ("count-to-20/stovel@1", 2),
    ("twenty-two/north-american@1", 4),
)  # fmt: skip
GAMES_EACH: Final = 60
PLAYERS: Final = 2000


def records(number: int, seed: int = 20) -> bytes:
    """So many records in one file: the games of a pool, each time with other names and days."""
    chance = Random(seed)
    names = [f"Player {n}" for n in range(PLAYERS)]
    pool = [
        write(generate(rules, seats, at, {})).encode()
        for rules, seats in POOL
        for at in range(GAMES_EACH)
    ]
    parts = []
    for _ in range(number):
        text = chance.choice(pool)
        text = re.sub(
            rb'\[(P\d) "[^"]*"\]',
            lambda tag: b'[%s "%s"]' % (tag[1], chance.choice(names).encode()),
            text,
        )
        year, month, day = (chance.randrange(*ends) for ends in ((2015, 2026), (1, 13), (1, 29)))
        date = f'[Date "{year}.{month:02}.{day:02}"]'
        parts.append(text.replace(b'[Date "????.??.??"]', date.encode(), 1))
    return b"".join(parts)
