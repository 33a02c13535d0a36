"""Every request has an identifier, a line in the log and its place in the counts; and /metrics has
the counts for Prometheus, of this web server's requests and of the archive as a whole.

This is WSGI, outside Flask, because a request begins before Flask sees it and ends when its last
byte has been handed over: a stream may go on for minutes after its view has returned.

The line names the address's pattern (`/g/<game_id>`) and not the address: those of unlisted games
are known to the people who were given them, and a question may hold a name.

Requests are counted by Prometheus's own client. Under a server of several processes it shares the
counts in the folder that PROMETHEUS_MULTIPROC_DIR names; `twenties web` and `serve` are of one.
What all machines have in common is read at each request: states from the database, the workers'
counts from the broker.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from structlog.contextvars import clear_contextvars

from archive import logs
from archive.config import Settings
from archive.ops.metrics import Measures

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
SECONDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 60.0)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Requests:
    """Counts of the requests that one app has answered."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._answered = Counter(
            "twenties_requests",
            "Requests answered, by endpoint, method and status.",
            ("endpoint", "method", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "twenties_request_seconds",
            "Seconds from a request's arrival to its last byte, by endpoint.",
            ("endpoint",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self._running = Gauge(
            "twenties_requests_running",
            "Requests being answered.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )

    def began(self) -> None:
        """Count a request that is being answered."""
        self._running.inc()

    def ended(self, endpoint: str, method: str, status: int, seconds: float) -> None:
        """Count a request that was answered, and how long it took."""
        self._running.dec()
        method = method if method in METHODS else "other"  # anyone may make up another
        self._answered.labels(endpoint, method, str(status)).inc()
        self._seconds.labels(endpoint).observe(seconds)

    def text(self) -> bytes:
        """Return the counts of all processes of this web server."""
        if not os.environ.get(SHARED):
            return generate_latest(self.registry)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def add_metrics(app: Flask, settings: Settings, requests: Requests, measures: Measures) -> None:
    """Add the address, and limit who may read it."""
    whole = CollectorRegistry()
    whole.register(measures)
    app.extensions["metrics"] = lambda: requests.text() + generate_latest(whole)
    app.config.update(METRICS_TOKEN=settings.metrics_token, PROXIES=settings.proxies)


logger = logging.getLogger(__name__)

HEADER: Final = "X-Request-ID"
_ENDPOINT: Final = "twenties.endpoint"
_PATTERN: Final = "twenties.pattern"
# Asked every few seconds by programs and scripts; their lines would drown the others.
QUIET: Final = frozenset({
    "health.live", "health.ready", "metrics.metrics", "static", "together.state", "together.show",
})  # fmt: skip


class Traced:
    """A WSGI application whose requests are logged and counted."""

    def __init__(self, inner: WSGIApplication, requests: Requests) -> None:
        self._inner = inner
        self._requests = requests

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        begun = time.perf_counter()
        clear_contextvars()  # a thread answers one request after another
        known_as = logs.sane_id(environ.get("HTTP_X_REQUEST_ID"))
        logs.bind(request_id=known_as)
        status = 500

        def start(line: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            nonlocal status
            status = int(line.split(" ", 1)[0])
            return start_response(line, [*headers, (HEADER, known_as)], *more)

        def end() -> None:
            self._end(environ, known_as, status, time.perf_counter() - begun)

        self._requests.began()
        try:
            body = self._inner(environ, start)
        except BaseException:
            end()
            raise
        return _Body(body, end)

    def _end(self, environ: WSGIEnvironment, known_as: str, status: int, seconds: float) -> None:
        endpoint = environ.get(_ENDPOINT) or "none"
        method = environ["REQUEST_METHOD"]
        self._requests.ended(endpoint, method, status, seconds)
        logger.log(
            logging.DEBUG if endpoint in QUIET and status < 500 else logging.INFO,
            "%s %s answered %d",
            method if method.isalpha() else "?",
            environ.get(_PATTERN) or "an address that is not here",
            status,
            # The identifier again: a stream may be ended in another context than it was begun in.
            extra={logs.REQUEST_ID: known_as, "endpoint": endpoint, "seconds": round(seconds, 4)},
        )
        clear_contextvars()


class _Body:
    """An answer's bytes, and what is to be done when they have all gone out."""

    def __init__(self, inner: Iterable[bytes], end: Any) -> None:
        self._inner = inner
        self._end = end

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._inner)

    def close(self) -> None:
        """Close the answer, and note its end."""
        try:
            if close := getattr(self._inner, "close", None):
                close()
        finally:
            self._end()


def add_tracing(app: Flask, requests: Requests) -> None:
    """Log and count the requests of an app. Call it last, so that it wraps everything else."""

    @app.before_request
    def note() -> None:
        request.environ[_ENDPOINT] = request.endpoint
        request.environ[_PATTERN] = request.url_rule.rule if request.url_rule else None

    app.wsgi_app = Traced(app.wsgi_app, requests)  # type: ignore[method-assign]
