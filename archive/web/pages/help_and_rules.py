"""Pages to read: about the archive, its keyboard shortcuts and the API, to be tried out (Swagger
UI, served from here); the lesson on writing a game down, with exercises that are judged in the
page; and the rulebooks, with an anchor for each clause, and the files that judge a record, to be
run by browsers."""

from __future__ import annotations

from http import HTTPStatus
from itertools import groupby
from typing import Final

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.games import GAMES
from archive.web import lookup, responses
from archive.web.assets import CODINGS, FOR_GOOD, in_best_coding
from archive.web.language import _, language
from archive.web.lesson import Judged, judged, lesson, sheet, table_amid, table_of, titles
from archive.web.lookup import archive
from archive.web.presenters.rule_sets import block, game_shown, rulebook
from archive.web.rules_files import bundle, kinds
from archive.web.security_headers import CONTENT_SECURITY_POLICY
from archive.web.words import QUESTIONS

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
    return _lesson_page(None)


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
    return responses.unkept(_lesson_page(found))


@lesson_pages.get("/learn/card")
def card() -> Response:
    """Show the notation on one page to print."""
    return responses.shown("learn_card.html", card=lesson(language()).card)


@lesson_pages.get("/learn/<name>")
def sheets(name: str) -> AnyResponse:
    """Show the sheets of a game: in words, as a table and in XXN."""
    shown = lookup.found(sheet(name, language()), _("There are no sheets of that name."))
    return responses.shown_once("learn_sheets.html", sheet=shown, others=titles(language()))


def _lesson_page(answered: Judged | None) -> str:
    here = language()
    taught = lesson(here)
    return render_template(
        "learn.html",
        lesson=taught,
        steps=[(step, table_of(step.so_far, here)) for step in taught.steps],
        answered=answered,
        sheets=titles(here),
    )


rules_pages = Blueprint("rules", __name__)


@rules_pages.get("/rules")
def rules() -> Response:
    """Show the games, each with a table in the middle of one, and the options of its rules."""
    here = language()
    tables = {name: table_amid(name, here) for name in GAMES}
    return responses.shown(
        "rules_index.html", games=[*map(game_shown, GAMES.values())], tables=tables
    )


@rules_pages.get("/rules/<game>")
def page(game: str) -> Response:
    """Show a rulebook."""
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
    return responses.shown(
        "rules.html",
        book=book,
        introduction=block(book.introduction),
        sections=sections,
        sets=game_shown(GAMES[game]).rule_sets,
        sheets=titles(language(), game),
        decided=archive().search.decided([f"{game}/{one.number}" for one in book.clauses]),
    )


@rules_pages.get("/rules/files/<name>.json")
def files(name: str) -> Response:
    """Answer with the files of a kind of position, to be cached for good at the address with their
    hash."""
    module = kinds().get(name)
    if module is None:
        abort(HTTPStatus.NOT_FOUND)
    body, mark = bundle(module, name)
    answer = in_best_coding(body, "application/json", mark, lambda coding: CODINGS[coding](body))
    if request.args.get("v") == mark:
        answer.headers["Cache-Control"] = FOR_GOOD
    return answer
