"""Games played again: plies, the table after each, the score sheet."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import abort

from archive.web.api.resource import Resource, go_on
from archive.web.language import _
from archive.web.lookup import game_or_404
from archive.web.presenters.replay_cache import CachedReplay, is_judged, opened_game
from archive.web.presenters.replay_json import plies_of, scores_of, table_of
from schemas.replays import PliesSchema, ScoresSchema, StretchSchema, TableSchema

blueprint = Resource("api-replays", __name__, url_prefix="/games", description="Games replayed")


@blueprint.get("/<game_id>/plies", name="list_plies")
@blueprint.answers(PliesSchema, 404, 422, query=StretchSchema)
def plies(stretch: dict[str, Any], game_id: str) -> dict[str, Any]:
    """What was played, ply by ply

    Each with what the rules make of it beside what the record claims. `first` and `limit` choose a
    stretch of a long game.
    """
    shown = played_or_404(game_id)
    go_on(stretch, shown.last)
    first, last = stretch["first"], stretch["first"] + stretch["limit"] - 1
    return {"seats": shown.names(), "last": shown.last, "plies": plies_of(shown, first, last)}


@blueprint.get("/<game_id>/plies/<int:ply>", name="get_table")
@blueprint.of_a_revision
@blueprint.answers(TableSchema, 404)
def table(game_id: str, ply: int) -> dict[str, Any]:
    """The table right after a ply; 0 is before the first

    Hands as far as they are known, the tally, the count or the trick, what the ply scored and by
    which clause.
    """
    shown = played_or_404(game_id)
    if ply > shown.last:
        said = f"This game has {shown.last} plies, numbered from 1; 0 is before the first."
        abort(HTTPStatus.NOT_FOUND, said)
    return table_of(shown, ply)


@blueprint.get("/<game_id>/scores", name="get_score_sheet")
@blueprint.of_a_revision
@blueprint.answers(ScoresSchema, 404)
def scores(game_id: str) -> dict[str, Any]:
    """The score sheet: hand by hand what the rules give, beside what is claimed"""
    shown = played_or_404(game_id)
    return {"seats": shown.names(), "rows": scores_of(shown.rows)}


def played_or_404(game_id: str) -> CachedReplay:
    """Return a game that can be played again."""
    game = game_or_404(game_id)
    shown = opened_game(game)
    if shown.replay is None and not is_judged(game):
        abort(HTTPStatus.NOT_FOUND, _("This record has no verdict; it is replayed when it has."))
    if shown.replay is None:
        abort(
            HTTPStatus.NOT_FOUND, _("No rules are known here for this record: nothing to replay.")
        )
    return shown
