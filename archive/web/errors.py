"""Error answers: a page for people, RFC 9457 for programs, with what is wrong with each field of a
request in the reader's language.
"""

from __future__ import annotations

import errno
import json
import logging
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, current_app, g, make_response, render_template, request
from flask_limiter import RateLimitExceeded
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    NotFound,
    RequestEntityTooLarge,
    SecurityError,
    TooManyRequests,
    UnprocessableEntity,
)

from archive import logs
from archive.core.errors import NotThere, Refused
from archive.languages import ENGLISH
from archive.services import Crowded, DiskFull, Unreachable
from archive.services.accounts import TooManyGuesses
from archive.services.search import BadCursor, BadQuestion
from archive.web.field_messages import field_message
from archive.web.language import _, decimal, language, marked, ngettext, refusal_told

logger = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"

FOR_PROGRAMS: Final = (".json", ".xxn", ".ndjson", ".csv", ".diff")
"""Endings of addresses that are read by programs."""

PARTS: Final = {"json": "body", "form": "body", "files": "body", "view_args": "path"}
"""Parts of a request as its sender calls them; the others have their own names."""

SAID: Final = {
    400: (
        marked("That could not be read."),
        marked("The request was not one this page understands."),
    ),
    401: (marked("You are not signed in."), marked("Sign in, or send a token.")),
    403: (marked("That may not be done."), marked("Your account may not do that.")),
    404: (
        marked("There is nothing at this address."),
        marked("The address may be incomplete, or the game gone."),
    ),
    405: (
        marked("This address does not do that."),
        marked("It exists, but cannot be asked in this way."),
    ),
    412: (marked("It has been changed since."), marked("Look again, then decide.")),
    413: (marked("That is too large."), ""),
    415: (marked("That kind of content is not taken here."), ""),
    422: (marked("Something in the request is missing or wrong."), ""),
    429: (
        marked("A little too fast."),
        marked("Too many requests came from your address. Wait a moment."),
    ),
    503: (marked("Too much to do just now."), marked("Try again in a moment.")),
    507: (
        marked("There is no room left."),
        marked("Nothing of what was sent was kept. Try again later."),
    ),
    500: (
        marked("Something broke here."),
        marked("The fault is ours, and it is noted down. Nothing is lost."),
    ),
}

PHRASES: Final = (
    marked("Bad Request"), marked("Unauthorized"), marked("Forbidden"), marked("Not Found"),
    marked("Method Not Allowed"), marked("Not Acceptable"), marked("Request Timeout"),
    marked("Conflict"), marked("Gone"), marked("Length Required"), marked("Precondition Failed"),
    marked("Request Entity Too Large"), marked("Request-URI Too Long"),
    marked("Unsupported Media Type"), marked("Requested Range Not Satisfiable"),
    marked("Unprocessable Entity"), marked("Precondition Required"), marked("Too Many Requests"),
    marked("Request Header Fields Too Large"), marked("Internal Server Error"),
    marked("Service Unavailable"), marked("Insufficient Storage"),
)  # fmt: skip
"""The phrases of statuses, which are the titles of problems (RFC 9457, 4.2.1)."""

AWAY_SAID: Final = (
    marked("The archive cannot get at its games."),
    marked("Its database does not answer just now. Nothing is lost; try again in a moment."),
)
CROWDED_SAID: Final = (
    marked("Too many are asking at once."),
    marked(
        "All connections to the database are in use. Nothing was changed; try again in a moment."
    ),
)
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def wants_json() -> bool:
    """Return whether an answer is to be JSON: programs say so by the address, all others by what
    they accept."""
    if request.path.startswith("/api/") or request.path.endswith(FOR_PROGRAMS):
        return True
    best = request.accept_mimetypes.best_match(["text/html", MEDIA_TYPE, "application/json"])
    return best is not None and best != "text/html"


def problem(status: int, detail: str, **more: Any) -> Response:
    """Return an RFC 9457 problem. `type` is left out: the status says what kind it is. `request_id`
    is the identifier to give to the archive's operator."""
    said = json.dumps(problem_as_dict(status, detail, **more), ensure_ascii=False)
    # The request may be quoted, and need not be text: a lone surrogate stays an escape.
    return Response(said.encode("utf-8", "backslashreplace"), status, content_type=MEDIA_TYPE)


def problem_as_dict(status: int, detail: str, **more: Any) -> dict[str, Any]:
    """Return a problem as plain values."""
    phrase = HTTPStatus(status).phrase
    body = {
        "title": _(phrase) if phrase in PHRASES else phrase,
        "status": status,
        "detail": detail,
        **more,
    }
    if known_as := logs.request_id():
        body["request_id"] = known_as
    return body


