"""Two sheets of one game compared, as they are sent or as they are stored."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from flask import Response, abort

from archive.web import caching
from archive.web.api.resource import Resource
from archive.web.language import language, speaking
from archive.web.lookup import checked, game_or_404
from archive.web.two_sheets import SheetInput, compared, sheet_of
from schemas.comparisons import ComparisonSchema, SheetsSchema

blueprint = Resource(
    "api-compare", __name__, url_prefix="/compare", description="Two sheets of one game"
)


@blueprint.post("", endpoint="check", name="compare_sheets")
@blueprint.answers(ComparisonSchema, 404, 413, 415, 422, 429, 503, json=SheetsSchema)
def compare(said: dict[str, Any]) -> Response:
    """Hold two sheets of one game side by side, and keep nothing

    They are aligned play by play. Of each difference it is said which of the two the rules support
    and what follows for the score.
    """
    a, b = (_sheet(said[letter], said[f"{letter}_game"]) for letter in "ab")
    return caching.unkept(_laid(a, b, said["rules"]))


@blueprint.get("/<game_id>/<against_id>", endpoint="against", name="compare_games")
@blueprint.answers(ComparisonSchema, 404, 413, 422, 429, 503)
def against(game_id: str, against_id: str) -> Response:
    """Hold two stored games side by side

    The same as `compare_sheets` with `a_game` and `b_game`, at an address of its own.
    """
    return _laid(sheet_of(game_or_404(game_id)), sheet_of(game_or_404(against_id)), None)


def _sheet(text: str | None, game_id: str | None) -> SheetInput:
    """Return a sheet as it was sent, or as it is stored."""
    if game_id is not None:
        return sheet_of(game_or_404(game_id))
    return SheetInput((text or "").encode("utf-8", "surrogatepass"))


def _laid(a: SheetInput, b: SheetInput, rules: str | None) -> Response:
    found = checked(lay, a, b, rules, language())
    if isinstance(found, str):
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, found)
    return Response(json.dumps(found), content_type="application/json")


def lay(a: SheetInput, b: SheetInput, rules: str | None, code: str) -> dict[str, Any] | str:
    """Return the comparison as JSON has it, with sentences in a language, or why there is none."""
    with speaking(code):
        found = compared(a, b, rules=rules)
        return found if isinstance(found, str) else found.found.as_dict(found.origins)
