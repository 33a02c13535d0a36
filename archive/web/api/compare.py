"""Two sheets of one game side by side, with nothing stored."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from flask import Response, abort
from flask_smorest import Blueprint

from archive.web.reach import checked
from archive.web.sheets import Sheet, compared
from schemas.comparisons import ComparisonSchema, SheetsSchema
from schemas.problems import ProblemSchema

blueprint = Blueprint(
    "api-compare", __name__, url_prefix="/compare", description="Two sheets of one game"
)


@blueprint.post("")
@blueprint.arguments(SheetsSchema)
@blueprint.alt_response(HTTPStatus.OK, schema=ComparisonSchema)
@blueprint.alt_response(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, schema=ProblemSchema)
@blueprint.alt_response(HTTPStatus.UNPROCESSABLE_ENTITY, schema=ProblemSchema)
@blueprint.alt_response(HTTPStatus.SERVICE_UNAVAILABLE, schema=ProblemSchema)
def check(said: dict[str, Any]) -> Response:
    """Hold two sheets of one game side by side, and keep nothing

    They are aligned play by play. Of each difference it is said which of the two the rules support
    and what follows for the score.
    """
    a, b = (said[letter].encode("utf-8", "surrogatepass") for letter in "ab")
    found = checked(lay, a, b, said["rules"])
    if isinstance(found, str):
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, found)
    answer = Response(json.dumps(found), content_type="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def lay(a: bytes, b: bytes, rules: str | None) -> dict[str, Any] | str:
    """The comparison as JSON has it, or why there is none."""
    found = compared(Sheet(a), Sheet(b), rules=rules)
    return found if isinstance(found, str) else found.as_dict()
