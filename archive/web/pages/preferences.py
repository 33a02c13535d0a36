"""The language of pages, whether results are kept back, and the colours of suits; cookies remember
them, and a user's account its language.

No form token is needed: pages without one stay small on their way, and another site that posts here
can do no worse than show a page in German.
"""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from archive.web.auth import who
from archive.web.language import (
    CHOICES,
    KEPT_FOR,
    SPOILERS_COOKIE,
    SUIT_COLOURS,
    SUITS_COOKIE,
    _,
    offered_languages,
    remember_language,
)
from archive.web.lookup import archive

pages = Blueprint("language", __name__)


@pages.post("/language")
def choose() -> Response:
    """Set the language, or, if it is empty, leave it to the browser; return to the page on which it
    was chosen."""
    code = request.form.get("to")
    if code is None or (code and code not in offered_languages()):
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, _("The pages cannot be read in this language."))
    answer = _back()
    remember_language(answer, code)
    if (me := who().account_id) is not None:
        archive().accounts.set_language(me, code or None)
    return answer


@pages.post("/spoilers")
def spoilers() -> Response:
    """Set whether results are kept back, and return to the same page."""
    return _remembered(SPOILERS_COOKIE, CHOICES, _("Results are kept back, or shown."))


@pages.post("/suits")
def suits() -> Response:
    """Set whether suits have four colours or two, and return to the same page."""
    return _remembered(SUITS_COOKIE, SUIT_COLOURS, _("Suits have four colours, or two."))


def _remembered(cookie: str, choices: tuple[str, ...], refusal: str) -> Response:
    """Return the way back to the same page, on which one of the choices is remembered."""
    choice = request.form.get("to", "")
    if choice not in choices:
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, refusal)
    answer = _back()
    answer.set_cookie(
        cookie, choice, KEPT_FOR, secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return answer


def _back() -> Response:
    return redirect(_where_from() or url_for("home.home"), HTTPStatus.SEE_OTHER)


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
