"""Managing a game, an upload or a collection: visibility, tags, what a person has put together
under a title, deletion.

On pages of their own, so that a game's page stays the same for every reader and carries no form.
`permissions` says what a reader may do here; the rest is not offered.
"""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from archive.services.permissions import Permission, Visibility, may
from archive.web import lookup, responses
from archive.web.api.own_games_and_collections import found_or_404, seen_in, theirs
from archive.web.auth import require, who
from archive.web.language import _, marked
from archive.web.lookup import archive, game_or_404, upload_or_404
from archive.web.pages import led_to

pages = Blueprint("managing", __name__)

WORDS = {
    "private": marked("private: you alone, and the moderators"),
    "unlisted": marked("unlisted: all who have the address"),
    "public": marked("public: everyone, in lists and search"),
}


@pages.get("/g/<game_id>/manage")
def game(game_id: str, problem: str = "") -> Response:
    """Show what the reader may do with a game."""
    found = game_or_404(game_id)
    me, here = who(), archive()
    return responses.form(
        "game_manage.html",
        problem,
        game=found,
        tags=here.collections.tags(game_id),
        collections=here.collections.of(me.account_id or "") if may(me, Permission.COLLECT) else [],
        seats=here.anonymising.seats(game_id) if may(me, Permission.MODERATE) else [],
        reports=here.moderation.reports(record_id=game_id) if may(me, Permission.MODERATE) else [],
        words=WORDS,
    )


@pages.post("/g/<game_id>/visibility")
def show_game(game_id: str) -> AnyResponse:
    """Set the visibility of one game."""
    found = game_or_404(game_id)
    me = require(Permission.CHANGE, found)
    archive().ownership.show_record(game_id, _visibility(), by=me.account_id)
    return led_to("managing.game", game_id=game_id)


@pages.post("/g/<game_id>/tags")
@responses.shown_again(game)
def tag(game_id: str) -> AnyResponse:
    """Add a tag to a game."""
    me = require(Permission.TAG, game_or_404(game_id))
    archive().collections.tag(game_id, request.form.get("tag", ""), by=me.account_id)
    return led_to("managing.game", game_id=game_id)


@pages.post("/g/<game_id>/tags/remove")
def untag(game_id: str) -> AnyResponse:
    """Remove a tag from a game."""
    me = require(Permission.TAG, game_or_404(game_id))
    archive().collections.untag(game_id, request.form.get("tag", ""), by=me.account_id)
    return led_to("managing.game", game_id=game_id)


@pages.post("/g/<game_id>/collect")
@responses.shown_again(game)
def collect(game_id: str) -> AnyResponse:
    """Add a game to a collection of one's own: an existing or a new one."""
    me = require(Permission.COLLECT, game_or_404(game_id))
    collections = archive().collections
    collection_id, title = request.form.get("collection", ""), request.form.get("title", "")
    if not collection_id:
        collection_id = collections.make(me.account_id or "", title)
    mine = lookup.found(collections.collection(collection_id), _("There is no such collection."))
    require(Permission.CHANGE, mine)
    collections.put(collection_id, game_id)
    return led_to("collections.collection", collection_id=collection_id)


@pages.get("/g/<game_id>/delete")
def delete_game_form(game_id: str) -> Response:
    """Show what is deleted with a game and what stays, before it is."""
    found = game_or_404(game_id)
    require(Permission.DELETE, found)
    upload = archive().ownership.upload(found.upload_id)
    return responses.shown_once("game_delete.html", game=found, upload=upload)


@pages.post("/g/<game_id>/delete")
def delete_game(game_id: str) -> AnyResponse:
    """Delete a game."""
    found = game_or_404(game_id)
    me = require(Permission.DELETE, found)
    archive().ownership.delete_record(game_id, by=me.account_id)
    return led_to("upload.job", upload_id=found.upload_id)


@pages.get("/upload/<upload_id>/manage")
def upload(upload_id: str) -> Response:
    """Show the visibility of an upload, and the way to delete it."""
    found = upload_or_404(upload_id)
    if not may(who(), Permission.DELETE, found):
        require(Permission.CHANGE, found)
    goes = archive().ownership.what_goes(upload_id)
    return responses.shown_once("upload_manage.html", upload=found, goes=goes, words=WORDS)


