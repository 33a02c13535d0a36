"""How much was judged and how long it took, counted by every worker and kept at the broker.

Workers come and go, and stand on several machines. Files in a folder (as Prometheus's own client
would share counts between processes) pile up with every worker that dies and cannot be seen from
another machine; a hash at the broker is one for all, and a broker that is emptied merely begins
again at zero, as any counter may.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from archive.core.judgements import AnalysisMade, Judgement, Piece
from archive.runtime.queue import Broker

logger = logging.getLogger(__name__)
Judge = Callable[[Piece, float], Judgement]
Analyse = Callable[[Piece, str, float], AnalysisMade]

KEY: Final = "tally"
# Upper ends of the histogram's classes, in seconds. A record takes a millisecond or two.
BOUNDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0, 20.0)
_MICRO: Final = 1_000_000


class Totals(NamedTuple):
    """What was counted since the broker was last emptied."""

    judged: int
    failed: int
    seconds: float
    cpu_seconds: float
    analysed: int
    unanalysed: int
    analysis_cpu_seconds: float
    classes: list[int]
    """Records by how long they took: one class for each of BOUNDS and one beyond, not
    cumulative."""
    tasks: dict[str, int]
    broken_tasks: int


class JudgedCounts:
    """One worker's counts since it last sent them to the broker."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def timed(self, judge: Judge) -> Judge:
        """Return `judge`, with what it does counted."""

        def judge_and_count(piece: Piece, patience: float) -> Judgement:
            begun = time.perf_counter()
            judgement = judge(piece, patience)
            seconds = time.perf_counter() - begun
            self._counts["failed" if judgement.verdict_json is None else "judged"] += 1
            self._counts["wall"] += round(seconds * _MICRO)
            self._counts["cpu"] += round(judgement.seconds * _MICRO)
            self._counts[f"class:{bisect_left(BOUNDS, seconds)}"] += 1
            return judgement

        return judge_and_count

    def timed_analysis(self, analyse: Analyse) -> Analyse:
        """Return `analyse`, with what it does counted."""

        def analyse_and_count(piece: Piece, rules: str, patience: float) -> AnalysisMade:
            made = analyse(piece, rules, patience)
            self._counts["unanalysed" if made.body is None else "analysed"] += 1
            self._counts["analysis_cpu"] += round(made.seconds * _MICRO)
            return made

        return analyse_and_count

    def task(self, name: str, *, broken: bool) -> None:
        """Count a task that has ended."""
        self._counts[f"task:{name}"] += 1
        if broken:
            self._counts["broken"] += 1

    def hand_on(self, client: Broker) -> None:
        """Add the counts to the totals at the broker; while it is away they wait for the next
        time."""
        if not self._counts:
            return
        counts, self._counts = self._counts, Counter()
        try:
            with client.pipeline() as pipe:  # all or nothing
                for name, number in counts.items():
                    pipe.hincrby(client.prefix + KEY, name, number)
                pipe.execute()
        except RedisError:
            self._counts.update(counts)


def totals(client: Broker) -> Totals:
    """Return what all workers together have counted; raises redis's errors."""
    found: Any = client.hgetall(client.prefix + KEY)
    counts: Counter[str] = Counter()
    for name, number in found.items():
        with suppress(ValueError):
            counts[name.decode()] = int(number)
    return Totals(
        judged=counts["judged"],
        failed=counts["failed"],
        seconds=counts["wall"] / _MICRO,
        cpu_seconds=counts["cpu"] / _MICRO,
        analysed=counts["analysed"],
        unanalysed=counts["unanalysed"],
        analysis_cpu_seconds=counts["analysis_cpu"] / _MICRO,
        classes=[counts[f"class:{at}"] for at in range(len(BOUNDS) + 1)],
        tasks={
            name.removeprefix("task:"): number
            for name, number in sorted(counts.items())
            if name.startswith("task:")
        },
        broken_tasks=counts["broken"],
    )
