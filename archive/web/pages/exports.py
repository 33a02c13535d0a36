"""All games that a question finds, as one file, sent as it is read."""

from __future__ import annotations

from flask import Blueprint, Response, abort
from werkzeug.exceptions import BadRequest

from archive.services.search import BadQuestion, today
from archive.web import caching
from archive.web.api.search import TYPES, file_of
from archive.web.downloads import name_file
from archive.web.language import _, told
from archive.web.lookup import archive
from archive.web.pages.games import MINE, asked, owner

pages = Blueprint("exports", __name__)


@pages.get("/games/export.<kind>")
def export(kind: str) -> Response:
    """Show the records themselves, or a line about each."""
    if kind not in TYPES:
        abort(404, _("Games can be had as .xxn, .ndjson and .csv."))
    here = asked()
    owner_id = owner(here)
    try:
        batches = archive().search.batches(here, owner_id=owner_id)
    except BadQuestion as wrong:
        raise BadRequest(told(wrong)) from wrong
    answer = file_of(kind, batches, own=owner_id is not None)
    name_file(answer, "attachment", f"games-{today()}.{kind}")
    answer.headers["Cache-Control"] = caching.NOT_KEPT if here.get(MINE) else "no-store"
    return answer
