"""A game's score sheet as a page to print and to sign."""

from __future__ import annotations

from flask import Blueprint, render_template
from werkzeug.wrappers import Response as AnyResponse

from archive.web import caching
from archive.web.lookup import game_or_404, reading_of
from archive.web.presenters.findings import findings_of, grouped
from archive.web.presenters.replay_cache import opened_game

pages = Blueprint("printing", __name__)


@pages.get("/g/<game_id>/print")
def sheet(game_id: str) -> AnyResponse:
    """Show the score sheet: names, deals, claims, what was found, lines to sign."""
    game = game_or_404(game_id)
    shown = opened_game(game)
    page = render_template(
        "print.html",
        game=game,
        names=shown.names(),
        title=shown.title,
        verdict=game.verdict,
        reading=reading_of(game),
        rows=shown.rows,
        rounds=shown.rounds,
        deal_word=shown.deal_word,
        findings=[found for found, _ in grouped(findings_of(game.verdict, shown.names()))],
    )
    return caching.page(page)
