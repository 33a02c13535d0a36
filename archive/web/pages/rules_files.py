"""Rules for browsers: the files that judge a record, to be run on a device."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, abort, request

from archive.web import caching
from archive.web.assets import FOR_GOOD
from archive.web.rules_files import bundle, kinds

pages = Blueprint("rules_files", __name__)


@pages.get("/rules/files/<name>.json")
def files(name: str) -> Response:
    """Answer with the files of a kind of position, to keep for good at the address that has their
    hash."""
    module = kinds().get(name)
    if module is None:
        abort(HTTPStatus.NOT_FOUND)
    body, mark = bundle(module, name)
    answer = caching.bytes_as_stored(body, "application/json")
    if request.args.get("v") == mark:
        answer.headers["Cache-Control"] = FOR_GOOD
    return answer
