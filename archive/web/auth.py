"""The actor of a request: a user who signed in on the page, a program with a token, or a visitor.

A person has a cookie, so what they change must carry the page's token as well (CSRF): another site
can make a browser send the cookie, but cannot read the token. A program sends its key in a header,
which no other site can make a browser do. A request with a key is judged by that alone: a bad key
never falls back to the cookie beside it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final, cast

from flask import (
    Flask,
    Request,
    Response,
    after_this_request,
    current_app,
    g,
    redirect,
    request,
    session,
    url_for,
)
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_login import LoginManager, UserMixin, current_user, login_user, logout_user
from flask_wtf.csrf import CSRFProtect
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, HTTPException, NotFound, Unauthorized

from archive.services.accounts import SIGNED_IN_FOR, Accounts, AccountView, SignedIn
from archive.services.permissions import ANONYMOUS, Actor, Owned, Permission, Scope, may
from archive.web.errors import wants_json
from archive.web.language import _, offered_languages, remember_language

SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")
SCHEME: Final = "bearer "
PROVING: Final = "api-account"
"""The one part of the API where name and password are asked for."""
DEVICE: Final = "twenties_device"
"""The cookie of a browser in which an account has signed in; it outlives the session."""
DEVICE_FOR: Final = timedelta(days=400)
"""The longest time that browsers keep a cookie."""
HARMLESS: Final = frozenset({"language.choose", "language.spoilers", "language.suits"})
"""Requests without the page's token: another site that sends one changes only how a page is
read."""
KEY: Final = "_user_id"
"""The key under which Flask-Login looks in the cookie; its value is the session's key."""


class Visitor(UserMixin):  # type: ignore[misc]
    """A signed-in account, as Flask-Login wants it."""

    def __init__(self, signed_in: SignedIn, key: str = "") -> None:
        self.who = signed_in.who
        self.key = key

    def get_id(self) -> str:
        """Return the value for the cookie: a session's key, which says nothing about its
        account."""
        return self.key


class _Sessions(SecureCookieSessionInterface):
    """Cookies that over https are never sent without it, and that are never set on files: those are
    the same for all, and kept by all caches."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session in the request's cookie, or an empty one without a cookie."""
        if self.get_cookie_name(app) not in request.cookies:
            return self.session_class()
        return super().open_session(app, request)

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the cookie is for https alone."""
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie, except on files."""
        if request.endpoint != "static":
            super().save_session(app, session, response)


class _SignInFirst(HTTPException):
    """An answer that leads a reader to sign in, and back to the page."""

    code = HTTPStatus.SEE_OTHER

    def get_response(self, *_: Any, **__: Any) -> Any:
        """Return the redirect to the sign-in page."""
        here = request.full_path.removesuffix("?")
        return redirect(url_for("sign_in.form", next=here), HTTPStatus.SEE_OTHER)


class _BeyondToken(Forbidden):
    """A token that may not do what was asked; a scope that would allow it is named."""

    def __init__(self, asking: Actor, verb: Permission, what: Owned | None) -> None:
        scopes = asking.scopes or frozenset()
        more = (
            scope for scope in Scope if may(replace(asking, scopes=scopes | {scope}), verb, what)
        )
        self.scope = next(more, None)
        said = _("This token, or the account behind it, may not do that.")
        if self.scope:
            said = " ".join((said, _("It needs the scope “%(scope)s”.", scope=self.scope)))
        super().__init__(said)

    def get_headers(self, *arguments: Any, **more: Any) -> list[tuple[str, str]]:
        """Return the headers, with the missing scope where there is one."""
        headers = super().get_headers(*arguments, **more)
        if self.scope is None:
            return headers
        challenge = _challenge("insufficient_scope", scope=self.scope)
        return [*headers, ("WWW-Authenticate", challenge.to_header())]


def who() -> Actor:
    """Return the actor of this request. An invalid token ends the request here."""
    visitor = current_user._get_current_object()  # noqa: SLF001 - the one way past the proxy
    if g.get("worthless_token"):
        raise Unauthorized(
            _("This token is not known here, was revoked, or has ended."),
            www_authenticate=_challenge("invalid_token"),
        )
    return visitor.who if isinstance(visitor, Visitor) else ANONYMOUS


def account_id() -> str | None:
    """Return the account of this request; None without one."""
    return who().account_id


def require(verb: Permission, what: Owned | None = None) -> Actor:
    """Return the actor of this request, if the action is allowed. What an actor may not see is
    answered as not there; otherwise a visitor is told to sign in, and an account that it may
    not."""
    asking = who()
    if what is not None and not may(asking, Permission.SEE, what):
        raise NotFound(_("There is nothing at this address."))
    if may(asking, verb, what):
        return asking
    if asking.account_id is None:
        if request.method == "GET" and not wants_json():
            raise _SignInFirst
        raise Unauthorized(_("Sign in first."), www_authenticate=_challenge())
    if asking.scopes is not None:
        raise _BeyondToken(asking, verb, what)
    raise Forbidden(_("Your account may not do that."))


