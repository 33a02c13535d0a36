"""The front page: a box to check or upload a record, an example, and the latest games; pages about
the archive, its keyboard shortcuts and the API to be tried out (Swagger UI, served from here); and
the lesson on writing a game down, with exercises that are judged in the page."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.services import GameView
from archive.web import lookup, responses
from archive.web.example_disputes import EXAMPLES
from archive.web.language import _, language
from archive.web.lesson import Judged, judged, lesson, sheet, table_of, titles
from archive.web.lookup import archive, as_seen
from archive.web.pages.verify import Checked, look
from archive.web.presenters.findings import findings_of
from archive.web.presenters.listing import finding_words
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.replay_view import table_at_fault
from archive.web.security_headers import CONTENT_SECURITY_POLICY
from archive.web.verdict_sentences import game_told, headline
from archive.web.words import QUESTIONS

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
    return look(_(EXAMPLES[tried].sheet).encode(), None, "", code, fully=False)


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


about_pages = Blueprint("about", __name__)


@about_pages.get("/about")
def about() -> Response:
    """Show what the archive is."""
    return responses.shown("about.html", questions=QUESTIONS)


@about_pages.get("/help/keys")
def keys() -> Response:
    """Show the keyboard shortcuts."""
    return responses.shown("keys.html")


# Its style sheet has small pictures in it. Still no inline script or style, and no other host.
POLICY: Final = CONTENT_SECURITY_POLICY.replace("img-src 'self'", "img-src 'self' data:")


@about_pages.get("/api")
def api() -> Response:
    """Show the API's description, to be tried out."""
    description = url_for("api-docs.openapi_json")
    answer = responses.shown("api.html", description=description)
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


lesson_pages = Blueprint("learn", __name__)


@lesson_pages.get("/learn")
def learn() -> str:
    """Show the lesson, each piece of the game beside its table."""
    return _page(None)


@lesson_pages.post("/learn")
def answer() -> AnyResponse:
    """Judge the answer to an exercise; with `fragment` send only the remarks, for a page that asks
    again while its reader types."""
    number = request.form.get("exercise", 0, type=int)
    if not 1 <= number <= len(lesson(language()).exercises):
        abort(HTTPStatus.NOT_FOUND, _("There is no such exercise."))
    text = request.form.get("text", "").replace("\r\n", "\n")
    found = lookup.checked(judged, text, number, language())
    if "fragment" in request.form:
        return responses.shown_once("parts/judged.html", one=found)
    return responses.unkept(_page(found))


@lesson_pages.get("/learn/card")
def card() -> Response:
    """Show the notation on one page to print."""
    return responses.shown("learn_card.html", card=lesson(language()).card)


@lesson_pages.get("/learn/<name>")
def sheets(name: str) -> AnyResponse:
    """Show the sheets of a game: in words, as a table and in XXN."""
    found = sheet(name, language())
    if found is None:
        abort(HTTPStatus.NOT_FOUND, _("There are no sheets of that name."))
    return responses.shown_once("learn_sheets.html", sheet=found, others=titles(language()))


def _page(answered: Judged | None) -> str:
    here = language()
    taught = lesson(here)
    return render_template(
        "learn.html",
        lesson=taught,
        steps=[(step, table_of(step.so_far, here)) for step in taught.steps],
        answered=answered,
        sheets=titles(here),
    )
