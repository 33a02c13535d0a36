"""The front page: hand something in, and see what others did."""

from __future__ import annotations

from flask import Blueprint, render_template

from archive.web.reach import archive
from archive.web.words import headline

pages = Blueprint("home", __name__)

SHOWN = 12


@pages.get("/")
def home() -> str:
    here = archive()
    recent = here.recent(SHOWN)
    return render_template(
        "home.html", recent=recent, counts=here.counts(), example=_example([g.id for g in recent])
    )


def _example(ids: list[str]) -> dict[str, str] | None:
    """The first listed game in which something was found, told in its own words."""
    for game_id in ids:
        game = archive().game(game_id)
        verdict = game.verdict if game else None
        if verdict and game and verdict["findings"]:
            return {
                "id": game_id,
                "headline": headline(verdict, game.players),
                "sentence": verdict["findings"][0]["sentence"],
            }
    return None
