"""What pages of other sites may read: all that the API answers to everyone.

A browser sends no cookie along with what is allowed to everyone (`*`), and is told of no other
header than these, so a page elsewhere reads what anybody may, and changes nothing.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

from archive.web.caching import READING

API: Final = "/api/"
SHOWN: Final = (
    "Content-Language, ETag, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, "
    "Retry-After, X-Request-ID"
)
"""Headers of answers that a script may look at, beside the few that it always may."""
ASKED: Final = "If-None-Match, X-Request-ID"
"""Headers of questions that a script may set, beside those that it always may."""
DAY: Final = 86_400


def add_sharing(app: Flask) -> None:
    """Let scripts of other sites read what the API says to everyone."""

    @app.after_request
    def share(response: Response) -> Response:
        asked = request.headers.get("Access-Control-Request-Method", "")
        asking_first = request.method == "OPTIONS" and asked in READING
        if not request.path.startswith(API) or not (asking_first or request.method in READING):
            return response
        response.headers["Access-Control-Allow-Origin"] = "*"
        if asking_first:
            response.headers["Access-Control-Allow-Methods"] = ", ".join(READING)
            response.headers["Access-Control-Allow-Headers"] = ASKED
            response.headers["Access-Control-Max-Age"] = str(DAY)
        else:
            response.headers["Access-Control-Expose-Headers"] = SHOWN
        return response
