"""How pages are read: the language, and whether results are kept back; cookies remember both.

It takes no token of a form: pages without one stay small on their way, and another site that
posts here can do no worse than have a page in German.
"""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from archive.web.language import COOKIE, _, offered
from archive.web.spoilers import CHOICES
from archive.web.spoilers import COOKIE as SPOILERS

pages = Blueprint("language", __name__)

KEPT_FOR: Final = timedelta(days=400)
"""Browsers keep no cookie for longer."""


@pages.post("/language")
def choose() -> Response:
    """Remember a language, and lead back to the page on which it was chosen."""
    code = request.form.get("to", "")
    if code not in offered():
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, _("The pages cannot be read in this language."))
    return _remembered(COOKIE, code)


@pages.post("/spoilers")
def spoilers() -> Response:
    """Remember whether results are kept back, and lead back likewise."""
    choice = request.form.get("to", "")
    if choice not in CHOICES:
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, _("Results are kept back, or shown."))
    return _remembered(SPOILERS, choice)


def _remembered(cookie: str, value: str) -> Response:
    answer = redirect(_where_from() or url_for("home.home"), HTTPStatus.SEE_OTHER)
    answer.set_cookie(
        cookie, value, KEPT_FOR, secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return answer


def _where_from() -> str:
    """Return the address of the page that was left, where it is one of ours that can be read."""
    try:
        left = urlsplit(request.referrer or "")
        if left.netloc != request.host:
            return ""
        current_app.url_map.bind("").match(left.path, method="GET")
    except (ValueError, HTTPException):
        return ""
    return f"{left.path}?{left.query}" if left.query else left.path
