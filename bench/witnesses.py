"""How often a sound record with cards left out gets a deal that fits it.

`python -m bench.witnesses [--games N]`. By rule set, and by each option read another way: N games
made by chance, parts of each left out as people leave them out (tests/analysis/hiding.py), eight
ways of that in turn and three shares of it; how many got a deal, and what the search took of the
processor. `upheld` are those of which nothing stays open of the legality once the deal is put in.
"""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random

from archive.analysis.witnesses.witness import witness
from archive.core.budgets import WITNESS
from archive.games import GAMES
from archive.generator import generate, seats_of
from archive.notation import write
from archive.notation.edits import edited
from archive.scoring import Answer, verify
from tests.analysis.hiding import leave_out

WAYS: list[set[str]] = [
    {"cards"}, {"plays"}, {"exchanges"}, {"suits"}, {"cards", "plays"}, {"cards", "shows"},
    {"hands", "cards"}, {"cards", "exchanges", "plays", "suits", "shows", "hands"},
]  # fmt: skip
SHARES = (0.1, 0.3, 0.6)
FIRST_SEED = 5000


def readings() -> list[tuple[str, str, dict[str, str]]]:
    """Every rule set (game, rules, options), and every option of it read another way."""
    return [
        (game.name, rule_set.plain_title, options)
        for game in GAMES.values()
        for rule_set in game.rule_sets
        for options in [
            {},
            *(
                {key: reading}
                for key, option in rule_set.options.items()
                for reading in option.readings[1:]
                if key not in ("packs", "target")
            ),
        ]
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--rules", default="", help="only rules whose names hold this")
    asked = parser.parse_args()
    print(f"{'':<46}{'found':>10}{'upheld':>8}{'median s':>10}{'most s':>8}")
    all_found = all_made = 0
    for game, rules, options in readings():
        name = rules + "".join(f";{key}={reading}" for key, reading in options.items())
        if asked.rules not in name:
            continue
        found, upheld, taken = 0, 0, []
        for number in range(asked.games):
            seats = seats_of(game)[number % min(3, len(seats_of(game)))]
            record = generate(rules, seats, FIRST_SEED + number, options)
            parts, share = WAYS[number % len(WAYS)], SHARES[number // len(WAYS) % len(SHARES)]
            less = leave_out(record, Random(number), parts, share)
            verdict = verify(write(less).encode())
            start = time.process_time()
            edits = witness(verdict)
            taken.append(time.process_time() - start)
            if edits is not None:
                found += 1
                filled = verify(edited(verdict.record.text, edits).encode())
                upheld += filled.answers.legality is Answer.UPHELD
        all_found, all_made = all_found + found, all_made + asked.games
        print(f"{name:<46}{found:>4} of {asked.games:<3}{upheld:>8}", end="")
        print(f"{statistics.median(taken):>9.2f}{max(taken):>9.2f}", flush=True)
    print(f"{all_found} of {all_made}; budget {WITNESS:,} steps")


if __name__ == "__main__":
    main()
