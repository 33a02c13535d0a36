"""Corrections of records, and other sheets of the same game."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Response, abort, url_for

from archive.services import GameView
from archive.services.permissions import Permission, Subject
from archive.web import caching
from archive.web.api.bodies import from_body, request_body
from archive.web.api.resource import Resource, refusing
from archive.web.auth import require, who
from archive.web.language import _
from archive.web.lookup import archive, as_seen, game_or_404, revisions_of, verdict_or_404
from schemas.games import GameSchema
from schemas.revisions import RelatedSchema, RevisionsSchema, RevisionWantedSchema
from schemas.verdicts import VerdictSchema

blueprint = Resource("api-revisions", __name__, url_prefix="/games", description="Corrections")

XXN: Final = "application/x-xxn"


@blueprint.get("/<game_id>/revisions", name="list_revisions")
@blueprint.answers(RevisionsSchema, 404)
def revisions(game_id: str) -> dict[str, Any]:
    """A record's revisions, the oldest first, each with all its verdicts"""
    return {"revisions": revisions_of(game_or_404(game_id))}


@blueprint.get("/<game_id>/verdicts/<verdict_id>", name="get_earlier_verdict")
@blueprint.answers(VerdictSchema, 403, 404)
def verdict(game_id: str, verdict_id: str) -> Response:
    """A verdict on any revision, as it was stored; older engines' may lack what later ones have"""
    return caching.bytes_as_stored(verdict_or_404(game_id, verdict_id), "application/json")


@blueprint.get("/<game_id>/revisions/<int:number>", name="get_revision")
@blueprint.gives(XXN, "The record as that revision has it, byte for byte.", 404)
def revision(game_id: str, number: int) -> Response:
    """One revision of a record as XXN"""
    game_or_404(game_id)
    return caching.bytes_as_stored(revision_or_404(game_id, number), XXN)


@blueprint.post("/<game_id>/revisions", name="correct_record")
@blueprint.answers(
    GameSchema, 404, 412, 413, 415, 422, status=202, query=RevisionWantedSchema, by="bearer"
)
@blueprint.doc(requestBody=request_body())
def correct(said: dict[str, Any], game_id: str) -> tuple[GameView, int, dict[str, str]]:
    """Correct a record: send the whole corrected record

    The earlier revisions stay, with their verdicts. With `If-Match`, the ETag of `/record`, only
    where it was not corrected since. It is judged soon after: `Location` says where to look.
    """
    game = correctable(game_id)
    content = from_body().data
    with refusing():
        archive().corrections.revise(
            game, content, author_id=who().account_id, comment=said["comment"]
        )
    return _accepted(game_id)


@blueprint.post("/<game_id>/repairs/<int:number>", name="apply_repair")
@blueprint.answers(GameSchema, 404, 412, 422, status=202, by="bearer")
def take_over(game_id: str, number: int) -> tuple[GameView, int, dict[str, str]]:
    """Make a repair that the verdict offers the next revision"""
    game = correctable(game_id)
    with refusing():
        archive().corrections.take_over(game, number, author_id=who().account_id)
    return _accepted(game_id)


@blueprint.get("/<game_id>/related", name="find_related_records")
@blueprint.answers(RelatedSchema, 404)
def related(game_id: str) -> dict[str, Any]:
    """Records of the same plays: perhaps the same game on another sheet"""
    return {"related": archive().corrections.other_sheets(game_or_404(game_id), who().account_id)}


def revision_or_404(game_id: str, number: int) -> bytes:
    """Return a game's record in one of its revisions."""
    found = archive().games.find(game_id, number) if 0 < number < 1 << 31 else None
    seen = as_seen(found) if found is not None else None
    if seen is None:
        abort(HTTPStatus.NOT_FOUND, _("There is no such revision of this game."))
    return seen.data


def correctable(game_id: str) -> GameView:
    """Return the game with its original bytes, as its owner may see it. `If-Match` is checked
    against what reading its record answers."""
    seen = game_or_404(game_id)
    require(Permission.CORRECT, Subject.of(seen))
    caching.require_match(seen.data)
    game = archive().games.find(game_id)
    if game is None:
        abort(HTTPStatus.NOT_FOUND, _("There is no game with this address."))
    return game


def _accepted(game_id: str) -> tuple[GameView, int, dict[str, str]]:
    location = url_for("api-games.game", game_id=game_id)
    return game_or_404(game_id), HTTPStatus.ACCEPTED, {"Location": location}
