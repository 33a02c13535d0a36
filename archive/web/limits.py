"""How often one address may ask for work or change things, and how often a password may be tried.

Every address that changes something has a limit: those that are not named here have the common one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, Final

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from archive.config import Settings
from archive.jobs import impatient
from archive.service import names
from archive.web.signed_in import SAFE, account_id

LIMITED: Final = {
    "upload.take": "upload_rate",
    "verify.check": "check_rate",
    "compare.check": "check_rate",
    "exports.export": "check_rate",
    "api-search.export": "check_rate",
    "api-uploads.submit": "upload_rate",
    "api-verify.check": "check_rate",
    "api-compare.check": "check_rate",
    "api-generate.generate": "check_rate",
    "api-games.witness": "check_rate",
}
"""The endpoints that do work, and the setting that says how often a minute each may be asked."""

COMMON: Final = "write_rate"
"""For every other endpoint that changes something."""

ASKS_PASSWORD: Final = ("sign_in.take", "account.password", "account.delete", "account.make_token")
"""Where a password is asked for: only what is wrong counts, by account and by address."""

SENDS_PASSWORD: Final = (
    "api-account.tokens",
    "api-account.make_token",
    "api-account.revoke_token",
    "api-account.password",
    "api-account.end_sessions",
    "api-account.end",
)
"""The same where it comes in a header, whatever is asked."""

AT_HOME: Final = 10
"""So many times more uploads may come from this machine itself: somebody is filling the archive."""

REPORTING: Final = ("moderation.report", "api-moderation.report")
REPORTS: Final = "10 per hour"
"""Reports from one address."""


def storage(broker_url: str) -> str:
    """The queue's server counts these too. A Unix socket's address is written its own way here."""
    if broker_url.startswith("unix://"):
        return f"redis+{broker_url.partition('?')[0]}"
    return broker_url


def add_limits(app: Flask, settings: Settings) -> None:
    """Limit the endpoints above. While the server is away each process counts for itself."""
    limiter = Limiter(
        get_remote_address,
        app=app,
        storage_uri=storage(settings.broker_url),
        storage_options=impatient(),
        in_memory_fallback_enabled=True,
    )
    changing = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if (rule.methods or set()).difference(SAFE)
    }
    for endpoint in {*changing, *LIMITED}:
        _limit(app, endpoint, limiter.limit(_rate(settings, LIMITED.get(endpoint, COMMON))))
    for endpoint in changing.intersection(REPORTING):
        _limit(app, endpoint, limiter.limit(REPORTS, methods=["POST"]))
    asking: dict[str, list[str] | None] = {
        endpoint: ["POST"] for endpoint in changing.intersection(ASKS_PASSWORD)
    }
    asking |= dict.fromkeys(app.view_functions.keys() & set(SENDS_PASSWORD))
    for endpoint, methods in asking.items():
        tries = settings.sign_in_rate
        more: dict[str, Any] = {"methods": methods, "deduct_when": _refused}
        # Shared: whoever tries passwords has no more tries for there being several doors.
        by_account = limiter.shared_limit(
            f"{tries} per 15 minutes", "password", key_func=_account_tried, **more
        )
        by_address = limiter.shared_limit(f"{tries * 5} per 15 minutes", "password", **more)
        _limit(app, endpoint, by_account)
        _limit(app, endpoint, by_address)


def _limit(app: Flask, endpoint: str, limit: Any) -> None:
    app.view_functions[endpoint] = limit(app.ensure_sync(app.view_functions[endpoint]))


def _rate(settings: Settings, setting: str) -> Callable[[], str]:
    """What the address that asks may do, as the limiter writes it."""
    most = int(getattr(settings, setting))

    def rate() -> str:
        times = AT_HOME if setting == "upload_rate" and _at_home(get_remote_address()) else 1
        return f"{most * times} per minute"

    return rate


def _account_tried() -> str:
    """Whose password is being tried. The name is hashed, because it may be one by mistake."""
    given = request.authorization
    named = given.username if given and given.type == "basic" else request.form.get("name")
    name = account_id() or names.key(named or "")
    return "password:" + hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:32]


def _refused(response: Response) -> bool:
    return response.status_code >= 400


def _at_home(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
