"""Pages as data: the address of a page with `.json` after it.

They answer as the API does, through the API's own views.
"""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, jsonify

from archive.scoring import ENGINE
from archive.services.ownership import unplaced
from archive.web.api import games, managing, replays, revisions, rules
from archive.web.lookup import archive, game_or_404
from schemas.counts import HomeSchema
from schemas.source_lines import MOST_LINES, SourceSchema

pages = Blueprint("alternates", __name__)

RECENT: Final = 12

for _address, _endpoint, _view in (
    ("/g/<game_id>/<int:ply>.json", "ply", replays.table),
    ("/g/<game_id>/verify.json", "verdict", games.verdict),
    ("/g/<game_id>/revisions.json", "revisions", revisions.revisions),
    ("/rules.json", "rules", rules.games),
    ("/rules/<game>.json", "rulebook", rules.rulebook),
    ("/c/<collection_id>.json", "collection", managing.collection),
    ("/collections.json", "collections", managing.own),
):
    pages.add_url_rule(_address, _endpoint, _view)


@pages.get("/index.json")
def home() -> Response:
    """Show how many records have each standing, the latest of them, and the example."""
    here = archive()
    example = here.games.example()
    found: dict[str, Any] = {
        "records": here.games.counts(),
        "engine": ENGINE,
        "recent": list(map(unplaced, here.games.recent(RECENT))),
        "example": example.id if example else None,
    }
    return jsonify(HomeSchema().dump(found))


@pages.get("/g/<game_id>/source.json")
def source(game_id: str) -> Response:
    """Show the text by lines, with the findings on each."""
    return jsonify(SourceSchema().dump(games.source_of(game_or_404(game_id), 1, MOST_LINES)))
