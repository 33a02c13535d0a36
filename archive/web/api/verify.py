"""The same verdict with nothing stored."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any, Final

from flask import Response
from flask_smorest import Blueprint

from archive.converting import convert
from archive.notation import split
from archive.verdict import verify
from archive.web.api.bodies import REQUEST_BODY, from_body
from archive.web.reach import archive
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
@blueprint.doc(requestBody=REQUEST_BODY)
def check(said: dict[str, Any]) -> Response:
    """Judge records and keep nothing

    Answers with the verdicts of the first 200 records, each the same bytes as everywhere else.
    """
    handed = from_body(said["filename"])
    imported = convert(handed.data, handed.filename, said["ranks"], archive().settings.patience)
    data = imported.xxn if imported else handed.data
    total = 0
    verdicts: list[str] = []
    for piece in split(data):
        total += 1
        if len(verdicts) < CHECKED:
            verdicts.append(verify(data[piece.start : piece.end], piece.number).json())
    # Put together as text, so that every verdict stays the bytes that it is.
    reading = json.dumps(imported.as_dict() if imported else None)
    body = f'{{"total": {total}, "reading": {reading}, "verdicts": [{", ".join(verdicts)}]}}'
    answer = Response(body, content_type="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer
