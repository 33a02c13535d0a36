"""How many ways there are to go on from given deals, and how fast positions find them.

    .venv/bin/python -m bench.perft [--deeper N]

Each deal of fixtures/perft.toml is followed to the depth that stands there, and N plays deeper.
Counts must be those of the fixture. Time is processor time; a node is one legal action found.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from pathlib import Path

from archive.rules.dealer import perft
from tests.games.positions import dealt

CASES = Path(__file__).parents[1] / "fixtures" / "perft.toml"


def main() -> int:
    """Print a row for every deal and depth; return 1 where a count is not the fixture's."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deeper", type=int, default=0, metavar="N")
    deeper = parser.parse_args().deeper
    wrong = False
    print(f"{'rules':32}{'players':>8}{'depth':>6}{'ways':>12}{'seconds':>10}{'nodes/s':>10}")
    for case in tomllib.loads(CASES.read_text())["case"]:
        position, dealer, _ = dealt(case)
        nodes = 0
        for depth in range(1, len(case["counts"]) + deeper + 1):
            begun = time.process_time()
            ways = perft(position.copy(), dealer.copy(), depth)
            seconds = time.process_time() - begun
            nodes += ways
            known = case["counts"][depth - 1] if depth <= len(case["counts"]) else ways
            wrong = wrong or ways != known
            note = "" if ways == known else f"   not {known}"
            speed = f"{nodes / seconds:10,.0f}" if seconds > 0.01 else f"{'':10}"
            rules, seats = case["rules"], case["seats"]
            print(f"{rules:32}{seats:8}{depth:6}{ways:12,}{seconds:10.3f}{speed}{note}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
