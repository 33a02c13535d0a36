"""Queueing: workers are told what waits in the database, once the transaction that put it there is
through. Where the queue is away nothing is lost: the sweeper finds what is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from typing import Final

from archive import logs
from archive.services.context import Context, now
from archive.store import upload_states
from archive.store.analyses import Place

FULL_QUEUE: Final = 200
"""While this many messages wait, the workers are busy rather than out of work: nothing is swept."""
ATTEMPTS_TOGETHER: Final = 2
"""A record is judged together with its neighbours this often; if its worker died each time it is
judged alone from then on."""
ATTEMPTS_ALONE: Final = 4
"""After so many attempts in all it is given up."""

Span = tuple[int, int]


def receive(context: Context, upload_id: str) -> None:
    """Have a worker receive an upload."""
    if not context.queue.receive(upload_id):
        _is_due(context, upload_id)


def judge(context: Context, upload_id: str, spans: Iterable[Span]) -> None:
    """Have workers judge ranges of an upload's records."""
    there = True
    for first, last in spans:  # to the end: they may be found only as they are asked for
        there = there and context.queue.judge(upload_id, first, last)
    if not there:
        _is_due(context, upload_id)


def analyse(context: Context, found: Iterable[Place]) -> None:
    """Have workers make analyses."""
    for upload_id, (first, last) in _ranges(found, context.settings.batch):
        context.queue.analyse(upload_id, first, last)


def again(send: Callable[[str], bool], found: Mapping[str, str | None]) -> None:
    """Queue what was found, each under the id of the request that brought it: that leads from the
    request to the worker's lines also where the first message was lost."""
    for identifier, trace in found.items():
        with logs.bound(request_id=trace) if trace else nullcontext():
            send(identifier)


def _is_due(context: Context, upload_id: str) -> None:
    """Note that an upload is due at once, so that the sweeper need not wait to find it."""
    with context.database.writing() as session:
        upload_states.progress(session, upload_id, now())


def _ranges(found: Iterable[Place], most: int) -> Iterator[tuple[str, Span]]:
    """Return ranges of numbers by upload, of so many analyses at most; of those that were begun in
    vain each is one of its own."""
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