def problems_by_pointer(messages: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return what is wrong with each part of a request, with a JSON pointer to it."""
    return [
        {"in": PARTS.get(part, part), "pointer": pointer, "detail": sentence}
        for part, found in messages.items()
        for pointer, sentence in _pointed(found, "#")
    ]


def _pointed(found: Any, pointer: str) -> Iterator[tuple[str, str]]:
    if isinstance(found, Mapping):
        for key, inner in found.items():
            if key == "_schema":  # of the whole, and of no key
                yield from _pointed(inner, pointer)
            else:
                step = str(key).replace("~", "~0").replace("/", "~1")
                yield from _pointed(inner, f"{pointer}/{step}")
    elif isinstance(found, list | tuple):
        for one in found:
            yield from _pointed(one, pointer)
    else:
        yield pointer, field_message(str(found))


def field_refused(part: str, messages: Any, sentence: str) -> UnprocessableEntity:
    """Return the error of a request of which a part is wrong: `messages` by its fields."""
    error = UnprocessableEntity(sentence)
    error.data = {"messages": {part: messages}}  # type: ignore[attr-defined]
    return error


def size_in_words(size: int) -> str:
    """Return a size for people: to the byte while it is small, then in three figures."""
    if size < 1024:
        return ngettext("%(num)s byte", "%(num)s bytes", size)
    unit, word = (1 << 20, "MB") if size >= 1 << 20 else (1024, "KB")
    said = size / unit
    digits = f"{said:.0f}" if said >= 1000 else f"{said:.3g}"
    return f"{digits if language() == ENGLISH else decimal(digits)} {word}"


class BeyondTheLastPlay(NotFound):
    """Raised for a play that a game has not; `last_play` is the address of its last one."""

    def __init__(self, last: int, last_play: str | None = None) -> None:
        super().__init__(
            _("This game has %(last)s plays, numbered from 1; 0 is before the first.", last=last)
        )
        self.last_play = last_play


def add_error_pages(app: Flask) -> None:
    """Answer every error with a page or a problem in words."""
    answers: dict[type[Exception], Callable[[Any], Response]] = {
        HTTPException: refused, Refused: not_done, BadQuestion: odd_search, BadCursor: odd_search,
        TooManyGuesses: too_many_guesses, NotThere: gone, Exception: broken,
    }  # fmt: skip
    for kind, answer in answers.items():
        app.register_error_handler(kind, answer)


def refused(error: HTTPException) -> Response:
    """Answer with the status and the sentence of an error that Flask knows."""
    status = error.code or 500
    if status < 400:  # a redirect that was raised
        return make_response(error.get_response())
    if isinstance(error, SecurityError):  # an unknown host: no address can be made for a page
        return problem(status, _("This archive does not go by the name it was asked for."))
    title, detail = _words(error, status)
    if wants_json():
        data = getattr(error, "data", None) or {}
        more = {"errors": problems_by_pointer(data["messages"])} if "messages" in data else {}
        answer = problem(status, data.get("message") or detail or title, **more)
    else:
        typed = request.form.get("text") if isinstance(error, CSRFError) else None
        page = render_template(
            "error.html", status=status, title=title, detail=detail, typed=typed,
            last_play=getattr(error, "last_play", None),
        )  # fmt: skip
        answer = make_response(page, status)
    if isinstance(error, TooManyRequests) and error.response is None:
        answer.headers.setdefault("Retry-After", str(g.get("wait", 60)))
    return _keep_headers(error, answer)


def too_many_guesses(error: TooManyGuesses) -> Response:
    """Answer a user who has guessed passwords too often, and when to come back."""
    g.wait = error.seconds
    return refused(TooManyRequests(refusal_told(error)))


def not_done(error: Refused) -> Response:
    """Answer what a use case refuses with its sentence."""
    return refused(UnprocessableEntity(refusal_told(error)))


def odd_search(error: BadQuestion | BadCursor) -> Response:
    """Answer a search that makes no sense; an operation of the API points to its parameter."""
    if not hasattr(current_app.view_functions[request.endpoint or ""], "_apidoc"):
        return refused(BadRequest(refusal_told(error)))
    named = error.name if isinstance(error, BadQuestion) else "cursor"
    wrong = {named: [refusal_told(error)]}
    return refused(field_refused("query", wrong, _("That cannot be asked for.")))


def gone(error: NotThere) -> Response:
    """Answer where two requests wanted the same, and this one came too late."""
    return refused(NotFound(refusal_told(error)))


def broken(error: Exception) -> Response:
    """Answer, and note down, a fault that is the archive's own."""
    pattern = request.url_rule.rule if request.url_rule else "an address that is not here"
    logger.exception("%s %s failed", request.method, pattern, exc_info=error)
    status, said = _machinery(error)
    title, detail = map(_, said)
    if wants_json():
        answer = problem(status, detail)
    else:
        if status == 500 and (known_as := logs.request_id()):
            found = _("The operator of the archive finds it under %(key)s.", key=known_as)
            detail = f"{detail} {found}"
        page = render_template("error.html", status=status, title=title, detail=detail)
        answer = make_response(page, status)
    if status == 503:
        answer.headers["Retry-After"] = "5"
    return answer


def _machinery(error: Exception) -> tuple[int, tuple[str, str]]:
    """Return the status and sentence for a fault of the machine, not of the program."""
    if isinstance(error, DiskFull) or getattr(error, "errno", None) in NO_ROOM:
        return 507, SAID[507]
    if isinstance(error, Crowded):
        return 503, CROWDED_SAID
    if isinstance(error, Unreachable):
        return 503, AWAY_SAID
    return 500, SAID[500]


def _words(error: HTTPException, status: int) -> tuple[str, str]:
    title, detail = SAID.get(status, (HTTPStatus(status).phrase, ""))
    title, detail = _(title), _(detail) if detail else ""
    if isinstance(error, CSRFError):
        title = _("The form had expired.")
        detail = _(
            "Nothing was changed: the page had been open for too long. Load it again and repeat "
            "what you did."
        )
        if request.form.get("text"):
            detail = _("What you wrote is still here; press the button to try again.")
        return title, detail
    if isinstance(error, RequestEntityTooLarge) and error.description == type(error).description:
        most = size_in_words(current_app.config["MAX_CONTENT_LENGTH"])
        return title, _(
            "An upload may have %(most)s. Nothing of it was kept. Split it and try again.",
            most=most,
        )
    own = error.description
    is_own = own is not None and own != type(error).description
    is_own = is_own and not isinstance(error, RateLimitExceeded)  # written by the limit
    return title, str(own) if is_own else detail


def _keep_headers(error: HTTPException, answer: Response) -> Response:
    """Copy `Allow`, `Retry-After` and the like from the error to its answer."""
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            answer.headers[name] = value
    return answer
