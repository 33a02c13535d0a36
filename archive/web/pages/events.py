"""An upload's progress as it happens: server-sent events.

Each stream holds a thread of the web server for as long as somebody watches, so there may only be
so many; a page that finds them taken asks every now and then instead, which static/upload.js does
by itself. Every event says all there is to say, so a page that was cut off needs no history.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Final

from flask import Blueprint, Response

from archive.services import Archive
from archive.services.permissions import Permission, Subject, may
from archive.web import shutdown
from archive.web.auth import who
from archive.web.language import language, speaking
from archive.web.lookup import archive, upload_or_404
from archive.web.presenters.progress import Progress, progress_of
from archive.web.thread_limits import STREAMS, hold

pages = Blueprint("events", __name__)

EVERY: Final = 0.7
HEARTBEAT: Final = 15.0
LONGEST: Final = 600.0
"""Seconds that one stream goes on; its reader asks again by itself."""
LOOK_AT_QUEUE: Final = 5.0


@pages.get("/upload/<upload_id>/events")
def events(upload_id: str) -> Response:
    all_of_it = may(who(), Permission.SEE_AS_IT_CAME, Subject.of(upload_or_404(upload_id)))
    release = hold(STREAMS)
    answer = Response(
        _stream(archive(), upload_id, language(), all_of_it=all_of_it),
        content_type="text/event-stream",
    )
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # a proxy is to pass on each event at once
    answer.call_on_close(release)
    return answer


def _stream(here: Archive, upload_id: str, code: str, *, all_of_it: bool) -> Iterator[str]:
    """Return events in a language until the upload is settled and its flawed records are analysed,
    or this server stops. Whether there is something in it that this reader may not see costs a look
    at its records, and is asked as often as the queue is."""
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
            found = progress_of(upload, queue_is_there=there)
        now = json.dumps(found.as_dict())
        if now != said:
            yield f"event: {_kind(found)}\ndata: {now}\n\n"
            said, at = now, time.monotonic()
        elif time.monotonic() - at > HEARTBEAT:
            yield ": still here\n\n"
            at = time.monotonic()
        if found.over or shutdown.wait(EVERY):
            return


def _kind(found: Progress) -> str:
    """`progress` until every record has its verdict, then `settled`, and `over` when there is
    nothing more to come."""
    if found.over:
        return "over"
    return "settled" if found.settled else "progress"
