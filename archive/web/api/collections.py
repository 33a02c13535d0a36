"""Collections: games somebody has put together under a title."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import abort, url_for

from archive.services import GameSummary
from archive.services.collections import CollectionView
from archive.services.ownership import unplaced
from archive.services.permissions import Permission, Subject, Visibility, may
from archive.web.api.resource import Resource, match, refusing
from archive.web.auth import require, who
from archive.web.language import _
from archive.web.lookup import archive, game_or_404
from schemas.collections import (
    CollectionSchema,
    CollectionsSchema,
    CollectionWantedSchema,
    FilledCollectionSchema,
    PlaceSchema,
)

blueprint = Resource(
    "api-collections", __name__, url_prefix="/collections", description="Collections of games"
)


@blueprint.get("", name="list_own_collections")
@blueprint.answers(CollectionsSchema, by="bearer")
def own() -> dict[str, Any]:
    """One's own collections, by title"""
    me = require(Permission.COLLECT)
    return {"collections": archive().collections.of(me.account_id or "", asking=me)}


@blueprint.post("", name="make_collection")
@blueprint.answers(CollectionSchema, 415, 422, status=201, json=CollectionWantedSchema, by="bearer")
def make(said: dict[str, Any]) -> tuple[CollectionView, int, dict[str, str]]:
    """Make a collection; games are put into it one by one"""
    me = require(Permission.COLLECT)
    with refusing():
        made = archive().collections.make(
            me.account_id or "", said["title"], said["about"], Visibility(said["visibility"])
        )
    location = url_for("api-collections.collection", collection_id=made)
    return found_or_404(made), HTTPStatus.CREATED, {"Location": location}


@blueprint.get("/<collection_id>", name="get_collection")
@blueprint.answers(FilledCollectionSchema, 404)
def collection(collection_id: str) -> dict[str, Any]:
    """A collection, with those of its games that the reader may see"""
    return filled(found_or_404(collection_id))


@blueprint.put("/<collection_id>", name="change_collection")
@blueprint.answers(CollectionSchema, 404, 412, 415, 422, json=CollectionWantedSchema, by="bearer")
def change(said: dict[str, Any], collection_id: str) -> CollectionView:
    """Say anew what a collection is and who may look"""
    match(FilledCollectionSchema, filled(theirs(collection_id)))
    with refusing():
        archive().collections.change(
            collection_id, said["title"], said["about"], Visibility(said["visibility"])
        )
    return found_or_404(collection_id)


@blueprint.delete("/<collection_id>", name="delete_collection")
@blueprint.answers(None, 404, status=204, by="bearer")
def delete(collection_id: str) -> None:
    """Forget a collection; the games in it stay where they are"""
    me = require(Permission.DELETE, Subject.of(found_or_404(collection_id)))
    archive().collections.delete(collection_id, by=me.account_id)


@blueprint.put("/<collection_id>/games/<game_id>", name="put_game_into_collection")
@blueprint.answers(None, 404, 422, status=204, query=PlaceSchema, by="bearer")
def put(said: dict[str, Any], collection_id: str, game_id: str) -> None:
    """Put a game at a collection's end, or move one that is in it"""
    theirs(collection_id)
    require(Permission.COLLECT, Subject.of(game_or_404(game_id)))
    with refusing():
        archive().collections.put(collection_id, game_id)
        archive().collections.move(collection_id, game_id, said["move"])


@blueprint.delete("/<collection_id>/games/<game_id>", name="take_game_out_of_collection")
@blueprint.answers(None, 404, status=204, by="bearer")
def take_out(collection_id: str, game_id: str) -> None:
    """Take a game out of a collection"""
    theirs(collection_id)
    if not archive().collections.take_out(collection_id, game_id):
        abort(HTTPStatus.NOT_FOUND, _("The collection has no such game."))


def found_or_404(collection_id: str) -> CollectionView:
    """Return a collection that the reader may see."""
    found = archive().collections.collection(collection_id, asking=who())
    if found is None or not may(who(), Permission.SEE, Subject.of(found)):
        abort(HTTPStatus.NOT_FOUND, _("There is no collection with this address."))
    return found


def filled(found: CollectionView) -> dict[str, Any]:
    """Return a collection and its games, as far as the reader may see them."""
    about = {name: getattr(found, name) for name in CollectionSchema().fields}
    return {**about, "games": list(map(unplaced, seen_in(found)))}


def seen_in(found: CollectionView) -> list[GameSummary]:
    """Return the games of a collection that the reader may see."""
    games = archive().collections.items(found.id)
    return [game for game in games if may(who(), Permission.SEE, Subject.of(game))]


def theirs(collection_id: str) -> CollectionView:
    """Return a collection that the reader may change."""
    found = found_or_404(collection_id)
    require(Permission.CHANGE, Subject.of(found))
    return found
