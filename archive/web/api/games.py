"""Games and their verdicts."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, abort
from flask_smorest import Blueprint

from archive.service import GameView
from archive.web import caching
from archive.web.reach import game_or_404
from schemas.games import GameSchema
from schemas.problems import ProblemSchema
from schemas.verdicts import VerdictSchema

blueprint = Blueprint("api-games", __name__, url_prefix="/games", description="Single games")


@blueprint.get("/<game_id>")
@blueprint.response(HTTPStatus.OK, GameSchema)
@blueprint.alt_response(HTTPStatus.NOT_FOUND, schema=ProblemSchema)
def game(game_id: str) -> GameView:
    """A game as lists show it"""
    return game_or_404(game_id)


@blueprint.get("/<game_id>/verdict")
@blueprint.alt_response(HTTPStatus.OK, schema=VerdictSchema)
@blueprint.alt_response(HTTPStatus.NOT_FOUND, schema=ProblemSchema)
def verdict(game_id: str) -> Response:
    """Its latest verdict, the very bytes that were stored"""
    stored = game_or_404(game_id).verdict_json
    if stored is None:
        abort(HTTPStatus.NOT_FOUND, "This record has no verdict yet.")
    return caching.bytes_as_stored(stored.encode(), "application/json")
