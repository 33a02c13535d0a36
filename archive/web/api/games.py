"""Games and their verdicts."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, abort
from flask_smorest import Blueprint

from archive.service import GameView
from archive.web import caching
from archive.web.reach import checked, game_or_404
from archive.web.views.witnesses import WitnessShown, witness_of
from schemas.games import GameSchema
from schemas.problems import ProblemSchema
from schemas.verdicts import VerdictSchema, WitnessSchema

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


@blueprint.get("/<game_id>/witness")
@blueprint.response(HTTPStatus.OK, WitnessSchema)
@blueprint.alt_response(HTTPStatus.NOT_FOUND, schema=ProblemSchema)
@blueprint.alt_response(HTTPStatus.UNPROCESSABLE_ENTITY, schema=ProblemSchema)
@blueprint.alt_response(HTTPStatus.SERVICE_UNAVAILABLE, schema=ProblemSchema)
def witness(game_id: str) -> WitnessShown:
    """One deal of the pack that fits what the record leaves out

    Worked out when asked for, and not kept. Nobody says that it was dealt so.
    """
    game = game_or_404(game_id)
    return checked(witness_of, game.data, game.number)
