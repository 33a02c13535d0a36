"""Games and their verdicts."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, abort

from archive.services import GameView
from archive.web import caching
from archive.web.api.resource import Resource
from archive.web.language import _
from archive.web.lookup import checked, game_or_404
from archive.web.presenters.witness import WitnessShown, witness_of
from schemas.games import GameSchema
from schemas.verdicts import VerdictSchema, WitnessSchema

blueprint = Resource("api-games", __name__, url_prefix="/games", description="Single games")


@blueprint.get("/<game_id>", name="get_game")
@blueprint.of_a_revision
@blueprint.answers(GameSchema, 404)
def game(game_id: str) -> GameView:
    """A game as lists show it"""
    return game_or_404(game_id)


@blueprint.get("/<game_id>/verdict", name="get_verdict")
@blueprint.of_a_revision
@blueprint.answers(VerdictSchema, 404)
def verdict(game_id: str) -> Response:
    """Its latest verdict, the very bytes that were stored

    With its analysis once that is there: until then `readings` and `repairs` are empty, and neither
    is complete. `/analysis` says whether more is to come.
    """
    stored = game_or_404(game_id).verdict_json
    if stored is None:
        abort(HTTPStatus.NOT_FOUND, _("This record has no verdict yet."))
    return caching.bytes_as_stored(stored.encode(), "application/json")


@blueprint.get("/<game_id>/witness", name="get_witness")
@blueprint.of_a_revision
@blueprint.answers(WitnessSchema, 404, 413, 422, 503)
def witness(game_id: str) -> WitnessShown:
    """One deal of the pack that fits what the record leaves out

    Worked out when asked for, and not kept. Nobody says that it was dealt so.
    """
    game = game_or_404(game_id)
    return checked(witness_of, game.data, game.number or 1)
