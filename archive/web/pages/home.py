"""The front page: a box to check or upload a record, an example, and the latest games."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Blueprint, render_template, request

from archive.services import GameView
from archive.web.example_disputes import EXAMPLES
from archive.web.language import _, language
from archive.web.lookup import archive, as_seen
from archive.web.pages.verify import Checked, glance
from archive.web.presenters.findings import findings_of
from archive.web.presenters.listing import finding_words
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.table_beside_words import table_at_fault
from archive.web.verdict_sentences import game_told, headline

pages = Blueprint("home", __name__)

SHOWN = 12
FIRST = "sum"
"""The example that is in the box at first."""


@pages.get("/")
def home() -> str:
    """Show the box with an example and its answer, the latest games, and a settled dispute;
    `?try=suit` fills the box with another example, `?try=own` leaves it empty."""
    here = archive()
    tried = request.args.get("try", FIRST)
    known = tried in EXAMPLES
    total, checked, reading = _answer(tried, language()) if known else (0, [], None)
    recent = here.games.recent(SHOWN)
    errors = here.games.first_errors([one.id for one in recent])
    return render_template(
        "home.html",
        recent=recent,
        errors={record: finding_words(code) for record, code in errors.items()},
        counts=here.search.standings(),
        example=_told(here.games.example()),
        examples=EXAMPLES,
        tried=tried,
        text=_(EXAMPLES[tried].sheet) if known else "",
        answered_at_once=known,
        total=total,
        checked=checked,
        reading=reading,
    )


@lru_cache(maxsize=16)
def _answer(tried: str, code: str) -> tuple[int, list[Checked], dict[str, Any] | None]:
    """Return the answer to an example, in a language: always the same, so worked out once."""
    return glance(_(EXAMPLES[tried].sheet).encode(), None, "", code)


def _told(game: GameView | None) -> dict[str, Any] | None:
    """Return a game's verdict in a sentence or two, and the table where it went wrong."""
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
