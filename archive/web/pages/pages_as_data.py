"""Pages as data: the address of a page with `.json` after it, and others with XXN or CSV.

They answer as the API does, through the API's own views. Every page with alternates names them
twice, in a `Link` header and in its head, so that a program that was given a page's address finds
the data behind it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request

from archive.scoring import ENGINE
from archive.services.ownership import unplaced
from archive.web.addresses import address_to, asking, taken_by
from archive.web.api import (
    games_and_verdicts,
    own_games_and_collections,
    replays,
    rules_and_sample_games,
)
from archive.web.lookup import archive, game_or_404
from archive.web.responses import XXN
from schemas.counts import HomeSchema
from schemas.source_lines import MOST_LINES, SourceSchema

pages = Blueprint("alternates", __name__)

RECENT: Final = 12

for _at, _endpoint, _view in (
    ("/g/<game_id>/<int:ply>.json", "ply", replays.table),
    ("/g/<game_id>/verify.json", "verdict", games_and_verdicts.verdict),
    ("/g/<game_id>/revisions.json", "revisions", games_and_verdicts.revisions),
    ("/rules.json", "rules", rules_and_sample_games.games),
    ("/rules/<game>.json", "rulebook", rules_and_sample_games.rulebook),
    ("/c/<collection_id>.json", "collection", own_games_and_collections.collection),
    ("/collections.json", "collections", own_games_and_collections.own),
):
    pages.add_url_rule(_at, _endpoint, _view)


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
    return jsonify(
        SourceSchema().dump(games_and_verdicts.source_of(game_or_404(game_id), 1, MOST_LINES))
    )


JSON: Final = "application/json"
CSV: Final = "text/csv"

ALTERNATES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "home.home": (("alternates.home", JSON),),
    "game.game": (("game.verdict_json", JSON), ("game.record", XXN)),
    "replay.ply": (("alternates.ply", JSON), ("game.record", XXN)),
    "source.source": (("alternates.source", JSON), ("game.record", XXN)),
    "compare.against": (("api-compare.against", JSON),),
    "verdict.verdict": (("alternates.verdict", JSON), ("game.record", XXN)),
    "revisions.revisions": (("alternates.revisions", JSON), ("game.record", XXN)),
    "upload.job": (("upload.job_json", JSON), ("upload.judged_text", XXN)),
    "jobs.job": (("jobs.job_json", JSON),),
    "games.games": (("games.games_json", JSON),),
    "games.tag": (("games.tag_json", JSON),),
    "standings.events": (("standings.events_json", JSON),),
    "standings.table": (("standings.table_json", JSON), ("standings.table_csv", CSV)),
    "standings.upload_table": (("standings.upload_table_csv", CSV),),
    "players.players": (("players.players_json", JSON),),
    "players.player": (("players.player_json", JSON),),
    "players.head_to_head": (("players.head_to_head_json", JSON),),
    "rules.rules": (("alternates.rules", JSON),),
    "rules.page": (("alternates.rulebook", JSON),),
    "collections.collection": (("alternates.collection", JSON),),
    "collections.own": (("alternates.collections", JSON),),
    "about.api": (("api-docs.openapi_json", JSON),),
}
"""The alternates of each page, by endpoint, and their types."""


class Alternate(NamedTuple):
    """An alternate's address and type."""

    address: str
    content_type: str


def alternates_here() -> list[Alternate]:
    """Return the alternates of the page of this request. The page and its header both name them."""
    if "alternates" not in g:
        found = ALTERNATES.get(request.endpoint or "", ())
        g.alternates = [Alternate(_address(endpoint), kind) for endpoint, kind in found]
    there: list[Alternate] = g.alternates
    return there


def add_alternates(app: Flask) -> None:
    """Have every page name its alternates."""

    @app.after_request
    def name_them(response: Response) -> Response:
        if response.status_code < 400:
            for alternate in alternates_here():
                said = f'<{alternate.address}>; rel="alternate"; type="{alternate.content_type}"'
                response.headers.add("Link", said)
        return response

    @app.context_processor
    def alternates() -> dict[str, Any]:
        return {"alternates_here": alternates_here}


def _address(endpoint: str) -> str:
    """Return the address of an alternate, with the parameters of the page's address that it has."""
    said = request.view_args or {}
    rules = current_app.url_map.iter_rules(endpoint)
    wanted: set[str] = set().union(*(rule.arguments for rule in rules))
    taken = taken_by(endpoint) or ()
    question = [(key, value) for key, value in request.args.items() if key in taken]
    address = address_to(endpoint, **{name: said[name] for name in said if name in wanted})
    return asking(address, question)
