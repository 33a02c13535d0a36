"""Collections: games that a person has put together under a title."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from archive.core.errors import TwentiesError
from archive.services.collections import CollectionView
from archive.services.permissions import Permission, Subject, Visibility
from archive.web import caching
from archive.web.api.managing import found_or_404, seen_in, theirs
from archive.web.auth import require
from archive.web.language import _, refusal_told
from archive.web.lookup import archive
from archive.web.pages import led_to
from archive.web.pages.managing import WORDS, visibility_asked

pages = Blueprint("collections", __name__)

STEPS = {"up": -1, "down": 1, "first": -10_000}


@pages.get("/c/<collection_id>")
def collection(collection_id: str) -> Response:
    """Show a collection: those of its games that the reader may see."""
    return _page(found_or_404(collection_id))


@pages.get("/collections")
def own() -> Response:
    """Show the reader's own collections."""
    return _own()


@pages.post("/collections")
def make() -> AnyResponse:
    """Make a collection."""
    me = require(Permission.COLLECT)
    said = request.form
    try:
        made = archive().collections.make(
            me.account_id or "", said.get("title", ""), said.get("about", ""), _circle()
        )
    except TwentiesError as refused:
        return _own(refusal_told(refused))
    return led_to("collections.collection", collection_id=made)


@pages.post("/c/<collection_id>")
def change(collection_id: str) -> AnyResponse:
    """Change title, description and visibility."""
    found = theirs(collection_id)
    said = request.form
    try:
        archive().collections.change(
            collection_id, said.get("title", ""), said.get("about", ""), _circle()
        )
    except TwentiesError as refused:
        return _page(found, refusal_told(refused))
    return led_to("collections.collection", collection_id=collection_id)


@pages.post("/c/<collection_id>/items")
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


@pages.post("/c/<collection_id>/delete")
def delete(collection_id: str) -> AnyResponse:
    """Delete a collection. The games in it stay where they are."""
    me = require(Permission.DELETE, Subject.of(found_or_404(collection_id)))
    archive().collections.delete(collection_id, by=me.account_id)
    return led_to("collections.own")


def _page(found: CollectionView, problem: str = "") -> Response:
    games = seen_in(found)
    page = render_template(
        "collection.html", collection=found, games=games, words=WORDS, problem=problem
    )
    return caching.form(page, problem)


def _own(problem: str = "") -> Response:
    me = require(Permission.COLLECT)
    mine = archive().collections.of(me.account_id or "", asking=me)
    page = render_template("collections.html", collections=mine, words=WORDS, problem=problem)
    return caching.form(page, problem)


def _circle() -> Visibility:
    return visibility_asked("unlisted", _("A collection is private, unlisted or public."))
