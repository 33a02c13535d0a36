"""Answers: those that a browser may keep, and revalidate by their ETag; those for this moment or
this reader alone; forms shown again with what was refused; and names of downloaded files.

An ETag is a hash of the very bytes that are sent, so two answers with one ETag are the same answer.
A zip is made while it is sent: neither its files nor the whole are ever held in memory.
"""

from __future__ import annotations

import hashlib
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from http import HTTPStatus
from typing import IO, Any, Final, cast
from urllib.parse import quote

from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import PreconditionFailed
from werkzeug.wrappers import Response as AnyResponse

from archive.core.errors import Refused
from archive.services.accounts import TooManyGuesses
from archive.services.ownership import ExportPart
from archive.web.language import _, refusal_told

READING: Final = ("GET", "HEAD")
PROGRAMS: Final = ("/api/", ".json")
"""The beginnings and ends of addresses whose answers all have an ETag."""
NOT_KEPT: Final = "private, no-store"
XXN: Final = "application/x-xxn"


def page(html: str) -> Response:
    """Return a page that changes when its game is re-scored: kept, and revalidated each time."""
    body = html.encode()
    return _tagged(make_response(body), body)


def shown(template: str, **values: Any) -> Response:
    """Return such a page from a template."""
    return page(render_template(template, **values))


def shown_once(template: str, status: HTTPStatus = HTTPStatus.OK, **values: Any) -> Response:
    """Return a page from a template that is only for this moment, or for this reader."""
    return unkept(render_template(template, **values), status)


def bytes_as_stored(body: bytes, content_type: str) -> Response:
    """Return bytes given back as they are."""
    return _tagged(Response(body, content_type=content_type), body)


def record_file(body: bytes, name: str, kind: str = "inline") -> Response:
    """Return a record as a file of a name."""
    return name_file(bytes_as_stored(body, XXN), kind, name)


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


_PLAIN: Final = "!#$&+-.^_`|~"
"""Signs that stand for themselves in an extended value (RFC 8187), beside letters and digits."""
_UNFIT: Final = frozenset('"%;')
"""Signs that browsers read differently within quotation marks."""


def name_file(answer: Response, kind: str, name: str) -> Response:
    """Set the name of an answer's file, and return the answer. `kind` is `attachment` for a
    download and `inline` for what may be shown; the name is given in ASCII and, where that loses
    something, whole beside it (RFC 6266)."""
    name = "".join(one if one.isprintable() and one not in "/\\" else "_" for one in name)
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    bare = "".join("_" if one in _UNFIT else one for one in bare).strip()
    bare = bare if bare.strip("._ ") and not bare.startswith(".") else f"file{bare}"
    said = f'{kind}; filename="{bare}"'
    if bare != name:
        said += f"; filename*=UTF-8''{quote(name.encode('utf-8', 'replace'), safe=_PLAIN)}"
    answer.headers["Content-Disposition"] = said
    return answer


class _Outlet:
    """The output of a zip: holds what has not been sent yet, and cannot be sought in."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._sent = 0

    def write(self, data: bytes) -> int:
        """Add some bytes and return how many."""
        self._held += data
        return len(data)

    def tell(self) -> int:
        """Return the number of bytes so far."""
        return self._sent + len(self._held)

    def flush(self) -> None:
        """Do nothing: it is sent as it comes."""

    def take(self) -> bytes:
        """Return what has not been sent yet, and forget it."""
        taken = bytes(self._held)
        self._sent += len(taken)
        self._held.clear()
        return taken


def zipped(parts: Iterable[ExportPart]) -> Iterator[bytes]:
    """Return the bytes of a zip of these parts."""
    outlet = _Outlet()
    with zipfile.ZipFile(cast(IO[bytes], outlet), "w", zipfile.ZIP_DEFLATED) as archive:
        for part in parts:
            info = zipfile.ZipInfo(part.name, part.at.utctimetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            with archive.open(info, "w", force_zip64=True) as file:
                for piece in part.pieces:
                    file.write(piece)
                    if taken := outlet.take():
                        yield taken
    yield outlet.take()
