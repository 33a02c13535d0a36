"""Queueing: messages to the workers about work that waits in the database, sent once its
transaction is committed. Where the queue is away nothing is lost: the sweeper finds what is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from typing import Final

from archive import logs
from archive.services.context import Context, now
from archive.store import upload_transitions
from archive.store.analyses import WantedAnalysis

FULL_QUEUE: Final = 200
"""While this many messages wait, the workers are busy rather than out of work: nothing is swept."""
ATTEMPTS_TOGETHER: Final = 2
"""Attempts at a record together with its neighbours; if its worker died each time it is judged
alone from then on."""
ATTEMPTS_ALONE: Final = 4
"""Attempts at a record in all, after which it is given up."""

Span = tuple[int, int]


def receive(context: Context, upload_id: str) -> None:
    """Queue an upload to be received."""
    if not context.queue.receive(upload_id):
        _is_due(context, upload_id)


def judge(context: Context, upload_id: str, spans: Iterable[Span]) -> None:
    """Queue ranges of an upload's records to be judged."""
    there = True
    for first, last in spans:  # to the end: the query may find them only as it goes
        there = there and context.queue.judge(upload_id, first, last)
    if not there:
        _is_due(context, upload_id)


def analyse(context: Context, found: Iterable[WantedAnalysis]) -> None:
    """Queue analyses."""
    for upload_id, (first, last) in _ranges(found, context.settings.batch):
        context.queue.analyse(upload_id, first, last)


def again(send: Callable[[str], bool], found: Mapping[str, str | None]) -> None:
    """Queue what was found, each under the id of the request that brought it: that leads from the
    request to the worker's log lines also where the first message was lost."""
    for identifier, trace in found.items():
        with logs.bound(request_id=trace) if trace else nullcontext():
            send(identifier)


def _is_due(context: Context, upload_id: str) -> None:
    """Note that an upload is due at once, so that the sweeper need not wait to find it."""
    with context.database.writing() as session:
        upload_transitions.progress(session, upload_id, now())


def _ranges(found: Iterable[WantedAnalysis], most: int) -> Iterator[tuple[str, Span]]:
    """Yield ranges of numbers by upload, of at most `most` analyses; one that was tried in vain is
    a range of its own."""
    upload_id, numbers = "", list[int]()
    for place in found:
        apart = place.attempts >= ATTEMPTS_TOGETHER
        if numbers and (apart or place.upload_id != upload_id or len(numbers) == most):
            yield upload_id, (numbers[0], numbers[-1])
            numbers = []
        if apart:
            yield place.upload_id, (place.number, place.number)
            continue
        upload_id = place.upload_id
        numbers.append(place.number)
    if numbers:
        yield upload_id, (numbers[0], numbers[-1])
