"""The lesson on writing a game down, with exercises that are judged in the page."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from archive.web import caching, lookup
from archive.web.language import _, language
from archive.web.learning.exercises import Judged, judged, table_of
from archive.web.learning.lesson import lesson, sheet, titles

pages = Blueprint("learn", __name__)


@pages.get("/learn")
def learn() -> str:
    """Show the lesson, each piece of the game beside its table."""
    return _page(None)


@pages.post("/learn")
def answer() -> AnyResponse:
    """Judge the answer to an exercise; with `fragment` send only the remarks, for a page that asks
    again while its reader types."""
    number = request.form.get("exercise", 0, type=int)
    if not 1 <= number <= len(lesson(language()).exercises):
        abort(HTTPStatus.NOT_FOUND, _("There is no such exercise."))
    text = request.form.get("text", "").replace("\r\n", "\n")
    found = lookup.checked(judged, text, number, language())
    if "fragment" in request.form:
        return caching.shown_once("parts/judged.html", one=found)
    return caching.unkept(_page(found))


@pages.get("/learn/card")
def card() -> Response:
    """Show the notation on one page to print."""
    return caching.shown("learn_card.html", card=lesson(language()).card)


@pages.get("/learn/<name>")
def sheets(name: str) -> AnyResponse:
    """Show the sheets of a game: in words, as a table and in XXN."""
    found = sheet(name, language())
    if found is None:
        abort(HTTPStatus.NOT_FOUND, _("There are no sheets of that name."))
    return caching.shown_once("learn_sheets.html", sheet=found, others=titles(language()))


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
