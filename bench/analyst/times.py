"""What games cost to weigh."""

from __future__ import annotations

import time
from statistics import fmean

from archive.analyst import weigh
from archive.analyst.zwanzig_ab import solver
from archive.generator import generate
from archive.notation import write
from archive.scoring import verify

WEIGHED = (
    ("twenty/farrugia@1", 2), ("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4),
    ("twenty-two/north-american@1", 2), ("twenty-two/north-american@1", 4),
    ("twenty-two/rasmussen@1", 4), ("twenty-two/north-american@1", 8),
    ("count-to-20/stovel@1", 2), ("count-to-20/stovel@1", 4),
)  # fmt: skip


def speed(games: int, game: str = "") -> None:
    """Print what a game costs, with all that is said of it, by the rules whose name has `game` in
    it."""
    print("plain Python" if solver.__file__.endswith(".py") else "compiled", flush=True)
    for rules, seats in WEIGHED:
        if game not in rules:
            continue
        took = []
        for seed in range(games):
            verdict = verify(write(generate(rules, seats, seed, {})).encode())
            begun = time.process_time()
            weigh(verdict)
            took.append(time.process_time() - begun)
        hour = 3600 / fmean(took)
        print(f"{rules} for {seats}: {times(took)}; {hour:,.0f} games an hour", flush=True)


def times(took: list[float]) -> str:
    took = sorted(1000 * one for one in took)
    return f"p50 {took[len(took) // 2]:.1f} ms, p99 {took[len(took) * 99 // 100]:.1f} ms a game"
