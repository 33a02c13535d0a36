"""The rulebooks, with an anchor for each clause, and the files that judge a record, to be run by
browsers."""

from __future__ import annotations

from http import HTTPStatus
from itertools import groupby

from flask import Blueprint, Response, abort, request

from archive.games import GAMES
from archive.web import responses
from archive.web.assets import FOR_GOOD
from archive.web.language import _, language
from archive.web.lesson import table_amid, titles
from archive.web.lookup import archive
from archive.web.presenters.rule_sets import block, game_shown, rulebook
from archive.web.rules_files import bundle, kinds

pages = Blueprint("rules", __name__)


@pages.get("/rules")
def rules() -> Response:
    """Show the games, each with a table in the middle of one, and the options of its rules."""
    here = language()
    tables = {name: table_amid(name, here) for name in GAMES}
    return responses.shown(
        "rules_index.html", games=[*map(game_shown, GAMES.values())], tables=tables
    )


@pages.get("/rules/<game>")
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


@pages.get("/rules/files/<name>.json")
def files(name: str) -> Response:
    """Answer with the files of a kind of position, to be cached for good at the address with their
    hash."""
    module = kinds().get(name)
    if module is None:
        abort(HTTPStatus.NOT_FOUND)
    body, mark = bundle(module, name)
    answer = responses.bytes_as_stored(body, "application/json")
    if request.args.get("v") == mark:
        answer.headers["Cache-Control"] = FOR_GOOD
    return answer
