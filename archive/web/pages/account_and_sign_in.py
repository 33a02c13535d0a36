"""One's own account: signing up, in and out; uploads, tokens, password, export, deletion."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, request, url_for
from flask_limiter.util import get_remote_address
from werkzeug.wrappers import Response as AnyResponse

from archive.core.errors import Refused
from archive.services.account_names import LONGEST as LONGEST_NAME
from archive.services.accounts import TooManyGuesses
from archive.services.passwords import SHORTEST
from archive.services.permissions import ROLE_FOR, Actor, Permission, Scope
from archive.web import auth, responses
from archive.web.api.account import export
from archive.web.auth import require
from archive.web.language import _, marked, offered_languages, own_name, refusal_told
from archive.web.lookup import archive
from archive.web.pages import led_to

pages = Blueprint("account", __name__)

SCOPES: Final = {
    Scope.READ: marked("see what is yours and private, and export it"),
    Scope.UPLOAD: marked("upload games under your name"),
    Scope.WRITE: marked("change and delete what is yours; tags, collections, reports"),
    Scope.MODERATE: marked("settle reports, hide games, keep players anonymous"),
    Scope.ADMIN: marked("keep accounts and their roles, read the log, have all games re-scored"),
}
LIVES: Final = {"30": marked("in 30 days"), "365": marked("in a year"), "": marked("never")}
NOT_YOURS: Final = marked("That is not the password you have now.")


def _page(problem: str = "", token: str = "") -> Response:
    me = require(Permission.KEEP_ACCOUNT)
    here, account_id = archive(), me.account_id or ""
    after = request.args.get("after", "")
    uploads = here.ownership.uploads_of(account_id, after=after)
    return responses.form(
        "account.html",
        problem,
        account=here.accounts.account(account_id),
        uploads=uploads,
        more=uploads[-1].id if len(uploads) == 50 else None,
        later=bool(after),
        tokens=here.accounts.tokens(account_id),
        sessions=here.accounts.sessions(account_id, auth.session_key()),
        collections=here.collections.of(account_id, asking=me),
        layers=here.layers.latest(account_id),
        reports=here.moderation.reports(reporter_id=account_id),
        scopes=_scopes_for(me),
        lives=LIVES,
        languages={
            "": _("the browser’s language"),
            **{code: own_name(code) for code in offered_languages()},
        },
        token=token,
        shortest=SHORTEST,
        said=request.args.get("said", ""),
    )


def _scopes_for(me: Actor) -> dict[str, str]:
    """Return the scopes that a token of this account may have, each with its description."""
    return {
        scope.value: words for scope, words in SCOPES.items() if me.is_at_least(ROLE_FOR[scope])
    }


def _ending(problem: str = "") -> Response:
    me = require(Permission.KEEP_ACCOUNT).account_id or ""
    goes = archive().ownership.what_goes_with(me)
    return responses.form("account_delete.html", problem, goes=goes)


def _prove(me: str) -> None:
    """Refuse what is not asked for with the account's password."""
    said = request.form.get("password", "")
    if not archive().accounts.has_password(me, said, key=auth.session_key()):
        raise Refused(NOT_YOURS)


@pages.get("/account")
def account() -> Response:
    """Show the account with its uploads, tokens and sessions."""
    return _page()


@pages.post("/account/password")
@responses.shown_again(_page)
def password() -> AnyResponse:
    """Change the password. Every other session ends; this one goes on."""
    me = require(Permission.KEEP_ACCOUNT).account_id or ""
    said = request.form
    if said.get("new", "") != said.get("again", ""):
        raise Refused(marked("The two new passwords are not the same."))
    archive().accounts.change_password(
        me, said.get("old", ""), said.get("new", ""), key=auth.session_key()
    )
    auth.remember(me)
    return led_to("account.account", said="password")


@pages.post("/account/sessions/end")
def end_sessions() -> AnyResponse:
    """Sign out everywhere else."""
    me = require(Permission.KEEP_ACCOUNT).account_id or ""
    archive().accounts.end_sessions(me, key=auth.session_key())
    return led_to("account.account", said="sessions")