@pages.post("/upload/<upload_id>/visibility")
def show_upload(upload_id: str) -> AnyResponse:
    """Set the visibility of an upload and all games in it."""
    me = require(Permission.CHANGE, upload_or_404(upload_id))
    archive().ownership.show_upload(upload_id, _visibility(), by=me.account_id)
    return led_to("managing.upload", upload_id=upload_id)


@pages.get("/upload/<upload_id>/delete")
def delete_upload_form(upload_id: str) -> Response:
    """Show what is deleted with an upload and what stays, before it is."""
    found = upload_or_404(upload_id)
    require(Permission.DELETE, found)
    goes = archive().ownership.what_goes(upload_id)
    return responses.shown_once("upload_delete.html", upload=found, goes=goes)


@pages.post("/upload/<upload_id>/delete")
def delete_upload(upload_id: str) -> AnyResponse:
    """Delete an upload."""
    me = require(Permission.DELETE, upload_or_404(upload_id))
    job_id = archive().deletion.upload(upload_id, by=me.account_id)
    return led_to("jobs.job", job_id=job_id)


def _visibility() -> Visibility:
    return visibility_asked("", _("A game is private, unlisted or public."))


def visibility_asked(unsaid: str, otherwise: str) -> Visibility:
    """Return the visibility in the form: `unsaid` where it has none. An unknown word is answered
    with 400 and the sentence `otherwise`."""
    said = request.form.get("visibility", unsaid)
    if said not in {one.value for one in Visibility}:
        abort(HTTPStatus.BAD_REQUEST, otherwise)
    return Visibility(said)


collecting = Blueprint("collections", __name__)

STEPS = {"up": -1, "down": 1, "first": -10_000}


@collecting.get("/c/<collection_id>")
def collection(collection_id: str, problem: str = "") -> Response:
    """Show a collection: those of its games that the reader may see."""
    found = found_or_404(collection_id)
    return responses.form(
        "collection.html", problem, collection=found, games=seen_in(found), words=WORDS
    )


@collecting.get("/collections")
def own(problem: str = "") -> Response:
    """Show the reader's own collections."""
    me = require(Permission.COLLECT)
    mine = archive().collections.of(me.account_id or "", asking=me)
    return responses.form("collections.html", problem, collections=mine, words=WORDS)


@collecting.post("/collections")
@responses.shown_again(own)
def make() -> AnyResponse:
    """Make a collection."""
    me = require(Permission.COLLECT)
    said = request.form
    made = archive().collections.make(
        me.account_id or "", said.get("title", ""), said.get("about", ""), _circle()
    )
    return led_to("collections.collection", collection_id=made)


@collecting.post("/c/<collection_id>")
@responses.shown_again(collection)
def change(collection_id: str) -> AnyResponse:
    """Change title, description and visibility."""
    theirs(collection_id)
    said = request.form
    archive().collections.change(
        collection_id, said.get("title", ""), said.get("about", ""), _circle()
    )
    return led_to("collections.collection", collection_id=collection_id)


@collecting.post("/c/<collection_id>/items")
def arrange(collection_id: str) -> AnyResponse:
    """Move a game within a collection, or remove it."""
    theirs(collection_id)
    game_id, do = request.form.get("game", ""), request.form.get("do", "")
    if do == "remove":
        archive().collections.take_out(collection_id, game_id)
    elif do in STEPS:
        archive().collections.move(collection_id, game_id, STEPS[do])
    else:
        abort(HTTPStatus.BAD_REQUEST, _("A game is moved up or down, or taken out."))
    return led_to("collections.collection", collection_id=collection_id)


@collecting.post("/c/<collection_id>/delete")
def delete(collection_id: str) -> AnyResponse:
    """Delete a collection. The games in it stay where they are."""
    me = require(Permission.DELETE, found_or_404(collection_id))
    archive().collections.delete(collection_id, by=me.account_id)
    return led_to("collections.own")


def _circle() -> Visibility:
    return visibility_asked("unlisted", _("A collection is private, unlisted or public."))
