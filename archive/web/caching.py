"""Answers that a browser may keep, and ask about again by their ETag."""

from __future__ import annotations

import hashlib

from flask import Response, make_response, request

DAY = 86400


def page(html: str) -> Response:
    """A page that changes when its game is judged anew: kept, and asked about each time."""
    return _tagged(make_response(html), html.encode(), "no-cache")


def bytes_as_stored(body: bytes, content_type: str, *, lasting: bool = False) -> Response:
    """Bytes given back as they are. `lasting` when this address can never answer with others."""
    keep = f"public, max-age={DAY}, immutable" if lasting else "no-cache"
    return _tagged(Response(body, content_type=content_type), body, keep)


def _tagged(response: Response, body: bytes, cache_control: str) -> Response:
    response.set_etag(hashlib.sha256(body).hexdigest()[:32])
    response.headers["Cache-Control"] = cache_control
    response.make_conditional(request)
    return response
