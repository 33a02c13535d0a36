"""The original text with its findings."""

from __future__ import annotations

from flask import Blueprint, Response

from archive.web import caching
from archive.web.lookup import game_or_404
from archive.web.presenters.findings import findings_of
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.source import lines_of

pages = Blueprint("source", __name__)


@pages.get("/g/<game_id>/source")
def source(game_id: str) -> Response:
    game = game_or_404(game_id)
    shown = opened_game(game)
    findings = findings_of(game.verdict, shown.names())
    return caching.shown(
        "source.html",
        game=game,
        playable=shown.replay is not None,
        names=shown.names(),
        title=shown.title,
        findings=findings,
        placed=any(finding.line for finding in findings),
        lines=lines_of(shown.record, findings),
        all_lines=len(shown.record.lines),
    )
