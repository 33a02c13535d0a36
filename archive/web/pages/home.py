"""The front page: hand something in, and see what others did."""

from __future__ import annotations

from flask import Blueprint, render_template

from archive.services import GameView
from archive.web.lookup import archive, as_seen
from archive.web.words import headline

pages = Blueprint("home", __name__)

SHOWN = 12


@pages.get("/")
def home() -> str:
    here = archive()
    return render_template(
        "home.html",
        recent=here.recent(SHOWN),
        counts=here.search.standings(),
        example=_told(here.example()),
    )


def _told(game: GameView | None) -> dict[str, str] | None:
    """A game in its own words: the verdict, and where record and rules part."""
    game = as_seen(game) if game else None
    verdict = game.verdict if game else None
    if game is None or verdict is None:
        return None
    first = verdict["first_divergence"]
    return {
        "id": game.id,
        "headline": headline(verdict, game.players),
        "sentence": "" if first is None else verdict["findings"][first]["sentence"],
    }
