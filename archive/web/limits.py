"""How often one address may ask for work: uploads and checks cost the engine's time."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from typing import Final

from flask import Flask
from flask.typing import ResponseReturnValue
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from archive.config import Settings

LIMITED: Final = {
    "upload.take": "upload_rate",
    "verify.check": "check_rate",
    "compare.check": "check_rate",
    "api-uploads.submit": "upload_rate",
    "api-verify.check": "check_rate",
    "api-compare.check": "check_rate",
}
"""The endpoints that do work, and the setting that says how often a minute each may be asked."""

AT_HOME: Final = 10
"""So many times more uploads may come from this machine itself: somebody is filling the archive."""


def storage(broker_url: str) -> str:
    """The queue's server counts these too. A Unix socket's address is written its own way here."""
    if broker_url.startswith("unix://"):
        return f"redis+{broker_url.partition('?')[0]}"
    return broker_url


def add_limits(app: Flask, settings: Settings) -> None:
    """Limit the endpoints above. While the server is away each process counts for itself."""
    url = settings.broker_url
    limiter = Limiter(
        get_remote_address,
        app=app,
        storage_uri=storage(url),
        storage_options={"socket_connect_timeout": 1, "socket_timeout": 1}
        if url.startswith("redis")
        else {},
        in_memory_fallback_enabled=True,
    )
    for endpoint, setting in LIMITED.items():
        view: Callable[..., ResponseReturnValue] = app.ensure_sync(app.view_functions[endpoint])
        app.view_functions[endpoint] = limiter.limit(_rate(settings, setting))(view)


def _rate(settings: Settings, setting: str) -> Callable[[], str]:
    """What the address that asks may do, as the limiter writes it."""
    most = int(getattr(settings, setting))

    def rate() -> str:
        times = AT_HOME if setting == "upload_rate" and _at_home(get_remote_address()) else 1
        return f"{most * times} per minute"

    return rate


def _at_home(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
