"""What each part of the whole answer takes, on one flawed record of each game.

`python -m bench.answers`. CPU milliseconds, medians of several turns: the verdict, the other
readings, the repairs within the budget of a verdict, a deal that fits the record with a third of
its hands left out, and the comparison with the sound sheet. Each record is made by chance from a
fixed seed and has one card that its player did not hold.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random

from archive.analysis.comparison.compare import compare
from archive.analysis.other_rules import readings
from archive.analysis.repairs.search import repairs
from archive.analysis.witnesses.witness import witness
from archive.core.budgets import REPAIRS
from archive.core.cards import UNKNOWN
from archive.core.events import Held
from archive.core.record import Record
from archive.generator import generate
from archive.generator.flaws import spoil
from archive.notation import write
from archive.scoring import verify

TURNS = 3
SEED = 20
TABLES = [
    ("twenty/farrugia@1", 2), ("twenty-two/north-american@1", 4), ("twenty-two/rasmussen@1", 4),
    ("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4), ("count-to-20/stovel@1", 2),
]  # fmt: skip


def taken(work: Callable[[], object]) -> float:
    """The median of some turns, in CPU milliseconds."""
    times = []
    for _ in range(TURNS):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def hidden(record: Record, rng: Random) -> Record:
    """The record with a third of the cards of its listed hands left out."""
    return Record(record.tags, [
        Held(event.seat, tuple(
            tuple(UNKNOWN if rng.random() < 1 / 3 else card for card in packet)
            for packet in event.packets
        )) if isinstance(event, Held) else event
        for event in record.events
    ])  # fmt: skip


def main() -> None:
    parts = ("plays", "verdict", "readings", "repairs", "witness", "compare")
    print(f"{'CPU ms':<30}" + "".join(f"{part:>10}" for part in parts))
    for rules, seats in TABLES:
        record = generate(rules, seats, SEED, {})
        spoiled = spoil(record, "card-not-held", Random(SEED))
        assert spoiled is not None
        data, right = write(spoiled).encode(), verify(write(record).encode())
        partly = verify(write(hidden(record, Random(SEED))).encode())
        flawed = verify(data)
        plays = flawed.examination.table.ply if flawed.examination else 0
        figures = [
            taken(lambda data=data: verify(data)),  # type: ignore[misc]
            taken(lambda flawed=flawed: readings(flawed)),  # type: ignore[misc]
            taken(lambda flawed=flawed: repairs(flawed, REPAIRS)),  # type: ignore[misc]
            taken(lambda partly=partly: witness(partly)),  # type: ignore[misc]
            taken(lambda right=right, flawed=flawed: compare(right, flawed)),  # type: ignore[misc]
        ]
        print(f"{rules:<30}{plays:>10}" + "".join(f"{figure:>10.1f}" for figure in figures))
    print(f"\nBudget of the repairs in a verdict: {REPAIRS:,} steps.")


if __name__ == "__main__":
    main()
