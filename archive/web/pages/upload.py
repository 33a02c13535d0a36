"""Uploading, and the page that shows the progress as it happens, by server-sent events.

Each stream holds a thread of the web server for as long as its reader watches, so their number is
limited; a page that finds them taken asks every now and then instead, which static/upload.js does
by itself. Every event says all there is to say, so a page that was cut off needs no history.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from http import HTTPStatus
from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from archive.services import Archive
from archive.services.permissions import Permission, may
from archive.web import responses
from archive.web.auth import who
from archive.web.held_threads import STREAMS, hold, wait
from archive.web.language import _, language, speaking
from archive.web.lookup import (
    NO_UPLOAD,
    archive,
    as_it_came_or_404,
    as_seen,
    found,
    game_or_404,
    text_of,
    upload_or_404,
)
from archive.web.pages import led_to
from archive.web.pages.front_page_and_check import EXAMPLES
from archive.web.presenters.progress import FAILURES, UNFINISHED, Progress, progress_of
from archive.web.presenters.replay_cache import opened_game
from archive.web.responses import name_file
from archive.web.uploads import from_form, may_steer, ranks_declared, take, visibility_declared
from archive.web.verdict_sentences import game_told
from schemas.uploads import UploadSchema

pages = Blueprint("upload", __name__)


@pages.post("/upload", endpoint="take")
def take_form() -> AnyResponse:
    """Keep an upload, have it judged, and redirect to its page, or to its only game."""
    handed = from_form(several=True)
    if handed is None:
        return responses.shown_once(
            "hand_in.html", HTTPStatus.BAD_REQUEST, nothing=True, examples=EXAMPLES
        )
    receipt = take(handed, source="page", visibility=visibility_declared(), ranks=ranks_declared())
    again = None if receipt.new else 1
    return led_to("upload.job", upload_id=receipt.upload_id, to="game", again=again)


@pages.get("/upload")
def form() -> str:
    """Show the form for uploading."""
    return render_template("hand_in.html", examples=EXAMPLES)


@pages.get("/upload/<upload_id>")
def job(upload_id: str) -> AnyResponse:
    """Show the progress of judging; `?fragment=1` sends the changing part alone, `?to=game`
    redirects to the only game of an upload, as soon as that is known."""
    upload = upload_or_404(upload_id)
    unfinished = upload.state in UNFINISHED
    leads = "to" in request.args and not upload.left_out
    if leads and upload.total == 1 and upload.games:
        game = url_for("game.game", game_id=upload.games[0].id, again=request.args.get("again"))
        return redirect(game, HTTPStatus.SEE_OTHER)
    return responses.shown_once(
        "parts/job.html" if "fragment" in request.args else "upload.html",
        upload=upload,
        progress=progress_of(upload, queue_is_there=not unfinished or archive().queue.reachable()),
        failures=[
            FAILURES[kind](number)
            for kind, number in upload.tally.failures.items()
            if kind in FAILURES
        ],
        steers=may_steer(upload),
        examples=EXAMPLES,
        again="again" in request.args,
        leads=leads and unfinished and upload.total is None,
        **_only(upload.games if upload.total == 1 else []),
    )


def steer(upload_id: str) -> AnyResponse:
    """Cancel an upload, resume it, retry what was given up, or read it again. Lead to its page, or
    back to that of the game that was asked for."""
    if not may_steer(upload_or_404(upload_id)):
        abort(HTTPStatus.FORBIDDEN, _("Only the one who uploaded this may do that."))
    getattr(archive().uploads, (request.endpoint or "").removeprefix("upload."))(upload_id)
    game_id = request.form.get("game")
    if game_id and game_or_404(game_id).upload_id == upload_id:
        return led_to("game.game", game_id=game_id)
    return led_to("upload.job", upload_id=upload_id)


for _do in ("cancel", "resume", "retry", "read_again"):
    _address = f"/upload/<upload_id>/{_do.replace('_', '-')}"
    pages.add_url_rule(_address, _do, steer, methods=["POST"])


@pages.get("/upload/<upload_id>/original")
def original(upload_id: str) -> Response:
    """Send the very bytes that were uploaded, as a download and never as a page."""
    as_it_came_or_404(upload_id)
    blob_id, size, filename = found(archive().uploads.original(upload_id), _(NO_UPLOAD))
    answer = Response(archive().uploads.pieces(blob_id), content_type="application/octet-stream")
    answer.content_length = size
    name_file(answer, "attachment", filename or f"{upload_id}.txt")
    return answer


@pages.get("/upload/<upload_id>.xxn")
def judged_text(upload_id: str) -> Response:
    """Send the whole XXN that was judged: the bytes uploaded, or what was made from them."""
    data = found(text_of(upload_id), _("This upload has not been read yet."))
    return responses.record_file(data, f"{upload_id}.xxn")


@pages.get("/upload/<upload_id>.json")
def job_json(upload_id: str) -> Response:
    """Answer with the upload as JSON."""
    return responses.unkept(UploadSchema().dump(upload_or_404(upload_id)))


def _only(games: list[Any]) -> dict[str, Any]:
    """Return the only game of an upload, with its verdict and findings, to be shown at once."""
    game = archive().games.find(games[0].id) if len(games) == 1 else None
    seen = as_seen(game) if game else None
    only = game_told(seen) if seen else None
    if only is None:
        return {"only": None}
    shown = opened_game(only)
    return {"only": only, "names": shown.names(), "findings": shown.findings(only.verdict)}


streams = Blueprint("events", __name__)

EVERY: Final = 0.7
HEARTBEAT: Final = 15.0
LONGEST: Final = 600.0
"""Seconds that one stream goes on; its reader asks again by itself."""
LOOK_AT_QUEUE: Final = 5.0


@streams.get("/upload/<upload_id>/events")
def events(upload_id: str) -> Response:
    """Stream the progress of an upload as server-sent events."""
    all_of_it = may(who(), Permission.SEE_AS_IT_CAME, upload_or_404(upload_id))
    release = hold(STREAMS)
    answer = Response(
        _stream(archive(), upload_id, language(), all_of_it=all_of_it),
        content_type="text/event-stream",
    )
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # a proxy must pass on each event at once
    answer.call_on_close(release)
    return answer


def _stream(here: Archive, upload_id: str, code: str, *, all_of_it: bool) -> Iterator[str]:
    """Yield events in a language until the upload is settled and its flawed records are analysed,
    or this server stops. Whether something in it is hidden from this reader costs a look at its
    records, and is asked as often as the queue is."""
    end = time.monotonic() + LONGEST
    looked, there, said, at = 0.0, True, "", 0.0
    kept_back = False
    yield "retry: 3000\n\n"
    while time.monotonic() < end:
        upload = here.uploads.find(upload_id, games=0)
        if upload is None:  # deleted meanwhile
            return
        if not looked or time.monotonic() - looked > LOOK_AT_QUEUE:
            there, looked = here.queue.reachable(), time.monotonic()
            kept_back = not all_of_it and not here.ownership.is_whole(upload_id)
        if kept_back:
            upload = here.ownership.for_all(upload)
        with speaking(code):
            progress = progress_of(upload, queue_is_there=there)
        now = json.dumps(asdict(progress))
        if now != said:
            yield f"event: {_kind(progress)}\ndata: {now}\n\n"
            said, at = now, time.monotonic()
        elif time.monotonic() - at > HEARTBEAT:
            yield ": still here\n\n"
            at = time.monotonic()
        if progress.over or wait(EVERY):
            return


def _kind(found: Progress) -> str:
    """Return `progress` until every record has its verdict, then `settled`, and `over` when nothing
    more will change."""
    if found.over:
        return "over"
    return "settled" if found.settled else "progress"
