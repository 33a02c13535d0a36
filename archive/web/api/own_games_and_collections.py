"""What owners do with games and uploads: visibility, tags, deletion; and collections."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import abort, url_for

from archive.services import GameSummary, GameView, UploadView
from archive.services.collections import CollectionView
from archive.services.ownership import unplaced
from archive.services.permissions import Permission, Visibility, may
from archive.web.api.moderation_and_jobs import Accepted, accepted
from archive.web.api.resource import Resource, match
from archive.web.auth import require, who
from archive.web.language import _
from archive.web.lookup import archive, game_or_404, upload_or_404
from schemas.collections import (
    CollectionSchema,
    CollectionsSchema,
    CollectionWantedSchema,
    FilledCollectionSchema,
    PlaceSchema,
    TagsSchema,
)
from schemas.games import GameSchema, VisibilitySchema
from schemas.jobs import JobSchema
from schemas.uploads import UploadSchema

blueprint = Resource("api-managing", __name__, url_prefix="", description="What is one's own")


@blueprint.patch("/games/<game_id>", name="change_game")
@blueprint.answers(GameSchema, 404, 412, 415, 422, json=VisibilitySchema, by="bearer")
def show_game(said: dict[str, Any], game_id: str) -> GameView:
    """Set the visibility of a game

    With `If-Match`, only where the game is still as it was read.
    """
    found = game_or_404(game_id)
    me = require(Permission.CHANGE, found)
    match(GameSchema, found)
    archive().ownership.show_record(game_id, Visibility(said["visibility"]), by=me.account_id)
    return game_or_404(game_id)


@blueprint.delete("/games/<game_id>", name="delete_game")
@blueprint.answers(None, 404, 412, status=204, by="bearer")
def delete_game(game_id: str) -> None:
    """Delete a game and all that was made of it

    Its bytes stay in the upload they came in, which from then on only its owner can have whole.
    """
    found = game_or_404(game_id)
    me = require(Permission.DELETE, found)
    match(GameSchema, found)
    archive().ownership.delete_record(game_id, by=me.account_id)


@blueprint.patch("/uploads/<upload_id>", name="change_upload")
@blueprint.answers(UploadSchema, 404, 412, 415, 422, json=VisibilitySchema, by="bearer")
def show_upload(said: dict[str, Any], upload_id: str) -> UploadView:
    """Set the visibility of an upload and all games in it"""
    found = upload_or_404(upload_id)
    me = require(Permission.CHANGE, found)
    match(UploadSchema, found)
    archive().ownership.show_upload(upload_id, Visibility(said["visibility"]), by=me.account_id)
    return upload_or_404(upload_id)


@blueprint.delete("/uploads/<upload_id>", name="delete_upload")
@blueprint.answers(JobSchema, 404, status=202, by="bearer")
def delete_upload(upload_id: str) -> Accepted:
    """Delete an upload: its bytes, its games and all that was made of them

    It cannot be seen from now on. A job deletes it; the job's address shows its progress.
    """
    me = require(Permission.DELETE, upload_or_404(upload_id))
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
    """Add a tag to a game

    Tags are small letters and digits, words joined by hyphens; others are made so.
    """
    me = require(Permission.TAG, game_or_404(game_id))
    archive().collections.tag(game_id, tag, by=me.account_id)
    return {"tags": archive().collections.tags(game_id)}


@blueprint.delete("/games/<game_id>/tags/<tag>", name="remove_tag")
@blueprint.answers(None, 404, status=204, by="bearer")
def remove_tag(game_id: str, tag: str) -> None:
    """Remove a tag from a game"""
    me = require(Permission.TAG, game_or_404(game_id))
    if not archive().collections.untag(game_id, tag, by=me.account_id):
        abort(HTTPStatus.NOT_FOUND, _("The game has no such tag."))


collections = Resource(
    "api-collections", __name__, url_prefix="/collections", description="Collections of games"
)


@collections.get("", name="list_own_collections")
@collections.answers(CollectionsSchema, by="bearer")
def own() -> dict[str, Any]:
    """One's own collections, by title"""
    me = require(Permission.COLLECT)
    return {"collections": archive().collections.of(me.account_id or "", asking=me)}


