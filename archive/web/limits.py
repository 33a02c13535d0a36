"""How often one address may ask for work: uploads and checks cost the engine's time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import Flask
from flask.typing import ResponseReturnValue
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

UPLOADS: Final = "300 per minute"
CHECKS: Final = "120 per minute"

LIMITED: Final = {
    "upload.take": UPLOADS,
    "verify.check": CHECKS,
    "api-uploads.submit": UPLOADS,
    "api-verify.check": CHECKS,
}
"""The endpoints that do work, and how often each may be asked for it."""


def storage(broker_url: str) -> str:
    """The queue's server counts these too. A Unix socket's address is written its own way here."""
    if broker_url.startswith("unix://"):
        return f"redis+{broker_url.partition('?')[0]}"
    return broker_url


def add_limits(app: Flask, broker_url: str) -> None:
    """Limit the endpoints above. While the server is away each process counts for itself."""
    limiter = Limiter(
        get_remote_address,
        app=app,
        storage_uri=storage(broker_url),
        storage_options={"socket_connect_timeout": 1, "socket_timeout": 1}
        if broker_url.startswith("redis")
        else {},
        in_memory_fallback_enabled=True,
    )
    for endpoint, limit in LIMITED.items():
        view: Callable[..., ResponseReturnValue] = app.ensure_sync(app.view_functions[endpoint])
        app.view_functions[endpoint] = limiter.limit(limit)(view)
