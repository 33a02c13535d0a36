"""Handing in, and the page that follows what becomes of it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from archive.service.permissions import Verb
from archive.web import caching
from archive.web.intake import from_form, ranks_declared, visibility_declared
from archive.web.reach import archive, as_it_came_or_404, as_seen, text_of, upload_or_404
from archive.web.signed_in import require
from archive.web.words import name_of
from schemas.uploads import UploadSchema

pages = Blueprint("upload", __name__)

SETTLED = ("done", "failed")
GAMES_SHOWN = 200


@pages.post("/upload")
def take() -> AnyResponse:
    """Keep what was handed in, have it judged, and lead to its page."""
    handed = from_form()
    if handed is None:
        abort(HTTPStatus.BAD_REQUEST, "Nothing was handed in: paste a record or choose a file.")
    upload_id = archive().submit(
        handed.data,
        filename=handed.filename,
        source="page",
        visibility=visibility_declared(),
        ranks=ranks_declared(),
        owner_id=require(Verb.HAND_IN).account_id,
    )
    return redirect(url_for("upload.job", upload_id=upload_id), HTTPStatus.SEE_OTHER)


@pages.get("/upload")
def form() -> AnyResponse:
    return redirect(url_for("home.home"))


@pages.get("/upload/<upload_id>")
def job(upload_id: str) -> Response:
    """How far the judging has come; `?fragment=1` sends the changing part alone."""
    upload = upload_or_404(upload_id)
    template = "parts/job.html" if "fragment" in request.args else "upload.html"
    page = render_template(
        template, upload=upload, settled=upload.state in SETTLED, **_only(upload.games)
    )
    answer = make_response(page)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/upload/<upload_id>/original")
def original(upload_id: str) -> Response:
    """The very bytes that were handed in, to be kept and never to be shown as a page."""
    as_it_came_or_404(upload_id)
    found = archive().handed_in(upload_id)
    if found is None:
        abort(HTTPStatus.NOT_FOUND, "There is no upload with this address.")
    data, filename = found
    answer = caching.bytes_as_stored(data, "application/octet-stream", lasting=True)
    answer.headers.set("Content-Disposition", "attachment", filename=filename or f"{upload_id}.txt")
    return answer


@pages.get("/upload/<upload_id>.xxn")
def judged_text(upload_id: str) -> Response:
    """The whole XXN that was judged: the bytes handed in, or what was made of them."""
    data = text_of(upload_id)
    if data is None:
        abort(HTTPStatus.NOT_FOUND, "This upload has not been read yet.")
    answer = caching.bytes_as_stored(data, "application/x-xxn", lasting=True)
    answer.headers["Content-Disposition"] = f'inline; filename="{upload_id}.xxn"'
    return answer


@pages.get("/upload/<upload_id>.json")
def job_json(upload_id: str) -> Response:
    answer = make_response(UploadSchema().dump(upload_or_404(upload_id)))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _only(games: list[Any]) -> dict[str, Any]:
    """The one game of an upload, with its verdict, to be shown at once."""
    found = archive().game(games[0].id) if len(games) == 1 else None
    only = as_seen(found) if found else None
    players = only.players if only else []
    seats = range(1, max(len(players), 2) + 1)
    return {"only": only, "names": [name_of(players, seat) for seat in seats]}
