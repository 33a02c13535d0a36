"""Headers that every answer carries."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

# Everything a page needs comes from here, as files: no inline script or style, no other host.
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # addresses of unlisted games stay here
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
HSTS: Final = "max-age=31536000"

DEPENDS_ON_WHO_ASKS: Final = ("Cookie", "Authorization")


def add_headers(app: Flask) -> None:
    """Put the headers on every answer; a view that sets one itself keeps its own."""

    @app.after_request
    def headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.is_secure:
            response.headers.setdefault("Strict-Transport-Security", HSTS)
        if request.endpoint != "static":
            _keep_to_oneself(response)
        return response


def _keep_to_oneself(response: Response) -> None:
    """Who may look can change, and so can a name: no cache on the way keeps an answer for others,
    and a browser asks again each time, which an ETag makes cheap."""
    response.vary.update(DEPENDS_ON_WHO_ASKS)
    keep = response.cache_control
    if keep.no_store:
        return
    response.headers["Cache-Control"] = "private, no-cache"
