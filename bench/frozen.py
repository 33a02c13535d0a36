"""Whether verdicts are what they were: digests of a corpus, kept and compared.

    .venv/bin/python -m bench.frozen             # compare; 1 where any verdict differs
    .venv/bin/python -m bench.frozen --write     # keep what this code says from now on

The corpus is every fixture, analysed whole, and made-up games of every rule set and reading, sound
ones and each kind of fault put into them, judged. A change that is meant to leave verdicts alone is
held against bench/frozen.json; one that is meant to change them says in its commit which and why.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from archive.analysis import verify_fully
from archive.games import GAMES
from archive.generator.flaws import flaws_of, spoil
from archive.generator.rng import Chance
from archive.notation import write
from archive.scoring import verify
from bench.mass import Table, tables

KEPT = Path(__file__).with_name("frozen.json")
FIXTURES = Path(__file__).parents[1] / "fixtures"
SOUND, SPOILED = 5000, 5000
DIGITS = 8
SEED = 20


def digest(text: str) -> str:
    """Return a short name for a verdict's JSON."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def fixtures() -> Iterator[tuple[str, str]]:
    """Yield the name of every fixture and the digest of its verdict with its analysis."""
    for path in sorted(FIXTURES.rglob("*.xxn")):
        yield (
            str(path.relative_to(FIXTURES)),
            digest(verify_fully(path.read_bytes()).json()),
        )


def games() -> Iterator[tuple[str, str]]:
    """Yield the name and the digest of every made-up record's verdict, always in one order."""
    for game in GAMES:
        seats = tables(game)
        for at in range(SOUND // len(GAMES)):
            table = seats[at % len(seats)]
            record = table.play(SEED + at).record
            yield f"{table}, seed {SEED + at}", digest(verify(write(record).encode()).json())
        yield from spoiled(seats, SPOILED // len(GAMES))


def spoiled(seats: list[Table], number: int) -> Iterator[tuple[str, str]]:
    """Yield so many records of a game with one fault each, the kinds of faults in turn."""
    for at in range(number):
        table = seats[at % len(seats)]
        flaws = sorted(flaws_of(table.rules.partition("/")[0], table.rules))
        flaw = flaws[(at // len(seats) + at) % len(flaws)]
        record = spoil(table.play(SEED + at).record, flaw, Chance(at))
        if record is not None:  # not every game has a place for every fault
            text = write(record).encode()
            yield f"{table}, seed {SEED + at}, {flaw}", digest(verify(text).json())


def main() -> int:
    """Compare the corpus with what was kept, or keep it; return 1 where anything differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="keep the verdicts of this code")
    if parser.parse_args().write:
        kept = {"fixtures": dict(fixtures()), "games": [found for _, found in games()]}
        KEPT.write_text(json.dumps(kept, indent=0) + "\n")
        return 0
    kept = json.loads(KEPT.read_text())
    judged = [(name, found, kept["fixtures"].get(name, found)) for name, found in fixtures()]
    pairs = zip(games(), kept["games"], strict=True)
    judged += [(name, found, before) for (name, found), before in pairs]
    differing = [name for name, found, before in judged if found != before]
    print(*(f"differs: {name}" for name in differing), sep="\n")
    print(f"{len(judged)} verdicts, {len(differing)} differ")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
