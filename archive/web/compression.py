"""Pages, compressed on their way out where that tells no secret.

Length tells: where an answer holds a secret and something that a stranger chose, the stranger can
guess the secret letter by letter from how well it is compressed (BREACH). So an answer with a
form's token is not compressed, and neither is one for somebody who has signed in, where the
address asks a question. docs/decisions/weight.md has more of it.
"""

from __future__ import annotations

import gzip
from typing import Final

import brotli
from flask import Flask, Response, g, request

from archive.web.assets import best_coding
from archive.web.auth import who

PAGES: Final = "text/html"
SMALL: Final = 1024
"""What is smaller fits into a packet as it is."""
BROTLI: Final = 5
GZIP: Final = 6
"""How hard to try: a page is compressed while its reader waits."""
HARMLESS: Final = frozenset({"replay.ply"})
"""Pages on which nothing stands of the question that was asked but a number."""


def add_compressing(app: Flask) -> None:
    """Compress pages. Call it before what else changes their bytes or ETags."""

    @app.after_request
    def compress(response: Response) -> Response:
        if response.mimetype != PAGES or response.is_streamed:
            return response
        response.vary.add("Accept-Encoding")
        coding = best_coding()
        if coding is None or "Content-Encoding" in response.headers or holds_secret():
            return response
        body = response.get_data()
        if len(body) < SMALL:
            return response
        packed = (
            brotli.compress(body, mode=brotli.MODE_TEXT, quality=BROTLI)
            if coding == "br"
            else gzip.compress(body, GZIP, mtime=0)
        )
        response.set_data(packed)
        response.headers["Content-Encoding"] = coding
        tag, _ = response.get_etag()
        if tag is not None:  # the same page in other bytes
            response.set_etag(tag, weak=True)
        return response


def holds_secret() -> bool:
    """Return whether the answer may hold both a secret and what a stranger has chosen."""
    if "csrf_token" in g or "worthless_token" in g:
        return True
    asks = bool(request.query_string) and request.endpoint not in HARMLESS
    return asks and who().account_id is not None
