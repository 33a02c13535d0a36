"""The API, shown and tried out in a browser: Swagger UI, served from here."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, render_template, url_for

from archive.web import caching
from archive.web.security_headers import CONTENT_SECURITY_POLICY

pages = Blueprint("api_docs", __name__)

# Its style sheet has small pictures in it. Still no inline script or style, and no other host.
POLICY: Final = CONTENT_SECURITY_POLICY.replace("img-src 'self'", "img-src 'self' data:")


@pages.get("/api")
def docs() -> Response:
    description = url_for("api-docs.openapi_json")
    answer = caching.page(render_template("api.html", description=description))
    answer.headers["Content-Security-Policy"] = POLICY
    return answer
