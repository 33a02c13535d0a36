"""Limits on how often one address may ask for work or change things. Password tries are limited
where passwords are checked (archive/services/sign_in_tries.py).

All addresses that one customer has of IPv6 count as one.

Every address that changes something has a limit: those that are not named here have the common one.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from flask import Flask, Response, g, request
from flask_limiter import Limiter, RequestLimit
from flask_limiter.util import get_remote_address

from archive.config import Settings
from archive.core.network_addresses import is_at_home, network
from archive.runtime.queue import impatient
from archive.web.auth import SAFE

LIMITED: Final = {
    "upload.take": "upload_rate",
    "verify.check": "check_rate",
    "compare.check": "check_rate",
    "compare.against": "check_rate",
    "exports.export": "check_rate",
    "api-search.export": "check_rate",
    "pictures.as_png": "check_rate",
    "api-uploads.submit": "upload_rate",
    "api-verify.check": "check_rate",
    "api-compare.check": "check_rate",
    "api-compare.against": "check_rate",
    "api-generate.generate": "check_rate",
    "api-games.witness": "check_rate",
    "api-annotations.ask": "check_rate",
    "annotations.ask": "check_rate",
}
"""Endpoints that do work, and the setting with their limit a minute."""

COMMON: Final = "write_rate"
"""The limit of every other endpoint that changes something."""

READING: Final = "read_rate"
"""The limit of every other endpoint of the API, all of them together."""

AT_HOME: Final = 10
"""This machine itself may upload and read so many times more: it is filling the archive, or
measuring it."""

LEADING: Final = "together.show"
LEADS: Final = "600 per minute"
"""The limit on plays that leaders show to others, from one address: a club is one, and some play on
fast."""

BEGINNING: Final = "together.begin"
BEGUN: Final = "60 per hour"
"""The limit on tables made from one address: each is kept for hours."""

API: Final = "/api/"

REPORTING: Final = ("moderation.report", "api-moderation.report")
REPORTS: Final = "10 per hour"
"""The limit on reports from one address."""


def storage(broker_url: str) -> str:
    """Return the address of the server that counts: the queue's. A Unix socket's address is written
    its own way here."""
    if broker_url.startswith("unix://"):
        return f"redis+{broker_url.partition('?')[0]}"
    return broker_url


def prefix(settings: Settings) -> str:
    """Return a prefix that tells this archive's counts from another's on the same server: a hash of
    the key that all its web servers share."""
    return hashlib.sha256(b"limits" + settings.secret_key.encode()).hexdigest()[:12]


def add_limits(app: Flask, settings: Settings) -> None:
    """Limit the endpoints above. While the server is away each process counts for itself."""
    limiter = Limiter(
        lambda: network(get_remote_address()),
        app=app,
        storage_uri=storage(settings.broker_url),
        storage_options=impatient(),
        key_prefix=prefix(settings),
        in_memory_fallback_enabled=True,
        swallow_errors=True,  # of two requests that find the server gone at once, the second passes
        fail_on_first_breach=False,  # of several limits, the longest wait counts
        on_breach=_note_wait,
    )
    changing = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if (rule.methods or set()).difference(SAFE)
    }
    # its own check before every request is not needed: the limited endpoints check themselves
    app.before_request_funcs[None].remove(limiter._check_request_limit)  # noqa: SLF001
    for endpoint in {*changing, *LIMITED}:
        rate = LEADS if endpoint == LEADING else _rate(settings, LIMITED.get(endpoint, COMMON))
        _limit(app, endpoint, limiter.limit(rate))
    _limit(app, BEGINNING, limiter.limit(BEGUN))
    reading = {rule.endpoint for rule in app.url_map.iter_rules() if rule.rule.startswith(API)}
    for endpoint in reading.difference(changing, LIMITED):
        _limit(app, endpoint, limiter.shared_limit(_rate(settings, READING), scope=READING))
    for endpoint in changing.intersection(REPORTING):
        _limit(app, endpoint, limiter.limit(REPORTS, methods=["POST"]))

    @app.after_request
    def tell(response: Response) -> Response:
        """Add the limit, what is left of it, and when it starts again, to an answer for
        programs."""
        if request.path.startswith(API) and (limits := limiter.current_limits):
            with suppress(Exception):  # the server that counts may have gone since it was asked
                _tell(response, min(limits, key=lambda one: one.remaining))
        return response


def _tell(response: Response, least: RequestLimit) -> None:
    """Add what is left of a limit to an answer."""
    again = min(max(0, math.ceil(least.reset_at - time.time())), least.limit.get_expiry())
    response.headers["RateLimit-Limit"] = str(least.limit.amount)
    response.headers["RateLimit-Remaining"] = str(max(0, least.remaining))
    response.headers["RateLimit-Reset"] = str(again)


def _note_wait(breached: RequestLimit) -> None:
    """Note for the answer (errors.py) after how many seconds this limit allows the next request."""
    wait = max(1, math.ceil(breached.reset_at - time.time()))
    g.wait = max(wait, g.get("wait", 0))


def _limit(app: Flask, endpoint: str, limit: Any) -> None:
    app.view_functions[endpoint] = limit(app.ensure_sync(app.view_functions[endpoint]))


def _rate(settings: Settings, setting: str) -> Callable[[], str]:
    """Return the limit of the requesting address, as the limiter writes it."""
    most = int(getattr(settings, setting))

    def rate() -> str:
        more = setting in ("upload_rate", READING) and is_at_home(get_remote_address())
        times = AT_HOME if more else 1
        return f"{most * times} per minute"

    return rate