@pages.post("/account/tokens")
@responses.shown_again(_page)
def make_token() -> AnyResponse:
    """Make a token, shown this once. It is as good as the password, so that is asked for again."""
    me = require(Permission.KEEP_ACCOUNT).account_id or ""
    _prove(me)
    said, days = request.form, request.form.get("days", "")
    if days not in LIVES:
        raise Refused(marked("There is no such end for a token."))
    _token, text = archive().accounts.make_token(
        me, said.get("name", ""), said.getlist("scope"), int(days) if days else None
    )
    return _page(token=text)


@pages.post("/account/tokens/<token_id>/revoke")
def revoke_token(token_id: str) -> AnyResponse:
    """Revoke a token."""
    me = require(Permission.KEEP_ACCOUNT).account_id or ""
    archive().accounts.revoke_token(me, token_id)
    return led_to("account.account", said="tokens")


pages.add_url_rule("/account/export.zip", view_func=export)


@pages.get("/account/delete")
def delete_form() -> Response:
    """Show what is deleted with an account and what stays, before it is."""
    return _ending()


@pages.post("/account/delete")
@responses.shown_again(_ending)
def delete() -> AnyResponse:
    """Delete the account, and its uploads unless they are to stay."""
    me = require(Permission.KEEP_ACCOUNT).account_id or ""
    _prove(me)
    leave = request.form.get("uploads") == "leave"
    job_id = archive().deletion.account(me, leave_uploads=leave, by=me)
    auth.sign_out()
    return led_to("jobs.job", job_id=job_id)


signing_in = Blueprint("sign_in", __name__)


@signing_in.get("/sign-in")
def form() -> AnyResponse:
    """Show the form for signing in."""
    if auth.account_id() is not None:
        return redirect(_next())
    return _signing_page("sign_in.html")


@signing_in.post("/sign-in")
def take() -> AnyResponse:
    """Sign in. Whatever is wrong, the answer is the same, so that it reveals no names."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    try:
        account = archive().accounts.sign_in(name, password, get_remote_address(), auth.device())
    except TooManyGuesses as refused:
        problem = _(
            "%(refused)s Until then no password is looked at, not even the right one.",
            refused=refusal_told(refused),
        )
        return responses.refused(_signing_page("sign_in.html", problem, name=name), refused.seconds)
    if account is None:
        problem = _("Name and password do not match.")
        return _signing_page("sign_in.html", problem, HTTPStatus.UNAUTHORIZED, name=name)
    auth.sign_in(account)
    return redirect(_next(), HTTPStatus.SEE_OTHER)


@signing_in.get("/sign-up")
def up_form() -> AnyResponse:
    """Show the form for making an account."""
    if auth.account_id() is not None:
        return redirect(_next())
    return _signing_page("sign_up.html")


@signing_in.post("/sign-up")
def sign_up() -> AnyResponse:
    """Make an account, and sign in with it."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    if password != request.form.get("again", ""):
        return _signing_page("sign_up.html", _("The two passwords are not the same."), name=name)
    try:
        account = archive().accounts.sign_up(name, password)
    except Refused as refused:
        return _signing_page("sign_up.html", refusal_told(refused), name=name)
    auth.sign_in(account)
    return redirect(_next(), HTTPStatus.SEE_OTHER)


@signing_in.post("/sign-out")
def out() -> AnyResponse:
    """Sign out."""
    auth.sign_out()
    return led_to("home.home")


def _signing_page(
    template: str,
    problem: str = "",
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
    **values: str,
) -> Response:
    return responses.shown_once(
        template,
        status if problem else HTTPStatus.OK,
        problem=problem,
        next=_next(),
        is_open=archive().accounts.sign_up_is_open,
        shortest=SHORTEST,
        longest_name=LONGEST_NAME,
        **values,
    )


def _next() -> str:
    """Return the address to go on to: one of this archive, never another's."""
    wanted = request.values.get("next", "")
    try:
        parts = urlsplit(wanted)
    except ValueError:  # no valid address, as `//[x`
        return url_for("account.account")
    is_ours = wanted.startswith("/") and not parts.scheme and not parts.netloc
    if is_ours and wanted.isprintable() and "\\" not in wanted and not wanted.startswith("//"):
        return wanted
    return url_for("account.account")
