"""Two sheets of one game side by side, with nothing stored."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from flask import Response, abort

from archive.web import caching
from archive.web.api.resource import Resource
from archive.web.language import language, speaking
from archive.web.lookup import checked, game_or_404
from archive.web.two_sheets import SheetInput, compared
from schemas.comparisons import ComparisonSchema, SheetsSchema

blueprint = Resource(
    "api-compare", __name__, url_prefix="/compare", description="Two sheets of one game"
)


@blueprint.post("", name="compare_sheets")
@blueprint.answers(ComparisonSchema, 404, 413, 415, 422, 429, 503, json=SheetsSchema)
def check(said: dict[str, Any]) -> Response:
    """Hold two sheets of one game side by side, and keep nothing

    They are aligned play by play. Of each difference it is said which of the two the rules support
    and what follows for the score.
    """
    a, b = (_sheet(said[letter], said[f"{letter}_game"]) for letter in "ab")
    found = checked(lay, a, b, said["rules"], language())
    if isinstance(found, str):
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, found)
    return caching.unkept(Response(json.dumps(found), content_type="application/json"))


def _sheet(text: str | None, game_id: str | None) -> SheetInput:
    """Return a sheet as it was sent, or as it is stored."""
    if game_id is not None:
        game = game_or_404(game_id)
        return SheetInput(game.data, spots=game.spots)
    return SheetInput((text or "").encode("utf-8", "surrogatepass"))


def lay(a: SheetInput, b: SheetInput, rules: str | None, code: str) -> dict[str, Any] | str:
    """Return the comparison as JSON has it, its sentences in a language, or why there is none."""
    with speaking(code):
        found = compared(a, b, rules=rules)
        return found if isinstance(found, str) else found.found.as_dict(found.origins)
