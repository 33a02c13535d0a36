"""Uploading, and the page that follows what becomes of it."""

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

from archive.web import caching
from archive.web.downloads import name_file
from archive.web.examples import EXAMPLES
from archive.web.language import _
from archive.web.lookup import archive, as_it_came_or_404, as_seen, text_of, upload_or_404
from archive.web.pages import led_to
from archive.web.presenters.progress import FAILURES, UNFINISHED, progress_of
from archive.web.spoken import spoken
from archive.web.uploads import from_form, may_steer, ranks_declared, take, visibility_declared
from archive.web.words import name_of
from schemas.uploads import UploadSchema

pages = Blueprint("upload", __name__)


@pages.post("/upload", endpoint="take")
def take_form() -> AnyResponse:
    """Keep what was uploaded, have it judged, and lead to its page, or on to its only game."""
    handed = from_form(several=True)
    if handed is None:
        return make_response(
            render_template("hand_in.html", nothing=True, examples=EXAMPLES),
            HTTPStatus.BAD_REQUEST,
        )
    receipt = take(handed, source="page", visibility=visibility_declared(), ranks=ranks_declared())
    again = None if receipt.new else 1
    return led_to("upload.job", upload_id=receipt.upload_id, to="game", again=again)


@pages.get("/upload")
def form() -> str:
    return render_template("hand_in.html")


@pages.get("/upload/<upload_id>")
def job(upload_id: str) -> AnyResponse:
    """Show how far the judging has come; `?fragment=1` sends the changing part alone, `?to=game`
    leads on to the game of an upload that holds one, as soon as that is known."""
    upload = upload_or_404(upload_id)
    unfinished = upload.state in UNFINISHED
    leads = "to" in request.args and not upload.left_out
    if leads and upload.total == 1 and upload.games:
        game = url_for("game.game", game_id=upload.games[0].id, again=request.args.get("again"))
        return redirect(game, HTTPStatus.SEE_OTHER)
    page = render_template(
        "parts/job.html" if "fragment" in request.args else "upload.html",
        upload=upload,
        progress=progress_of(upload, queue_is_there=not unfinished or archive().queue.reachable()),
        failures=[
            FAILURES[kind](number)
            for kind, number in upload.tally.failures.items()
            if kind in FAILURES
        ],
        steers=may_steer(upload),
        again="again" in request.args,
        leads=leads and unfinished and upload.total is None,
        **_only(upload.games if upload.total == 1 else []),
    )
    return caching.unkept(page)


def steer(upload_id: str) -> AnyResponse:
    """Judge no more of it, judge the rest of it, what was given up, or read it again."""
    if not may_steer(upload_or_404(upload_id)):
        abort(HTTPStatus.FORBIDDEN, _("Only the one who uploaded this may do that."))
    getattr(archive().uploads, (request.endpoint or "").removeprefix("upload."))(upload_id)
    return led_to("upload.job", upload_id=upload_id)


for _do in ("cancel", "resume", "retry", "read_again"):
    _address = f"/upload/<upload_id>/{_do.replace('_', '-')}"
    pages.add_url_rule(_address, _do, steer, methods=["POST"])


@pages.get("/upload/<upload_id>/original")
def original(upload_id: str) -> Response:
    """Show the very bytes that were uploaded, to be kept and never to be shown as a page."""
    as_it_came_or_404(upload_id)
    found = archive().uploads.original(upload_id)
    if found is None:
        abort(HTTPStatus.NOT_FOUND, _("There is no upload with this address."))
    blob_id, size, filename = found
    answer = Response(archive().uploads.pieces(blob_id), content_type="application/octet-stream")
    answer.content_length = size
    name_file(answer, "attachment", filename or f"{upload_id}.txt")
    return answer


@pages.get("/upload/<upload_id>.xxn")
def judged_text(upload_id: str) -> Response:
    """Show the whole XXN that was judged: the bytes uploaded, or what was made of them."""
    data = text_of(upload_id)
    if data is None:
        abort(HTTPStatus.NOT_FOUND, _("This upload has not been read yet."))
    answer = caching.bytes_as_stored(data, "application/x-xxn")
    name_file(answer, "inline", f"{upload_id}.xxn")
    return answer


@pages.get("/upload/<upload_id>.json")
def job_json(upload_id: str) -> Response:
    return caching.unkept(UploadSchema().dump(upload_or_404(upload_id)))


def _only(games: list[Any]) -> dict[str, Any]:
    """Return the one game of an upload, with its verdict, to be shown at once."""
    found = archive().games.find(games[0].id) if len(games) == 1 else None
    seen = as_seen(found) if found else None
    only = spoken(seen) if seen else None
    players = only.players if only else []
    seats = range(1, max(len(players), 2) + 1)
    return {"only": only, "names": [name_of(players, seat) for seat in seats]}
