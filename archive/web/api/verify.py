"""The same verdict with nothing stored."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any, Final

from flask import Response
from flask_smorest import Blueprint

from archive.analysis import analysed
from archive.notation import Slice
from archive.web.api.bodies import REQUEST_BODY, from_body, said_in_form
from archive.web.passing import pass_through
from archive.web.reach import checked
from schemas.problems import ProblemSchema
from schemas.uploads import ReadingOptionsSchema
from schemas.verdicts import ChecksSchema

blueprint = Blueprint("api-verify", __name__, url_prefix="/verify", description="Checks")

CHECKED: Final = 200
"""Records judged while a program waits; an upload has all of them judged."""


@blueprint.post("")
@blueprint.arguments(ReadingOptionsSchema, location="query")
@blueprint.alt_response(HTTPStatus.OK, schema=ChecksSchema)
@blueprint.alt_response(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, schema=ProblemSchema)
@blueprint.alt_response(HTTPStatus.UNPROCESSABLE_ENTITY, schema=ProblemSchema)
@blueprint.alt_response(HTTPStatus.SERVICE_UNAVAILABLE, schema=ProblemSchema)
@blueprint.doc(requestBody=REQUEST_BODY)
def check(said: dict[str, Any]) -> Response:
    """Judge records and keep nothing

    Answers with the verdicts of the first 200 records, each the same bytes as everywhere else.
    Larger files, and those that take longer than a few seconds, are for uploads.
    """
    said = {**said, **said_in_form(ReadingOptionsSchema())}
    handed = from_body(said["filename"])
    total, verdicts, reading = checked(judge, handed.data, handed.filename, said["ranks"])
    # Put together as text, so that every verdict stays the bytes that it is.
    read = json.dumps(reading)
    body = f'{{"total": {total}, "reading": {read}, "verdicts": [{", ".join(verdicts)}]}}'
    answer = Response(body, content_type="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def judge(
    data: bytes, filename: str | None, ranks: str
) -> tuple[int, list[str], dict[str, Any] | None]:
    """How many records there are, the first verdicts, and how they were read if not XXN."""
    return pass_through(data, filename, ranks, CHECKED, _verdict)


def _verdict(data: bytes, piece: Slice) -> str:
    return analysed(data, piece.number).json()
