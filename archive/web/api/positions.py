"""How a game stands after a ply, or after a line that leaves it there, and what may follow."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import abort

from archive.scoring.line_text import LineError
from archive.scoring.what_if import Line, NoPosition
from archive.web.api.replays import played_or_404
from archive.web.api.resource import Resource
from archive.web.language import told
from archive.web.presenters.replay_json import position_of
from archive.web.presenters.what_if import NOT_TOLD
from schemas.positions import LineSchema, PositionSchema

blueprint = Resource("api-positions", __name__, url_prefix="/games", description="What if")


@blueprint.get("/<game_id>/positions/<int:ply>", name="get_position")
@blueprint.answers(PositionSchema, 404, 422, query=LineSchema)
def position(asked: dict[str, Any], game_id: str, ply: int) -> dict[str, Any]:
    """How the game stands after a ply, played on by a line, and every play the rules allow then

    Cards come from the pack as they came in the game. A play that is forbidden is made all the
    same, and its clauses are named.
    """
    shown = played_or_404(game_id)
    try:
        line = Line(shown.record, ply, shown.positions, asked["line"])
    except NoPosition:
        abort(HTTPStatus.NOT_FOUND, NOT_TOLD)
    try:
        line.follow(asked["line"])
    except LineError as error:
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, told(error))
    return position_of(line, shown.record.game or "")
