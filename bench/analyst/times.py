"""What games cost to weigh."""

from __future__ import annotations

import time
from collections.abc import Callable
from os import getloadavg
from statistics import fmean

from archive.analyst import weigh
from archive.analyst.twenty.rounds import Hindsight, rounds_of
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
    """Print, as a table, what a game costs, with all that is said of it, by the rules of the name
    `game`; of Twenty, too, what solving it with all cards known costs."""
    built = "plain Python" if solver.__file__.endswith(".py") else "compiled"
    print(f"{built}, processor time, {games} made-up games of each, load {getloadavg()[0]:.1f}\n")
    print("| rules | players | p50 ms | p99 ms | most ms | games an hour on one worker |")
    print("|---|---|---|---|---|---|", flush=True)
    for rules, seats in WEIGHED:
        if game and game not in rules.partition("@")[0].split("/"):
            continue
        exact, took = [], []
        for seed in range(games):
            record = generate(rules, seats, seed, {})
            verdict = verify(write(record).encode())
            if rules.startswith("twenty/"):
                exact.append(_took(lambda record=record: [*map(Hindsight, rounds_of(record))]))
            took.append(_took(lambda verdict=verdict: weigh(verdict)))
        if exact:
            _say(f"{rules}, solved exactly", seats, exact)
        _say(rules, seats, took)


def _took(work: Callable[[], object]) -> float:
    """Return what it costs to do something, in milliseconds."""
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


def _say(what: str, seats: int, took: list[float]) -> None:
    """Print a line of the table."""
    cells = (percentile(took, 50), percentile(took, 99), max(took))
    figures = " | ".join(f"{one:,.1f}" for one in cells)
    print(f"| {what} | {seats} | {figures} | {3_600_000 / fmean(took):,.0f} |", flush=True)


def percentile(took: list[float], part: int) -> float:
    """Return what so many in a hundred stay below."""
    return sorted(took)[len(took) * part // 100]


def times(took: list[float]) -> str:
    """Return what games took, given in seconds."""
    p50, p99 = (1000 * percentile(took, part) for part in (50, 99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms a game"
