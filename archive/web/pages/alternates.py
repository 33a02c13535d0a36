"""Pages as data: the address of a page with `.json` behind it.

What they answer is what the API answers about the same thing, in the same shapes.
"""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, abort, jsonify

from archive.scoring import ENGINE
from archive.services.ownership import unplaced
from archive.services.permissions import Permission
from archive.web import caching
from archive.web.api.collections import filled, found_or_404
from archive.web.api.records import source_of
from archive.web.api.replays import played_or_404, table_or_404
from archive.web.api.revisions import listed
from archive.web.api.rules import games_known, rulebook_of
from archive.web.auth import require
from archive.web.language import _
from archive.web.lookup import archive, game_or_404
from schemas.collections import CollectionsSchema, FilledCollectionSchema
from schemas.counts import HomeSchema
from schemas.replays import TableSchema
from schemas.revisions import RevisionsSchema
from schemas.rules import RulebookSchema, RulesGamesSchema
from schemas.sources import MOST_LINES, SourceSchema

pages = Blueprint("twins", __name__)

RECENT: Final = 12


@pages.get("/index.json")
def home() -> Response:
    """Show how many records stand how, the latest of them, and the example."""
    here = archive()
    example = here.games.example()
    found: dict[str, Any] = {
        "records": here.games.counts(),
        "engine": ENGINE,
        "recent": list(map(unplaced, here.games.recent(RECENT))),
        "example": example.id if example else None,
    }
    return jsonify(HomeSchema().dump(found))


@pages.get("/g/<game_id>/<int:ply>.json")
def ply(game_id: str, ply: int) -> Response:
    """Show the table right after a ply."""
    return jsonify(TableSchema().dump(table_or_404(played_or_404(game_id), ply)))


@pages.get("/g/<game_id>/source.json")
def source(game_id: str) -> Response:
    """Show the text by lines, with what was found on each."""
    return jsonify(SourceSchema().dump(source_of(game_or_404(game_id), 1, MOST_LINES)))


@pages.get("/g/<game_id>/verify.json")
def verdict(game_id: str) -> Response:
    """Show the whole verdict, the very bytes that were stored."""
    stored = game_or_404(game_id).verdict_json
    if stored is None:
        abort(404, _("This record has no verdict yet."))
    return caching.bytes_as_stored(stored.encode(), "application/json")


@pages.get("/g/<game_id>/revisions.json")
def revisions(game_id: str) -> Response:
    """Show a record's revisions, the first first."""
    return jsonify(RevisionsSchema().dump(listed(game_id)))


@pages.get("/rules.json")
def rules() -> Response:
    """Show the games, with their rule sets and options."""
    return jsonify(RulesGamesSchema().dump(games_known()))


@pages.get("/rules/<game>.json")
def rulebook(game: str) -> Response:
    """Show a game with its rulebook, clause by clause."""
    return jsonify(RulebookSchema().dump(rulebook_of(game)))


@pages.get("/c/<collection_id>.json")
def collection(collection_id: str) -> Response:
    """Show a collection, with those of its games that the reader may see."""
    return jsonify(FilledCollectionSchema().dump(filled(found_or_404(collection_id))))


@pages.get("/collections.json")
def collections() -> Response:
    """Show one's own collections."""
    me = require(Permission.COLLECT)
    found = {"collections": archive().collections.of(me.account_id or "", asking=me)}
    return jsonify(CollectionsSchema().dump(found))
