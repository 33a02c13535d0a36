"""Reading games without spoilers: a choice, which a cookie remembers.

Results are kept back from lists, a game's own page and the plays that lie ahead, until the game is
stepped through. Tables of standings, players' pages and what programs read have them.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, has_request_context, request

COOKIE: Final = "twenties_spoilers"
CHOICES: Final = ("hide", "show")


def spoiler_free() -> bool:
    """Return whether this reader wants results kept back."""
    return has_request_context() and request.cookies.get(COOKIE) == CHOICES[0]


def add_spoilers(app: Flask) -> None:
    """Let templates ask for it."""
    app.jinja_env.globals["spoiler_free"] = spoiler_free
