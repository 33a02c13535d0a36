"""The connection to the queue: tasks are sent from here by name, and carried out in `workers`.

The queue is only ever a messenger. What has to be done stands in the database before anything is
sent, so a message may be lost, doubled or late without harm: an upload whose message never arrives
is found by the sweeper, and a task that comes twice finds its work done.

Messages hold identifiers and ranges, never records.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, TypeVar, cast

from celery import Celery
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Gone
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as Silence
from redis.retry import Retry

from archive import logs
from archive.config import Settings
from archive.core.errors import TwentiesError
from archive.runtime.resource_limits import MOMENTS, Asking, Beside

logger = logging.getLogger(__name__)
T = TypeVar("T")

# Seconds that the broker may take to accept a connection, and to answer. It answers in a
# thousandth; one that is stopped accepts what is sent to it and stays silent.
CONNECT: Final = 1.0
ANSWER: Final = 1.0
# A broker that stayed silent is not asked again for so many seconds.
SILENT_FOR: Final = 5.0
# A worker waits for messages on a connection for longer than an answer takes.
FETCH: Final = 10.0

UPLOADS: Final = "uploads"
# Re-scoring, deleting and taking names out have a queue and workers of their own: however much of
# that there is, no upload waits behind it.
MAINTENANCE: Final = "maintenance"
# So have analyses, which take a hundred times as long as the verdicts that ask for them.
ANALYSES: Final = "analyses"
QUEUES: Final = (UPLOADS, ANALYSES, MAINTENANCE)
# What was just uploaded is looked at before the batches of what came earlier: a small upload is
# judged at that look, and never waits behind the thousands of records of a large one. The broker
# keeps a list for each priority, the first under the queue's own name.
PRIORITY_NEW: Final = 0
IN_TURN: Final = 5
RECEIVE: Final = "twenties.receive"
JUDGE: Final = "twenties.judge"
ANALYSE: Final = "twenties.analyse"
ANNOTATE: Final = "twenties.annotate"
RESCORE: Final = "twenties.rescore"
DELETE: Final = "twenties.delete"
UNNAME: Final = "twenties.unname"
QUEUE_OF: Final = {RECEIVE: UPLOADS, JUDGE: UPLOADS, ANALYSE: ANALYSES, ANNOTATE: ANALYSES}
"""The queue of each task; all other tasks are MAINTENANCE."""


class Broker(Redis):
    """A client that knows the prefix under which the archive's keys stand."""

    prefix: str


class BrokerAway(TwentiesError):
    """The broker does not answer, and what was asked for is kept nowhere else."""


class Queue:
    """A client of the queue. Making one connects to nothing: the prefix of its names is asked for
    when it is needed, and may be the first thing that is read from the database."""

    def __init__(self, settings: Settings, prefix: Callable[[], str]) -> None:
        self._settings = settings
        self._prefix = prefix
        self._there = Beside(self._answers, "asking the broker")
        self._silent_until = 0.0

    def receive(self, upload_id: str, *read: int) -> bool:
        """Ask for an upload to be split and judged; `read` says how many of its texts were read
        before, where it is read again. Return whether the broker took it."""
        return self._send(PRIORITY_NEW if not read else IN_TURN, RECEIVE, upload_id, *read)

    def judge(self, upload_id: str, first: int, last: int) -> bool:
        """Ask for the records of a range to be judged. Return whether the broker took it."""
        return self._send(IN_TURN, JUDGE, upload_id, first, last)

    def analyse(self, upload_id: str, first: int, last: int, *, soon: bool = False) -> bool:
        """Ask for the analyses of a range, `soon` before those of larger uploads. Return whether
        the broker took it."""
        priority = PRIORITY_NEW if soon else IN_TURN
        return self._send(priority, ANALYSE, upload_id, first, last)

    def annotate(self, record_id: str) -> bool:
        """Ask for a game to be analysed play by play for a waiting reader. Return whether the
        broker took it."""
        return self._send(PRIORITY_NEW, ANNOTATE, record_id)

    def rescore(self, job_id: str, *left: str) -> bool:
        """Ask for a job's next batch to be re-scored; with `left`, for the rest of a batch, from
        one record to another. Return whether the broker took it."""
        return self._send(IN_TURN, RESCORE, job_id, *left)

    def delete(self, job_id: str) -> bool:
        """Ask for a deletion to go on. Return whether the broker took it."""
        return self._send(IN_TURN, DELETE, job_id)

    def unname(self, job_id: str) -> bool:
        """Ask for a player's names to be removed from more rows. Return whether the broker took
        it."""
        return self._send(IN_TURN, UNNAME, job_id)

    def depth(self) -> int | None:
        """Return how many messages of uploads wait to be fetched; None when the broker is away."""
        return self._asked(lambda: waiting(self.client, UPLOADS))

    def analysis_depth(self) -> int | None:
        """Return how many messages of analyses wait; None when the broker is away."""
        return self._asked(lambda: waiting(self.client, ANALYSES))

    def maintenance_depth(self) -> int | None:
        """Return how many messages of other work wait; None when the broker is away."""
        return self._asked(lambda: waiting(self.client, MAINTENANCE))

    def presses(self) -> bool:
        """Return whether something just uploaded waits, which goes before the batches."""
        return bool(self._asked(lambda: self.client.llen(self.client.prefix + UPLOADS)))

    def kept(self, ask: Callable[[Broker], T]) -> T:
        """Return what `ask` answers from data that only the broker keeps. Raises BrokerAway."""
        found = self._asked(lambda: (ask(self.client),))
        if found is None:
            raise BrokerAway
        return found[0]

    def look(self) -> Asking[bool]:
        """Begin to find out whether the broker answers."""
        return self._there.begin()

    def reachable(self) -> bool:
        """Return whether the broker answers within moments; never wait longer."""
        return self._there.within(MOMENTS) is True

    def close(self) -> None:
        """Give all connections back."""
        if "client" in vars(self):
            self.client.close()
        if "_celery" in vars(self):
            self._celery.close()

    def forget(self) -> None:
        """Forget the prefix of the names, so that it is asked for again: it has changed."""
        for made in ("client", "_celery"):
            vars(self).pop(made, None)

    @cached_property
    def client(self) -> Broker:
        """Return a client for what is kept at the broker beside the queue. Raises Unreachable."""
        return connect(self._settings, self._prefix())

    @cached_property
    def _celery(self) -> Celery:
        app = celery_app(self._settings, self._prefix())
        app.conf.broker_transport_options["socket_timeout"] = ANSWER
        return app

    def _answers(self) -> bool:
        with connect(self._settings, "") as plain:  # which asks the database nothing
            return bool(self._asked(plain.ping))

    def _asked(self, ask: Callable[[], T]) -> T | None:
        """Return what the broker answers, None where it is away. One that took a question and
        stayed silent is left alone for a while: otherwise every caller in turn would wait for
        it."""
        if time.monotonic() < self._silent_until:
            return None
        try:
            return ask()
        except Silence:
            self._silent_until = time.monotonic() + SILENT_FOR
        except RedisError:
            pass
        return None

    def _send(self, priority: int, task: str, *args: str | int) -> bool:
        if not self._asked(self.client.ping):
            logger.warning("The queue is away, %s%r waits for the sweeper", task, args)
            return False
        known_as = logs.request_id()  # so that the worker's lines can be found by it
        try:
            # One retry at once: the first may have met a connection that the broker, restarted
            # since, no longer knows.
            self._celery.send_task(
                task,
                args,
                queue=QUEUE_OF.get(task, MAINTENANCE),
                priority=priority,
                headers={logs.REQUEST_ID: known_as} if known_as else None,
                retry=True,
                retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0},
            )
        except Exception as error:  # any: the client's own on a channel that has been closed
            logger.warning("The queue is away, %s%r waits for the sweeper: %r", task, args, error)
            return False
        return True


