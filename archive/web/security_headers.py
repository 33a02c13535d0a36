"""Headers on every answer, also on the one for an internal error; those that allow pages of other
sites to read what the API answers to everyone; and the tokens of forms.

A browser sends no cookie for such a page, and shows it no other headers than these: so it reads
what any visitor may, and changes nothing.

A token is written in other bytes in every answer. A page that holds one may then be compressed: how
well it is compressed tells nothing of the token, for what is on the page is a pad thrown for this
answer alone, and the token under that pad (BREACH; docs/decisions/weight.md).
"""

from __future__ import annotations

import base64
import binascii
import json
import logging
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, request
from flask_wtf.csrf import CSRFProtect, generate_csrf

from archive import logs
from archive.web.responses import READING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


logger = logging.getLogger(__name__)

# Everything a page needs comes from here, as files: no inline script or style, no other host.
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
RUNS_RULES: Final = CONTENT_SECURITY_POLICY.replace(
    "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
)
"""The policy of pages that run the rules: they run in WebAssembly, which is compiled there."""

HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # addresses of unlisted games stay here
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SECURE: Final = {**HEADERS, "Strict-Transport-Security": "max-age=31536000"}
"""The headers of an answer over HTTPS."""

DEPENDS_ON_WHO_ASKS: Final = ("Cookie", "Authorization")


BROKEN: Final = "Something broke here. The fault is ours, and it is noted down."


class Guarded:
    """A WSGI application whose answers all carry the headers: those of Flask, and the one that is
    given where Flask itself has failed to make one."""

    def __init__(self, inner: WSGIApplication) -> None:
        self._inner = inner

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        started = False

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            nonlocal started
            for name, value in headers:
                f"{name}{value}".encode("latin-1")  # an answer that cannot be sent fails here
            there = {name.lower() for name, _ in headers}
            ours = HEADERS if environ["wsgi.url_scheme"] != "https" else SECURE
            added = [one for one in ours.items() if one[0].lower() not in there]
            answer = start_response(status, [*headers, *added], *more)
            started = True
            return answer

        try:
            return self._inner(environ, start)
        except Exception:
            if started:
                raise
            logger.exception("No answer could be made")
            return _broken(environ, start)


def _broken(environ: WSGIEnvironment, start: Any) -> list[bytes]:
    """Answer that something broke, by code that cannot break as well."""
    said, kind = BROKEN, "text/plain; charset=utf-8"
    if environ.get("PATH_INFO", "").startswith("/api/"):
        problem = {"title": "Internal Server Error", "status": 500, "detail": BROKEN}
        said, kind = (
            json.dumps({**problem, "request_id": logs.request_id()}),
            "application/problem+json",
        )
    body = said.encode()
    start(
        "500 Internal Server Error",
        [("Content-Type", kind), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")],
    )
    return [body]


def add_headers(app: Flask) -> None:
    """Put the headers on every answer; a view that sets one itself keeps its own."""
    app.wsgi_app = Guarded(app.wsgi_app)  # type: ignore[method-assign]

    @app.after_request
    def headers(response: Response) -> Response:
        if request.endpoint != "static" and not response.cache_control.immutable:
            _keep_to_oneself(response)
        return response


def _keep_to_oneself(response: Response) -> None:
    """Keep an answer out of caches for others, and have a browser revalidate it each time, which an
    ETag makes cheap: visibility and names can change."""
    response.vary.update(DEPENDS_ON_WHO_ASKS)
    keep = response.cache_control
    if keep.no_store:
        return
    response.headers["Cache-Control"] = "private, no-cache"


API: Final = "/api/"
SHOWN: Final = (
    "Content-Language, ETag, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, "
    "Retry-After, X-Request-ID"
)
"""Headers of answers that a script may read, beside the few that it always may."""
ASKED: Final = "If-None-Match, X-Request-ID"
"""Headers of requests that a script may set, beside those that it always may."""
DAY: Final = 86_400


def add_sharing(app: Flask) -> None:
    """Let scripts of other sites read what the API answers to everyone."""

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


class FormTokens(CSRFProtect):  # type: ignore[misc]
    """Protects forms, by tokens under a pad."""

    def init_app(self, app: Flask) -> None:
        """Protect an app's forms, and give its pages their tokens under a pad."""
        super().init_app(app)
        app.jinja_env.globals["csrf_token"] = form_token
        app.context_processor(lambda: {"csrf_token": form_token})

    def _get_csrf_token(self) -> str | None:
        found = super()._get_csrf_token()
        return None if found is None else from_under_pad(found)


def form_token() -> str:
    """Return the session's token under a new pad."""
    return under_pad(generate_csrf())


def under_pad(token: str) -> str:
    """Return a token under a pad, the pad in front of it."""
    data = token.encode()
    pad = secrets.token_bytes(len(data))
    return base64.urlsafe_b64encode(pad + _over(pad, data)).decode()


def from_under_pad(shown: str) -> str:
    """Return the token that was given under a pad. What is nothing of the kind comes back as it is:
    it is no token, or one of a page that was loaded before there were pads."""
    try:
        data = base64.b64decode(shown, altchars=b"-_", validate=True)
        half = len(data) // 2
        return _over(data[:half], data[half:]).decode()
    except (binascii.Error, ValueError):
        return shown


def _over(pad: bytes, data: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(pad, data, strict=True))
