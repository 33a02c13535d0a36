"""Records: the very bytes, the same as JSON, the text by lines."""

from __future__ import annotations

from typing import Any

from flask import Response

from archive.notation import to_json
from archive.services import GameView
from archive.web import caching
from archive.web.api.resource import Resource, go_on
from archive.web.lookup import game_or_404
from archive.web.presenters.replay_cache import opened_game
from schemas.sources import EncodedSchema, LinesSchema, SourceSchema

blueprint = Resource("api-records", __name__, url_prefix="/games", description="Their records")

XXN = "application/x-xxn"


@blueprint.get("/<game_id>/record", name="get_record")
@blueprint.of_a_revision
@blueprint.gives(XXN, "The record, byte for byte.", 404)
def record(game_id: str) -> Response:
    """The record as XXN, the very bytes that were judged"""
    return caching.bytes_as_stored(game_or_404(game_id).data, XXN)


@blueprint.get("/<game_id>/record.json", name="get_record_as_json")
@blueprint.of_a_revision
@blueprint.answers(EncodedSchema, 404)
def encoded(game_id: str) -> dict[str, Any]:
    """The record as JSON, without loss"""
    game = game_or_404(game_id)
    return to_json(opened_game(game).record)


@blueprint.get("/<game_id>/source", name="get_source_lines")
@blueprint.answers(SourceSchema, 404, 422, query=LinesSchema)
def source(asked: dict[str, Any], game_id: str) -> dict[str, Any]:
    """The text by lines, each with what was found on it"""
    found = source_of(game_or_404(game_id), asked["first"], asked["limit"])
    go_on(asked, found["total"])
    return found


def source_of(game: GameView, first: int, limit: int) -> dict[str, Any]:
    """Return so many lines from one on."""
    lines = opened_game(game).record.lines
    if len(lines) > 1 and not lines[-1]:
        lines = lines[:-1]  # what follows the last line end is no line
    wanted = range(first, min(first + limit, len(lines) + 1))
    found: dict[int, list[int]] = {number: [] for number in wanted}
    for index, finding in enumerate((game.verdict or {}).get("findings") or []):
        if finding.get("line") in found:
            found[finding["line"]].append(index)
    return {
        "total": len(lines),
        "lines": [
            {"number": number, "text": lines[number - 1], "findings": found[number]}
            for number in wanted
        ],
    }
