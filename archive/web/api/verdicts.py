"""Verdicts, by their parts: what was found, what other rules make of it, what would mend it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response, abort

from archive.services import GameView
from archive.web import caching
from archive.web.api.resource import Resource
from archive.web.language import _
from archive.web.lookup import game_or_404
from archive.web.presenters.findings import origin_of
from archive.web.presenters.repairs import patch_of
from archive.web.presenters.replay_cache import opened_game
from schemas.findings import AnalysisSchema, FindingsSchema, ReadingsSchema, RepairsSchema

blueprint = Resource("api-verdicts", __name__, url_prefix="/games", description="Their verdicts")

DIFF = "text/x-diff; charset=utf-8"


@blueprint.get("/<game_id>/findings", name="get_findings")
@blueprint.of_a_revision
@blueprint.answers(FindingsSchema, 404)
def findings(game_id: str) -> dict[str, Any]:
    """What was found in it"""
    game, verdict = _judged(game_id)
    origin = origin_of(game, opened_game(game).record)
    return {
        "first_divergence": verdict["first_divergence"],
        "findings": verdict["findings"],
        "sheet": origin.of_findings(verdict) if origin else None,
    }


@blueprint.get("/<game_id>/analysis", name="get_analysis")
@blueprint.of_a_revision
@blueprint.answers(AnalysisSchema, 404)
def analysis(game_id: str) -> dict[str, Any]:
    """What is said of it beyond its verdict, and whether that is there yet

    A flawed record has its verdict at once. What other rules make of it, and what would put it
    right, takes a hundred times as long and comes after; then the verdict has it too.
    """
    game, verdict = _judged(game_id)
    return {
        "state": game.analysis,
        "note": game.analysis_note,
        "readings": verdict.get("readings") or [],
        "readings_complete": verdict.get("readings_complete", False),
        "repairs": verdict.get("repairs") or [],
        "repairs_complete": verdict.get("repairs_complete", False),
        "engine": verdict["engine"],
    }


@blueprint.get("/<game_id>/readings", name="get_readings")
@blueprint.of_a_revision
@blueprint.answers(ReadingsSchema, 404)
def readings(game_id: str) -> dict[str, Any]:
    """What other rules make of it"""
    game, verdict = _judged(game_id)
    return {"analysis": game.analysis, "readings": verdict.get("readings") or []}


@blueprint.get("/<game_id>/repairs", name="get_repairs")
@blueprint.of_a_revision
@blueprint.answers(RepairsSchema, 404)
def repairs(game_id: str) -> dict[str, Any]:
    """What would put it right, as far as that was searched"""
    game, verdict = _judged(game_id)
    found = verdict.get("repairs") or []
    complete = verdict.get("repairs_complete", False)
    return {"analysis": game.analysis, "repairs": found, "complete": complete}


@blueprint.get("/<game_id>/repairs/<int:number>", name="get_repair_as_patch")
@blueprint.of_a_revision
@blueprint.gives("text/x-diff", "A unified diff.", 404)
def patch(game_id: str, number: int) -> Response:
    """One of them as a patch, counted from 1"""
    return caching.bytes_as_stored(patch_or_404(game_id, number), DIFF)


def patch_or_404(game_id: str, number: int) -> bytes:
    """Return a repair that a game's verdict offers, as a patch."""
    game = game_or_404(game_id)
    found = (game.verdict or {}).get("repairs") or []
    if not 0 < number <= len(found):
        abort(HTTPStatus.NOT_FOUND, _("The verdict of this game has no such repair."))
    diff = patch_of(found[number - 1], opened_game(game).record, f"{game_id}.xxn")
    if not diff:
        abort(HTTPStatus.NOT_FOUND, _("This repair is of another text of the record."))
    return diff.encode("utf-8", "surrogateescape")


def _judged(game_id: str) -> tuple[GameView, dict[str, Any]]:
    game = game_or_404(game_id)
    verdict = game.verdict
    if verdict is None:
        abort(HTTPStatus.NOT_FOUND, _("This record has no verdict yet."))
    return game, verdict
