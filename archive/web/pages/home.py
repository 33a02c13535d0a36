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
    """The latest listed game in which record and rules part, told in its own words."""
    for game_id in ids:
        game = archive().game(game_id)
        verdict = game.verdict if game else None
        if game and verdict and verdict["first_divergence"] is not None:
            found = verdict["findings"][verdict["first_divergence"]]
            return {
                "id": game_id,
                "headline": headline(verdict, game.players),
                "sentence": found["sentence"],
            }
    return None
