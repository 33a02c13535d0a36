"""The archive's metrics for Prometheus: how much there is, how much waits, and how much was
done."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from archive.core.errors import TwentiesError
from archive.ops import counters, worker_status
from archive.ops.worker_status import facts
from archive.runtime.deadline import MOMENTS, Beside
from archive.scoring import ENGINE
from archive.services import Archive
from archive.store import health

# Counts from the database are kept for so many seconds, and for so many times as long as they took
# to count.
KEPT_FOR: Final = 10.0
IDLE_TIMES: Final = 100
# Seconds that a scraper may wait for all figures together.
PATIENCE: Final = 2.0


class Sample(NamedTuple):
    """One figure: the end of its name, its labels, and its value."""

    suffix: str
    labels: dict[str, str]
    value: float


class Measure(NamedTuple):
    """Figures of one name; `kind` is what Prometheus calls their type."""

    name: str
    help: str
    kind: str
    samples: list[Sample]


class Measures:
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

    def take(self) -> Iterable[Measure]:
        """Yield all metrics that can be had within the time that a scraper waits."""
        end = self._clock() + PATIENCE

        def left() -> float:
            return max(0, end - self._clock())

        yield Measure("build", "What runs here.", "info", [_info()])
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

    def _of_broker(self) -> list[Measure]:
        client = self._archive.queue.client
        said = facts(client)
        alive = worker_status.workers(client)
        total = counters.totals(client)
        outcomes = {"judged": total.judged, "failed": total.failed}
        analyses = {"made": total.analysed, "failed": total.unanalysed}
        return [
            _gauge("broker_up", "Whether the broker answers.", 1.0),
            _gauge("queue_depth", "Messages that no worker has taken yet.", said.waiting),
            _gauge("analyses_depth", "The same of analyses.", said.analyses),
            _gauge("maintenance_depth", "The same of work that is no upload.", said.maintenance),
            _gauge("queue_taken", "Messages that workers are at.", said.taken),
            _gauge("workers", "Worker processes that were alive just now.", len(alive)),
            Measure(
                "records_handled",
                "Records that workers have finished.",
                "counter",
                [Sample("_total", {"outcome": name}, n) for name, n in outcomes.items()],
            ),
            Measure(
                "analyses",
                "Analyses that workers have finished.",
                "counter",
                [Sample("_total", {"outcome": name}, n) for name, n in analyses.items()],
            ),
            _counter(
                "analysis_cpu_seconds",
                "CPU seconds that analyses took.",
                total.analysis_cpu_seconds,
            ),
            Measure(
                "tasks",
                "Tasks that have ended.",
                "counter",
                [Sample("_total", {"task": name}, n) for name, n in total.tasks.items()],
            ),
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


def _info() -> Sample:
    return Sample("_info", {"version": version("twenties"), "engine": ENGINE}, 1.0)


def _of_database(counts: health.Counts) -> Iterable[Measure]:
    yield Measure("uploads", "Uploads by state.", "gauge", _by_state(counts.uploads))
    yield Measure("records", "Records by state.", "gauge", _by_state(counts.records))
    yield Measure("jobs", "Jobs by state.", "gauge", _by_state(counts.jobs))
    words = "Analyses that are not there yet, by state."
    yield Measure("unanalysed", words, "gauge", _by_state(counts.analyses))
    yield _gauge("overdue", "Uploads and jobs that the sweeper has to queue again.", counts.overdue)


def _by_state(found: dict[str, int]) -> list[Sample]:
    return [Sample("", {"state": state}, number) for state, number in found.items()]


def _gauge(name: str, help_text: str, value: float) -> Measure:
    return Measure(name, help_text, "gauge", [Sample("", {}, value)])


def _counter(name: str, help_text: str, value: float) -> Measure:
    return Measure(name, help_text, "counter", [Sample("_total", {}, value)])


def _histogram(total: counters.Totals) -> Measure:
    """Return the histogram of seconds a record, in the classes that the workers count in."""
    samples, so_far = [], 0
    ends = [*(f"{bound:g}" for bound in counters.BOUNDS), "+Inf"]
    for end, number in zip(ends, total.classes, strict=True):
        so_far += number
        samples.append(Sample("_bucket", {"le": end}, so_far))
    samples.append(Sample("_count", {}, so_far))
    samples.append(Sample("_sum", {}, total.seconds))
    return Measure("record_seconds", "Seconds that judging a record took.", "histogram", samples)
