"""The archive's metrics for Prometheus: how much there is, how much waits, and how much was done;
and how much the workers have judged and how long it took, which each of them counts.

Workers come and go, and stand on several machines. Files in a folder (as Prometheus's own client
would share counts between processes) pile up with every worker that dies and cannot be seen from
another machine; a hash at the broker is one for all, and a broker that is emptied merely begins
again at zero, as any counter may.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from itertools import accumulate
from typing import Any, Final, NamedTuple

from prometheus_client import Metric
from prometheus_client.core import HistogramMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from archive.core.errors import TwentiesError
from archive.core.judgements import AnalysisMade, Judgement, Piece
from archive.ops import worker_status
from archive.ops.worker_status import facts
from archive.runtime.queue import Broker
from archive.runtime.resource_limits import MOMENTS, Beside
from archive.scoring import ENGINE
from archive.services import Archive
from archive.store import health

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


# Counts from the database are kept for so many seconds, and for so many times as long as they took
# to count.
KEPT_FOR: Final = 10.0
IDLE_TIMES: Final = 100
# Seconds that a scraper may wait for all figures together.
PATIENCE: Final = 2.0


class Measures(Collector):
    """Collects the metrics of one archive.

    Counting what is in the database takes longer the more there is. So a thread counts in the
    background, seldom enough to be a small part of the database's work; a request meanwhile gets
    the last counts.
    """

    def __init__(self, archive: Archive, clock: Callable[[], float] = time.monotonic) -> None:
        self._archive = archive
        self._broker = Beside(self._of_broker, "asking the broker")
        self._clock = clock
        self._lock = threading.Lock()
        self._counting: threading.Thread | None = None
        self._counted: health.Counts | None = None
        self._next_count = 0.0

    def collect(self) -> Iterable[Metric]:
        """Yield all metrics that can be had within the time that a scraper waits."""
        end = self._clock() + PATIENCE

        def left() -> float:
            return max(0, end - self._clock())

        runs = {"version": version("twenties"), "engine": ENGINE}
        yield InfoMetricFamily("twenties_build", "What runs here.", runs)
        broker = self._broker.begin()  # while the other is asked
        answers = self._archive.database.reachable(MOMENTS)
        yield _gauge("database_up", "Whether the database answers.", float(answers))
        if answers and (counts := self._counts(left())) is not None:
            yield from _of_database(counts)
        try:
            said = broker.within(left())
        except (RedisError, TwentiesError):
            said = None
        yield from said or [_gauge("broker_up", "Whether the broker answers.", 0.0)]

    def _of_broker(self) -> list[Metric]:
        client = self._archive.queue.client
        said = facts(client)
        alive = worker_status.workers(client)
        total = totals(client)
        cpu = total.analysis_cpu_seconds
        records = {"judged": total.judged, "failed": total.failed}
        analyses = {"made": total.analysed, "failed": total.unanalysed}
        return [
            _gauge("broker_up", "Whether the broker answers.", 1.0),
            _gauge("queue_depth", "Messages that no worker has taken yet.", said.waiting),
            _gauge("analyses_depth", "The same of analyses.", said.analyses),
            _gauge("maintenance_depth", "The same of work that is no upload.", said.maintenance),
            _gauge("queue_taken", "Messages that workers are at.", said.taken),
            _gauge("workers", "Worker processes that were alive just now.", len(alive)),
            _counter("records_handled", "Records that workers have finished.", records, "outcome"),
            _counter("analyses", "Analyses that workers have finished.", analyses, "outcome"),
            _counter("analysis_cpu_seconds", "CPU seconds that analyses took.", cpu),
            _counter("tasks", "Tasks that have ended.", total.tasks, "task"),
            _counter("tasks_broken", "Tasks ended by an exception.", total.broken_tasks),
            _counter("record_cpu_seconds", "CPU seconds that verdicts took.", total.cpu_seconds),
            _histogram(total),
        ]

    def _counts(self, patience: float) -> health.Counts | None:
        with self._lock:
            if self._counting is None and self._clock() >= self._next_count:
                self._counting = threading.Thread(target=self._count, name="counting", daemon=True)
                self._counting.start()
            counting = self._counting
        if counting is not None:
            counting.join(timeout=patience)
        return self._counted

    def _count(self) -> None:
        begun, found = self._clock(), None
        try:
            found = health.counts(self._archive.database, self._archive.context.ahead())
        finally:
            now = self._clock()
            with self._lock:
                self._counted = found
                self._next_count = now + max(KEPT_FOR, IDLE_TIMES * (now - begun))
                self._counting = None


def _of_database(counts: health.Counts) -> Iterable[Metric]:
    words = "Analyses that are not there yet, by state."
    yield _gauge("uploads", "Uploads by state.", counts.uploads, "state")
    yield _gauge("records", "Records by state.", counts.records, "state")
    yield _gauge("jobs", "Jobs by state.", counts.jobs, "state")
    yield _gauge("unanalysed", words, counts.analyses, "state")
    words = "Uploads and jobs that the sweeper has to queue again."
    yield _gauge("overdue", words, counts.overdue)


def _metric(
    kind: str, suffix: str, name: str, about: str, values: float | Mapping[str, float],
    label: str = "",
) -> Metric:  # fmt: skip
    """Return the figures of one name: one, or one for each value of a label."""
    made = Metric(f"twenties_{name}", about, kind)
    each = values.items() if isinstance(values, Mapping) else [("", values)]
    for said, value in each:
        made.add_sample(made.name + suffix, {label: said} if label else {}, value)
    return made


_gauge = partial(_metric, "gauge", "")
_counter = partial(_metric, "counter", "_total")


def _histogram(total: Totals) -> Metric:
    """Return the histogram of seconds a record, in the classes that the workers count in."""
    ends = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
    classes = list(zip(ends, accumulate(total.classes), strict=True))
    about = "Seconds that judging a record took."
    return HistogramMetricFamily("twenties_record_seconds", about, classes, total.seconds)
