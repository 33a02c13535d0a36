"""Addresses for monitoring: whether the service lives, and whether it can be used."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response

from archive.web.lookup import archive

ADDRESSES: Final = frozenset({"/health/live", "/health/ready", "/healthz", "/readyz"})
"""Addresses for which the web server has threads of their own, so that they wait behind no work."""

pages = Blueprint("health", __name__)


@pages.get("/health/live")
@pages.get("/healthz")  # the older addresses go on working
def live() -> dict[str, str]:
    """Answer that the process is alive."""
    return {"state": "live"}


@pages.get("/health/ready")
@pages.get("/readyz")
def ready() -> tuple[dict[str, Any], int]:
    """Answer whether the database and the broker can be reached. Without the broker uploads are
    still accepted, and judged when it is back: only a missing database makes the service
    unready."""
    parts = archive().ready()
    status = HTTPStatus.OK if parts["database"] else HTTPStatus.SERVICE_UNAVAILABLE
    return {"state": "ready" if parts["database"] else "not ready", **parts}, status


@pages.after_request
def fresh(response: Response) -> Response:
    """Return the answer marked as one that no cache may keep."""
    response.headers["Cache-Control"] = "no-store"
    return response
