"""Answers that a browser may keep, and revalidate by their ETag.

An ETag is a hash of the very bytes that are sent, so two answers with one ETag are the same answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import PreconditionFailed
from werkzeug.wrappers import Response as AnyResponse

from archive.core.errors import Refused
from archive.services.accounts import TooManyGuesses
from archive.web.language import _, refusal_told

READING: Final = ("GET", "HEAD")
PROGRAMS: Final = ("/api/", ".json")
"""The beginnings and ends of addresses whose answers all have an ETag."""
NOT_KEPT: Final = "private, no-store"


def page(html: str) -> Response:
    """Return a page that changes when its game is re-scored: kept, and revalidated each time."""
    body = html.encode()
    return _tagged(make_response(body), body)


def shown(template: str, **values: Any) -> Response:
    """Return such a page from a template."""
    return page(render_template(template, **values))


def shown_once(template: str, **values: Any) -> Response:
    """Return a page from a template that is only for this moment, or for this reader."""
    return unkept(render_template(template, **values))


def bytes_as_stored(body: bytes, content_type: str) -> Response:
    """Return bytes given back as they are."""
    return _tagged(Response(body, content_type=content_type), body)


def picture_if_new(mark: str, make: Callable[[], bytes]) -> Response:
    """Return a picture, which is not made for a reader who has it already: `mark` is a hash of what
    it is made from."""
    response = Response(content_type="image/png")
    response.set_etag(mark)
    response.make_conditional(request)
    if response.status_code != HTTPStatus.NOT_MODIFIED:
        response.set_data(make())
    return response


def unkept(answer: Response | str | dict[str, Any], status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Return an answer that is only for this moment, or for this reader: no cache keeps it."""
    made = answer if isinstance(answer, Response) else make_response(answer, status)
    made.headers["Cache-Control"] = "no-store"
    return made


def form(template: str, problem: str = "", **values: Any) -> Response:
    """Return a page with a form, not kept: a 422 where it names a problem."""
    page = render_template(template, problem=problem, **values)
    return unkept(page, HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK)


def shown_again(
    form: Callable[..., Response],
) -> Callable[[Callable[..., AnyResponse]], Callable[..., AnyResponse]]:
    """Let a view show its form again, with the reason, where the archive refuses what was asked
    for. `form` is given the values of the address and the `problem`."""

    def around(view: Callable[..., AnyResponse]) -> Callable[..., AnyResponse]:
        @wraps(view)
        def tried(**address: str) -> AnyResponse:
            try:
                return view(**address)
            except TooManyGuesses as error:
                return refused(form(**address, problem=refusal_told(error)), error.seconds)
            except Refused as error:
                return form(**address, problem=refusal_told(error))

        return tried

    return around


def refused(answer: Response, seconds: int) -> Response:
    """Return the answer to a reader who has tried too often, and may again in so many seconds."""
    answer.status_code = HTTPStatus.TOO_MANY_REQUESTS
    answer.headers["Retry-After"] = str(seconds)
    return answer


def hash_of(body: bytes) -> str:
    """Return the ETag of these bytes."""
    return hashlib.sha256(body).hexdigest()[:32]


def has_condition() -> bool:
    """Return whether the request has an `If-Match`. One that cannot be read names no ETag, and so
    fits nothing."""
    return bool(request.headers.get("If-Match", "").strip())


def require_match(body: bytes) -> None:
    """Refuse the request if its `If-Match` does not name these bytes, which are what reading
    answers now."""
    if has_condition() and not request.if_match.contains(hash_of(body)):
        raise PreconditionFailed(
            _("It has been changed since you looked. Look again, then decide.")
        )


def add_etags(app: Flask) -> None:
    """Add an ETag to whatever programs read, and keep answers for one reader from all caches."""

    @app.after_request
    def etag(response: Response) -> Response:
        begins, ends = PROGRAMS
        if not (request.path.startswith(begins) or request.path.endswith(ends)):
            return response
        if "Authorization" in request.headers and not response.cache_control.no_store:
            response.headers["Cache-Control"] = NOT_KEPT
        if (
            request.method in READING
            and response.status_code == HTTPStatus.OK
            and not response.is_streamed
            and not response.get_etag()[0]
        ):
            response.set_etag(hash_of(response.get_data()))
            response.make_conditional(request)
        return response


def _tagged(response: Response, body: bytes) -> Response:
    response.set_etag(hash_of(body))
    response.make_conditional(request)
    return response
