"""Sheets of totals without plays, by the thousand: sound ones are never accused, hopeless ones are
refuted with the clause.

    .venv/bin/python -m bench.totals [--games N] [--seed S]

So many games of each game are made up, of every rule set, number of players and reading of an
option in turn. Of each the standings are kept, all or every other one, with trumps or without, of
Zwanzig ab also with the tricks won in each deal; and
as many sheets get points that no deal can give. What is judged wrongly is printed with its seed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from itertools import cycle

from archive.core.events import End
from archive.games import GAMES
from archive.scoring import Answer
from tests.scoring.totals_sheets import (
    HOPELESS,
    hopeless,
    judged,
    made,
    readings,
    refuted,
    sheet_of,
    with_tricks,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="so many of each game")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tables, points = defaultdict(list), defaultdict(list)
    for one in readings():
        tables[one[0].partition("/")[0]].append(one)
    for case in HOPELESS:
        points[case[0].partition("/")[0]].append(case)
    print(f"{'':<13}sound  accused  other winner  hopeless  refuted  CPU s")
    told = Counter[str]()
    for game in GAMES:
        begun, said = time.process_time(), Counter[str]()
        seeds = range(asked.seed, asked.seed + asked.games)
        for seed, (rules, seats, options) in zip(seeds, cycle(tables[game]), strict=False):
            said += sound(rules, seats, dict(options), seed)
        for seed, (rules, more, clauses) in zip(seeds, cycle(points[game]), strict=False):
            right = refuted(judged(hopeless(rules, more, seed)), clauses)
            said += Counter(hopeless=1, refuted=int(right))
            if not right:
                print(f"not refuted: {rules} {more:+} seed {seed}")
        names = ("sound", "accused", "other winner", "hopeless", "refuted")
        row = "".join(f"{said[name]:>{len(name) + 2}}" for name in names)
        print(f"{game:<11}{row}{time.process_time() - begun:>7.1f}", flush=True)
        told += said
    broken = told["accused"] + told["other winner"] + told["hopeless"] - told["refuted"]
    sys.exit(1 if broken else 0)


def sound(rules: str, seats: int, options: dict[str, str], seed: int) -> Counter[str]:
    """Return how many sheets of one game were judged, and how many of them wrongly."""
    game = made(rules, seats, options, seed)
    found = Counter[str]()
    whole = sheet_of(game)
    sheets = [whole, sheet_of(game, trumps=True), sheet_of(game, only=lambda at: at % 2 == 0)]
    if rules.startswith("zwanzig-ab"):
        sheets.append(with_tricks(game))
    for sheet in sheets:
        verdict = judged(sheet)
        wrong = any(one.severity != "note" for one in verdict.findings)
        accused = wrong or Answer.UPHELD in verdict.answers
        found += Counter(sound=1, accused=int(accused))
        if accused:
            print(f"accused: {rules} {seats} {options} seed {seed}")
    if isinstance(game.events[-1], End) and judged(whole).winner != judged(game).winner:
        found["other winner"] += 1
        print(f"other winner: {rules} {seats} {options} seed {seed}")
    return found


if __name__ == "__main__":
    main()
