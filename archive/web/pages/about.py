"""Pages about the archive, its keyboard shortcuts, and the API to be tried out (Swagger UI, served
from here)."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, url_for

from archive.web import caching
from archive.web.security_headers import CONTENT_SECURITY_POLICY
from archive.web.words import QUESTIONS

pages = Blueprint("about", __name__)


@pages.get("/about")
def about() -> Response:
    """Show what the archive is."""
    return caching.shown("about.html", questions=QUESTIONS)


@pages.get("/help/keys")
def keys() -> Response:
    """Show the keyboard shortcuts."""
    return caching.shown("keys.html")


# Its style sheet has small pictures in it. Still no inline script or style, and no other host.
POLICY: Final = CONTENT_SECURITY_POLICY.replace("img-src 'self'", "img-src 'self' data:")


@pages.get("/api")
def api() -> Response:
    """Show the API's description, to be tried out."""
    description = url_for("api-docs.openapi_json")
    answer = caching.shown("api.html", description=description)
    answer.headers["Content-Security-Policy"] = POLICY
    return answer
