"""The front page: hand something in, and see what others did."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from archive.services import GameView
from archive.web.example_disputes import EXAMPLES
from archive.web.lookup import archive, as_seen
from archive.web.presenters.findings import findings_of
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.table_after import table_at_fault
from archive.web.verdict_sentences import game_told, headline

pages = Blueprint("home", __name__)

SHOWN = 12


@pages.get("/")
def home() -> str:
    """Show the paste box, the newest games, and a worked example; `?try=sum` fills the box with
    one."""
    here = archive()
    tried = request.args.get("try", "")
    return render_template(
        "home.html",
        recent=here.games.recent(SHOWN),
        counts=here.search.standings(),
        example=_told(here.games.example()),
        examples=EXAMPLES,
        tried=tried,
        text=EXAMPLES[tried].sheet if tried in EXAMPLES else "",
    )


def _told(game: GameView | None) -> dict[str, Any] | None:
    """Return what a game's verdict says in a sentence or two, and the table where it went wrong."""
    game = as_seen(game) if game else None
    game = game_told(game) if game else None
    verdict = game.verdict if game else None
    if game is None or verdict is None:
        return None
    opened = opened_game(game)
    at_fault = table_at_fault(opened, findings_of(verdict, opened.names()))
    return {
        "id": game.id,
        "headline": headline(verdict, game.players),
        "at_fault": at_fault,
        "ply": at_fault.table.ply if at_fault else 0,
    }