def impatient() -> dict[str, Any]:
    """Return settings of a Redis client that would rather fail than wait. It tries once more on a
    connection that has gone stale, never where the server is silent."""
    return {
        "socket_connect_timeout": CONNECT,
        "socket_timeout": ANSWER,
        "retry": Retry(NoBackoff(), retries=1, supported_errors=(Gone,)),
    }


def prefix_of(mark: str) -> str:
    """Return what all keys of an archive begin with, so that several can use one broker."""
    return f"twenties:{mark}:"


def connect(settings: Settings, prefix: str) -> Broker:
    """Return a client that would rather fail than wait. Making one connects to nothing."""
    made = cast(Broker, Broker.from_url(settings.broker_url, **impatient()))
    made.prefix = prefix
    return made


def lists_of(queue: str) -> tuple[str, str]:
    """Return the broker's lists of a queue, one for each priority, without their prefix."""
    return queue, f"{queue}:{IN_TURN}"


def waiting(client: Broker, queue: str) -> int:
    """Return how many messages wait to be fetched; raises redis's errors where the broker is
    away."""
    lengths: list[Any] = [client.llen(client.prefix + name) for name in lists_of(queue)]
    return sum(lengths)


def celery_app(settings: Settings, prefix: str) -> Celery:
    """Return the Celery application, with the settings that both ends of the queue must share."""
    app = Celery("twenties", set_as_current=False)
    app.conf.update(
        broker_url=_celery_url(settings.broker_url),
        task_default_queue=UPLOADS,
        task_ignore_result=True,
        task_serializer="json",
        accept_content=["json"],
        timezone="UTC",
        # A task is taken off the queue when it is done, not when it is begun, and a worker holds
        # no more than the one it is at.
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=1,
        # What a lost worker held comes back after this long, and is looked for at every turn.
        broker_transport_options={
            "visibility_timeout": max(2, int(settings.overdue)),
            "unacked_restore_interval": max(1, min(10, int(settings.overdue / 2))),
            "unacked_restore_throttle": 1,
            "priority_steps": [PRIORITY_NEW, IN_TURN],
            "sep": ":",
            "global_keyprefix": prefix,
            "socket_connect_timeout": CONNECT,
            "socket_timeout": FETCH,
            "socket_keepalive": True,
        },
        broker_connection_timeout=2,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        # These are watched by no one, and would cost every task a few messages.
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
    )
    return app


def _celery_url(url: str) -> str:
    """Return the address of a Unix socket as Celery writes it."""
    if not url.startswith("unix://"):
        return url
    path, _, query = url.removeprefix("unix://").partition("?")
    options = [option.replace("db=", "virtual_host=", 1) for option in query.split("&") if option]
    return f"redis+socket://{path}" + ("?" + "&".join(options) if options else "")
