"""What owners do with games and uploads: who may look, tags, their end."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import abort

from archive.services import GameView, UploadView
from archive.services.permissions import Permission, Subject, Visibility
from archive.web.api.jobs import Accepted, accepted
from archive.web.api.resource import Resource, match, refusing
from archive.web.auth import require
from archive.web.language import _
from archive.web.lookup import archive, game_or_404, upload_or_404
from schemas.collections import TagsSchema
from schemas.games import GameSchema, VisibilitySchema
from schemas.jobs import JobSchema
from schemas.uploads import UploadSchema

blueprint = Resource("api-managing", __name__, url_prefix="", description="What is one's own")


@blueprint.patch("/games/<game_id>", name="change_game")
@blueprint.answers(GameSchema, 404, 412, 415, 422, json=VisibilitySchema, by="bearer")
def show_game(said: dict[str, Any], game_id: str) -> GameView:
    """Say who may look at a game

    With `If-Match` only where the game is still as it was read.
    """
    found = game_or_404(game_id)
    me = require(Permission.CHANGE, Subject.of(found))
    match(GameSchema, found)
    with refusing():
        archive().ownership.show_record(game_id, Visibility(said["visibility"]), by=me.account_id)
    return game_or_404(game_id)


@blueprint.delete("/games/<game_id>", name="delete_game")
@blueprint.answers(None, 404, 412, status=204, by="bearer")
def delete_game(game_id: str) -> None:
    """Delete a game and all that was made of it

    Its bytes stay in the upload they came in, which from then on only its owner can have whole.
    """
    found = game_or_404(game_id)
    me = require(Permission.DELETE, Subject.of(found))
    match(GameSchema, found)
    with refusing():
        archive().ownership.delete_record(game_id, by=me.account_id)


@blueprint.patch("/uploads/<upload_id>", name="change_upload")
@blueprint.answers(UploadSchema, 404, 412, 415, 422, json=VisibilitySchema, by="bearer")
def show_upload(said: dict[str, Any], upload_id: str) -> UploadView:
    """Say who may look at an upload and all games in it"""
    found = upload_or_404(upload_id)
    me = require(Permission.CHANGE, Subject.of(found))
    match(UploadSchema, found)
    with refusing():
        archive().ownership.show_upload(upload_id, Visibility(said["visibility"]), by=me.account_id)
    return upload_or_404(upload_id)


@blueprint.delete("/uploads/<upload_id>", name="delete_upload")
@blueprint.answers(JobSchema, 404, status=202, by="bearer")
def delete_upload(upload_id: str) -> Accepted:
    """Delete an upload: its bytes, its games and all that was made of them

    Nobody sees it from now on; a job takes it away, and whoever has the job's address may follow.
    """
    me = require(Permission.DELETE, Subject.of(upload_or_404(upload_id)))
    with refusing():
        job_id = archive().deletion.upload(upload_id, by=me.account_id)
    return accepted(job_id)


@blueprint.get("/games/<game_id>/tags", name="list_tags")
@blueprint.answers(TagsSchema, 404)
def tags(game_id: str) -> dict[str, Any]:
    """A game's tags"""
    game_or_404(game_id)
    return {"tags": archive().collections.tags(game_id)}


@blueprint.put("/games/<game_id>/tags/<tag>", name="add_tag")
@blueprint.answers(TagsSchema, 404, 422, by="bearer")
def put_tag(game_id: str, tag: str) -> dict[str, Any]:
    """Put a tag to a game

    Tags are small letters and digits, words joined by hyphens; others are made so.
    """
    me = require(Permission.TAG, Subject.of(game_or_404(game_id)))
    with refusing():
        archive().collections.tag(game_id, tag, by=me.account_id)
    return {"tags": archive().collections.tags(game_id)}


@blueprint.delete("/games/<game_id>/tags/<tag>", name="remove_tag")
@blueprint.answers(None, 404, status=204, by="bearer")
def remove_tag(game_id: str, tag: str) -> None:
    """Take a tag off a game"""
    me = require(Permission.TAG, Subject.of(game_or_404(game_id)))
    if not archive().collections.untag(game_id, tag, by=me.account_id):
        abort(HTTPStatus.NOT_FOUND, _("The game has no such tag."))
