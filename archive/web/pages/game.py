"""A game: its verdict and score sheet, and its twins for programs."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, abort, render_template

from archive.web import caching
from archive.web.reach import game_or_404
from archive.web.views.findings import FindingShown, findings_of
from archive.web.views.opened import opened

pages = Blueprint("game", __name__)


@pages.get("/g/<game_id>")
def game(game_id: str) -> Response:
    found = game_or_404(game_id)
    verdict = found.verdict
    shown = opened(found.data, found.number)
    findings = findings_of(verdict, shown.names())
    return caching.page(
        render_template(
            "game.html",
            game=found,
            names=shown.names(),
            title=shown.title,
            verdict=verdict,
            findings=findings,
            rows=shown.rows,
            playable=shown.replay is not None,
            first_ply=_first_ply(findings),
        )
    )


def _first_ply(findings: Sequence[FindingShown]) -> int | None:
    """Where to look first: where record and rules part, else the first play with a finding."""
    ordered = sorted(findings, key=lambda finding: not finding.first)
    return next((finding.ply for finding in ordered if finding.ply), None)


@pages.get("/g/<game_id>.json")
def verdict_json(game_id: str) -> Response:
    """The verdict, the very bytes that were stored."""
    found = game_or_404(game_id)
    if found.verdict_json is None:
        abort(404, "This record has no verdict yet.")
    return caching.bytes_as_stored(found.verdict_json.encode(), "application/json")


@pages.get("/g/<game_id>.xxn")
def record(game_id: str) -> Response:
    """The record, the very bytes that were handed in."""
    answer = caching.bytes_as_stored(game_or_404(game_id).data, "application/x-xxn", lasting=True)
    answer.headers["Content-Disposition"] = f'inline; filename="{game_id}.xxn"'
    return answer
