"""The front page: hand something in, and see what others did; what the archive is, which keys it
knows, and the API to be tried out (Swagger UI, served from here)."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, render_template, request, url_for

from archive.services import GameView
from archive.web import caching
from archive.web.examples import EXAMPLES
from archive.web.lookup import archive, as_seen
from archive.web.presenters.findings import findings_of
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.table_after import table_at_fault
from archive.web.security_headers import CONTENT_SECURITY_POLICY
from archive.web.spoken import headline, spoken
from archive.web.words import QUESTIONS

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
    game = spoken(game) if game else None
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


about_pages = Blueprint("about", __name__)


@about_pages.get("/about")
def about() -> Response:
    return caching.shown("about.html", questions=QUESTIONS)


@about_pages.get("/help/keys")
def keys() -> Response:
    return caching.shown("keys.html")


# Its style sheet has small pictures in it. Still no inline script or style, and no other host.
POLICY: Final = CONTENT_SECURITY_POLICY.replace("img-src 'self'", "img-src 'self' data:")


@about_pages.get("/api")
def api() -> Response:
    description = url_for("api-docs.openapi_json")
    answer = caching.shown("api.html", description=description)
    answer.headers["Content-Security-Policy"] = POLICY
    return answer