def sign_in(account: AccountView) -> None:
    """Begin a new session, so that whatever was in the browser before is worth nothing."""
    sign_out()
    session.permanent = True
    login_user(Visitor(SignedIn(account), _of_app().begin_session(account.id)))
    remember(account.id)
    if account.language in offered_languages():
        _say_in(account.language or "")


def _say_in(code: str) -> None:
    """Set this browser's language to that of the account that signed in."""

    @after_this_request
    def tell(answer: Response) -> Response:
        remember_language(answer, code)
        return answer


def device() -> str:
    """Return this browser's cookie about the accounts that signed in there; empty without one."""
    return request.cookies.get(DEVICE, "")


def remember(account_id: str) -> None:
    """Note in this browser that the account is known there, so that guesses made elsewhere do not
    lock it out."""
    told = _of_app().remember(account_id, device())

    @after_this_request
    def tell(answer: Response) -> Response:
        answer.set_cookie(
            DEVICE, told, DEVICE_FOR, secure=request.is_secure, httponly=True, samesite="Lax"
        )
        return answer


def sign_out() -> None:
    """End this session here and in the browser: its cookie is refused from now on."""
    if key := session_key():
        _of_app().end_session(key)
    logout_user()
    session.clear()


def session_key() -> str:
    """Return the key of this session; empty without one."""
    return str(session.get(KEY, ""))


def add_signing_in(app: Flask, csrf: CSRFProtect) -> None:
    """Find out the actor of each request, and refuse changes that another site may have asked
    for."""
    app.config.update(
        PERMANENT_SESSION_LIFETIME=SIGNED_IN_FOR,
        SESSION_REFRESH_EACH_REQUEST=False,
        SESSION_COOKIE_HTTPONLY=True,
        WTF_CSRF_CHECK_DEFAULT=False,  # `guard` below does, for every address and not for most
    )
    app.session_interface = _Sessions()
    manager = LoginManager(app, add_context_processor=False)
    manager.session_protection = None  # an address may change under way

    @manager.user_loader
    def of_session(known_as: str) -> Visitor | None:
        if _key_of(request) is not None:
            return None
        found = _of_app().of_session(known_as)
        return Visitor(found) if found else None

    @manager.request_loader
    def of_token(asked: Request) -> Visitor | None:
        key = _key_of(asked)
        if key is None:
            return None
        found = _of_app().of_token(key)
        g.worthless_token = found is None
        return Visitor(found) if found else None

    @app.before_request
    def guard() -> None:
        """Refuse changes by a browser without the page's token."""
        if request.method in SAFE or request.endpoint is None or request.endpoint in HARMLESS:
            return
        if _key_of(request) is not None:
            who()
        elif _says_who_in_vain(request):
            by_name = request.headers["Authorization"].lower().startswith("basic")
            raise Unauthorized(
                _("Name and password only work below /api/v1/account. Send a token.")
                if by_name
                else _(
                    "There is no token in the header Authorization: send “Bearer”, then the token."
                ),
                www_authenticate=_challenge(),
            )
        elif not (request.path.startswith("/api/") and not current_user.is_authenticated):
            csrf.protect()

    @app.context_processor
    def visitor() -> dict[str, Any]:
        """Return the values for the pages; an error page must also work for a bad token."""
        user = current_user._get_current_object()  # noqa: SLF001
        me = user.who if isinstance(user, Visitor) else ANONYMOUS

        def may_do(verb: str, thing: Owned | None = None) -> bool:
            return may(me, Permission(verb), thing if thing is not None else None)

        return {"me": me, "may": may_do}


def _of_app() -> Accounts:
    return cast(Accounts, current_app.extensions["archive"].accounts)


def _key_of(asked: Request) -> str | None:
    said = asked.headers.get("Authorization", "")
    return said[len(SCHEME) :].strip() or None if said.lower().startswith(SCHEME) else None


def _says_who_in_vain(asked: Request) -> bool:
    """Return whether a request has credentials where they are ignored: its upload would have no
    owner, though the sender means to own it."""
    said = asked.headers.get("Authorization")
    return bool(said) and asked.path.startswith("/api/") and asked.blueprint != PROVING


class Challenge(WWWAuthenticate):
    """A challenge that says what to send, each value in quotes, as RFC 6750 and RFC 7617 want
    it."""

    def to_header(self) -> str:
        """Return the challenge as a header."""
        said = ", ".join(f'{name}="{value}"' for name, value in self.parameters.items())
        return f"{self.type.title()} {said}"


def _challenge(error: str = "", **more: str) -> Challenge:
    """Return the demand for a token, with what is wrong with the one that was sent."""
    said = {"error": error, **more} if error else {}
    return Challenge("bearer", {"realm": "twenties", **said})
