"""All games that a question finds, as one file, sent as it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from flask import Blueprint, Response, abort, current_app, request, stream_with_context
from werkzeug.exceptions import BadRequest

from archive.services import Archive
from archive.services.search import BadQuestion, Whole, today
from archive.web import caching
from archive.web.downloads import name_file
from archive.web.language import _, told
from archive.web.lookup import archive
from archive.web.pages.games import MINE, asked, owner
from archive.web.presenters.exports import csv_head, csv_rows, ndjson
from archive.web.thread_limits import EXPORTS, hold

pages = Blueprint("exports", __name__)

Batches = Iterable[list[Whole]]
TYPES: Final = {
    "xxn": "application/x-xxn",
    "ndjson": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
}


@pages.get("/games/export.<kind>")
def export(kind: str) -> Response:
    """Show the records themselves, or a line about each."""
    if kind not in TYPES:
        abort(404, _("Games can be had as .xxn, .ndjson and .csv."))
    here, address = asked(), request.host_url.rstrip("/")
    owner_id = owner(here)
    try:
        batches = archive().search.batches(here, owner_id=owner_id)
    except BadQuestion as wrong:
        raise BadRequest(told(wrong)) from wrong
    write: Callable[[], Iterator[bytes]] = {
        "xxn": lambda: _records(archive(), batches, own=owner_id is not None),
        "ndjson": lambda: ndjson(batches, address),
        "csv": lambda: _table(batches, address),
    }[kind]
    release = hold(EXPORTS)
    answer = current_app.response_class(stream_with_context(write()), content_type=TYPES[kind])
    name_file(answer, "attachment", f"games-{today()}.{kind}")
    answer.headers["Cache-Control"] = caching.NOT_KEPT if here.get(MINE) else "no-store"
    answer.call_on_close(release)
    return answer


def _records(here: Archive, batches: Batches, *, own: bool) -> Iterator[bytes]:
    """Return the records one behind the other, each as it can be read again."""
    for batch in batches:
        for data in here.search.records([one.game.id for one in batch], as_it_came=own):
            yield data if data.endswith(b"\n") or not data else data + b"\n"


def _table(batches: Batches, address: str) -> Iterator[bytes]:
    yield csv_head()
    for batch in batches:
        yield csv_rows(batch, address)
