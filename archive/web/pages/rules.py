"""The rulebooks, an anchor a clause; the files that judge a record, to be run by browsers; and
learning to write a game down, tried and judged in the page."""

from __future__ import annotations

from http import HTTPStatus
from itertools import groupby

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from archive.games import GAMES
from archive.web import caching, lookup
from archive.web.assets import FOR_GOOD
from archive.web.language import _, language
from archive.web.learning.exercises import Judged, judged, table_amid, table_of
from archive.web.learning.lesson import lesson, sheet, titles
from archive.web.lookup import archive
from archive.web.presenters.rule_sets import about, block, rulebook
from archive.web.rules_files import bundle, kinds

pages = Blueprint("rules", __name__)


@pages.get("/rules")
def rules() -> Response:
    """Show the games, each with a table in the middle of one, and what may be agreed in it."""
    here = language()
    tables = {name: table_amid(name, here) for name in GAMES}
    return caching.shown("rules_index.html", games=[*map(about, GAMES.values())], tables=tables)


@pages.get("/rules/<game>")
def page(game: str) -> Response:
    book = rulebook(game)
    if book is None:
        abort(
            404,
            _(
                "No rulebook of that name. There is one for %(games)s.",
                games=", ".join(sorted(GAMES)),
            ),
        )
    sections = [
        {
            "heading": heading.lstrip("0123456789. "),
            "clauses": [{"number": one.number, "html": block(one.text)} for one in clauses],
        }
        for heading, clauses in groupby(book.clauses, key=lambda one: one.section)
    ]
    return caching.shown(
        "rules.html",
        book=book,
        introduction=block(book.introduction),
        sections=sections,
        sets=about(GAMES[game]).rule_sets,
        sheets=titles(language(), game),
        decided=archive().search.decided([f"{game}/{one.number}" for one in book.clauses]),
    )


@pages.get("/rules/files/<name>.json")
def files(name: str) -> Response:
    """Answer with the files of a kind of position, to keep for good at the address that has their
    hash."""
    module = kinds().get(name)
    if module is None:
        abort(HTTPStatus.NOT_FOUND)
    body, mark = bundle(module, name)
    answer = caching.bytes_as_stored(body, "application/json")
    if request.args.get("v") == mark:
        answer.headers["Cache-Control"] = FOR_GOOD
    return answer


learning = Blueprint("learn", __name__)


@learning.get("/learn")
def learn() -> str:
    """Show the lesson, each piece of the game beside its table."""
    return _page(None)


@learning.post("/learn")
def answer() -> AnyResponse:
    """Judge the answer to an exercise; with `fragment` send what is said of it and nothing else,
    for a page that asks again while someone writes."""
    number = request.form.get("exercise", 0, type=int)
    if not 1 <= number <= len(lesson(language()).exercises):
        abort(HTTPStatus.NOT_FOUND, _("There is no such exercise."))
    text = request.form.get("text", "").replace("\r\n", "\n")
    found = lookup.checked(judged, text, number, language())
    if "fragment" in request.form:
        return caching.shown_once("parts/judged.html", one=found)
    return caching.unkept(_page(found))


@learning.get("/learn/card")
def card() -> Response:
    """Show the notation on one page to print."""
    return caching.shown("learn_card.html", card=lesson(language()).card)


@learning.get("/learn/<name>")
def sheets(name: str) -> AnyResponse:
    """Show how a sheet of a game may look: in words, as a table and in XXN."""
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