@collections.post("", name="make_collection")
@collections.answers(
    CollectionSchema, 415, 422, status=201, json=CollectionWantedSchema, by="bearer"
)
def make(said: dict[str, Any]) -> tuple[CollectionView, int, dict[str, str]]:
    """Make a collection; games are put into it one by one"""
    me = require(Permission.COLLECT)
    made = archive().collections.make(
        me.account_id or "", said["title"], said["about"], Visibility(said["visibility"])
    )
    location = url_for("api-collections.collection", collection_id=made)
    return found_or_404(made), HTTPStatus.CREATED, {"Location": location}


@collections.get("/<collection_id>", name="get_collection")
@collections.answers(FilledCollectionSchema, 404)
def collection(collection_id: str) -> dict[str, Any]:
    """A collection, with those of its games that the reader may see"""
    return filled(found_or_404(collection_id))


@collections.put("/<collection_id>", name="change_collection")
@collections.answers(CollectionSchema, 404, 412, 415, 422, json=CollectionWantedSchema, by="bearer")
def change(said: dict[str, Any], collection_id: str) -> CollectionView:
    """Change a collection's title, description and visibility"""
    match(FilledCollectionSchema, filled(theirs(collection_id)))
    archive().collections.change(
        collection_id, said["title"], said["about"], Visibility(said["visibility"])
    )
    return found_or_404(collection_id)


@collections.delete("/<collection_id>", name="delete_collection")
@collections.answers(None, 404, status=204, by="bearer")
def delete(collection_id: str) -> None:
    """Delete a collection; the games in it stay where they are"""
    me = require(Permission.DELETE, found_or_404(collection_id))
    archive().collections.delete(collection_id, by=me.account_id)


@collections.put("/<collection_id>/games/<game_id>", name="put_game_into_collection")
@collections.answers(None, 404, 422, status=204, query=PlaceSchema, by="bearer")
def put(said: dict[str, Any], collection_id: str, game_id: str) -> None:
    """Put a game at a collection's end, or move one that is in it"""
    theirs(collection_id)
    require(Permission.COLLECT, game_or_404(game_id))
    archive().collections.put(collection_id, game_id)
    archive().collections.move(collection_id, game_id, said["move"])


@collections.delete("/<collection_id>/games/<game_id>", name="take_game_out_of_collection")
@collections.answers(None, 404, status=204, by="bearer")
def take_out(collection_id: str, game_id: str) -> None:
    """Remove a game from a collection"""
    theirs(collection_id)
    if not archive().collections.take_out(collection_id, game_id):
        abort(HTTPStatus.NOT_FOUND, _("The collection has no such game."))


def found_or_404(collection_id: str) -> CollectionView:
    """Return a collection that the reader may see."""
    found = archive().collections.collection(collection_id, asking=who())
    if found is None or not may(who(), Permission.SEE, found):
        abort(HTTPStatus.NOT_FOUND, _("There is no collection with this address."))
    return found


def filled(found: CollectionView) -> dict[str, Any]:
    """Return a collection and its games, as far as the reader may see them."""
    about = {name: getattr(found, name) for name in CollectionSchema().fields}
    return {**about, "games": list(map(unplaced, seen_in(found)))}


def seen_in(found: CollectionView) -> list[GameSummary]:
    """Return the games of a collection that the reader may see."""
    games = archive().collections.items(found.id)
    return [game for game in games if may(who(), Permission.SEE, game)]


def theirs(collection_id: str) -> CollectionView:
    """Return a collection that the reader may change."""
    found = found_or_404(collection_id)
    require(Permission.CHANGE, found)
    return found
