"""Signing up, in and out."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_limiter.util import get_remote_address
from werkzeug.wrappers import Response as AnyResponse

from archive.core.errors import TwentiesError
from archive.services.account_names import LONGEST as LONGEST_NAME
from archive.services.accounts import TooManyGuesses
from archive.services.passwords import SHORTEST
from archive.web import auth, caching
from archive.web.language import _, told
from archive.web.lookup import archive
from archive.web.pages import led_to

pages = Blueprint("sign_in", __name__)


@pages.get("/sign-in")
def form() -> AnyResponse:
    if auth.account_id() is not None:
        return redirect(_next())
    return _page("sign_in.html")


@pages.post("/sign-in")
def take() -> AnyResponse:
    """Sign in. Whatever is wrong, the answer is the same: it tells nobody which names there are."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    try:
        account = archive().accounts.sign_in(name, password, get_remote_address(), auth.device())
    except TooManyGuesses as refused:
        problem = _(
            "%(refused)s Until then no password is looked at, not even the right one.",
            refused=told(refused),
        )
        return caching.refused(_page("sign_in.html", problem, name=name), refused.seconds)
    if account is None:
        problem = _("Name and password do not match.")
        return _page("sign_in.html", problem, HTTPStatus.UNAUTHORIZED, name=name)
    auth.sign_in(account)
    return redirect(_next(), HTTPStatus.SEE_OTHER)


@pages.get("/sign-up")
def up_form() -> AnyResponse:
    if auth.account_id() is not None:
        return redirect(_next())
    return _page("sign_up.html")


@pages.post("/sign-up")
def sign_up() -> AnyResponse:
    """Make an account, and go on with it."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    if password != request.form.get("again", ""):
        return _page("sign_up.html", _("The two passwords are not the same."), name=name)
    try:
        account = archive().accounts.sign_up(name, password)
    except TwentiesError as refused:
        return _page("sign_up.html", told(refused), name=name)
    auth.sign_in(account)
    return redirect(_next(), HTTPStatus.SEE_OTHER)


@pages.post("/sign-out")
def out() -> AnyResponse:
    auth.sign_out()
    return led_to("home.home")


def _page(
    template: str,
    problem: str = "",
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
    **values: str,
) -> Response:
    page = render_template(
        template,
        problem=problem,
        next=_next(),
        is_open=archive().accounts.sign_up_is_open,
        shortest=SHORTEST,
        longest_name=LONGEST_NAME,
        **values,
    )
    return caching.unkept(page, status if problem else HTTPStatus.OK)


def _next() -> str:
    """Return where to go on: an address of this archive, never another's."""
    wanted = request.values.get("next", "")
    try:
        parts = urlsplit(wanted)
    except ValueError:  # no address at all, as `//[x`
        return url_for("account.account")
    is_ours = wanted.startswith("/") and not parts.scheme and not parts.netloc
    if is_ours and wanted.isprintable() and "\\" not in wanted and not wanted.startswith("//"):
        return wanted
    return url_for("account.account")
