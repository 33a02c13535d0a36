"""Addresses for monitoring: whether the service lives, whether it can be used, and the counts for
Prometheus."""

from __future__ import annotations

import hmac
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, abort, current_app, request
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from archive.core.network_addresses import is_at_home
from archive.web.language import _
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


metrics_pages = Blueprint("metrics", __name__)

# The headers that a proxy adds to the requests that it passes on.
FORWARDED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


@metrics_pages.get("/metrics")
def metrics() -> Response:
    """Answer with the metrics."""
    if not _may_read():
        abort(
            HTTPStatus.FORBIDDEN,
            _("Only the machine itself may read this, or a caller with the token."),
        )
    answer = Response(current_app.extensions["metrics"](), content_type=CONTENT_TYPE_LATEST)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _may_read() -> bool:
    token: str | None = current_app.config["METRICS_TOKEN"]
    if token is not None:
        offered = request.headers.get("Authorization", "")
        return hmac.compare_digest(offered.encode(), f"Bearer {token}".encode())
    if not current_app.config["PROXIES"] and any(name in request.headers for name in FORWARDED):
        return False  # an unknown proxy: it may speak for anyone
    return is_at_home(request.remote_addr or "")
