"""Comparing two sheets of one game: the form, its answer, and the address of the comparison of two
stored games."""

from __future__ import annotations

import re
from functools import lru_cache
from http import HTTPStatus
from typing import Final, NamedTuple

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from archive.services import GameView
from archive.web import responses
from archive.web.language import _, language, speaking
from archive.web.lookup import checked, game_or_404
from archive.web.pages import led_to
from archive.web.pages.front_page_and_check import TWO_SHEETS
from archive.web.presenters.action_text import listed
from archive.web.presenters.comparison import ComparisonShown, comparison_of
from archive.web.presenters.replay_cache import opened_game
from archive.web.unkept_records import SheetInput, compared, sheet_of
from archive.web.uploads import from_form, ranks_declared

pages = Blueprint("compare", __name__)

SHEETS: Final = ("a", "b")
KEPT: Final = 64
"""The number of comparisons of stored games that are kept: one that is shared is looked at
often."""
LINK: Final = re.compile(r"(?:https?://([^/\s]+))?/?g/(\w+)(?:[/?#]\S*)?")


class Box(NamedTuple):
    """One of the two boxes of the form: the text in it, or the stored game that is chosen."""

    text: str = ""
    game: GameView | None = None

    @property
    def title(self) -> str:
        """Return the title of the stored game."""
        return opened_game(self.game).title if self.game else ""


class NotOne(Exception):
    """Two stored games cannot be compared; the text says why."""


@pages.get("/compare")
def form() -> AnyResponse:
    """Show the form; `?a=` and `?b=` choose stored games, and `?try=` fills it with an example. Two
    games lead to their comparison."""
    tried = request.args.get("try", "")
    boxes = [Box(text and _(text)) for text in TWO_SHEETS.get(tried, ("", ""))]
    for at, letter in enumerate(SHEETS):
        if chosen := request.args.get(letter):
            boxes[at] = Box(game=game_or_404(chosen))
    if all(box.game for box in boxes):
        return led_to(".against", game_id=request.args["a"], against_id=request.args["b"])
    return _form(boxes, tried=tried)


@pages.post("/compare")
def check() -> AnyResponse:
    """Compare the sheets of the form; two stored games have an address of their own."""
    handed = [from_form(letter, f"{letter}_file") for letter in SHEETS]
    boxes = [Box(request.form.get(letter, "")) for letter in SHEETS]
    for at, letter in enumerate(SHEETS):
        file = request.files.get(f"{letter}_file")
        chosen = request.form.get(f"{letter}_game", "") if handed[at] is None else ""
        linked = None if file and file.filename else _linked(boxes[at].text)
        try:
            if found := linked or chosen:
                boxes[at] = Box(game=game_or_404(found))
        except NotFound:
            if not linked:
                raise
            problem = _("There is no game at the address that was given as sheet %(letter)s.",
                        letter=letter.upper())  # fmt: skip
            return _form(boxes, problem=problem, status=HTTPStatus.NOT_FOUND)
    a, b = (box.game for box in boxes)
    if a and b:
        return led_to(".against", game_id=a.id, against_id=b.id)
    sheets = [
        sheet_of(box.game) if box.game else SheetInput(one.data, one.filename) if one else None
        for box, one in zip(boxes, handed, strict=True)
    ]
    given = [sheet for sheet in sheets if sheet]
    if len(given) < len(SHEETS):
        missing = listed(
            letter.upper() for letter, one in zip(SHEETS, sheets, strict=True) if one is None
        )
        problem = _(
            "Nothing was given as sheet %(missing)s: paste a game or choose a file.",
            missing=missing,
        )
        return _form(boxes, problem=problem, status=HTTPStatus.BAD_REQUEST)
    shown = checked(look, *given, ranks_declared(), language())
    if isinstance(shown, str):
        return _form(boxes, problem=shown, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return responses.shown_once(
        "comparison.html", found=shown, games=[a, b], boxes=boxes, here_url=""
    )


@pages.get("/g/<game_id>/against/<against_id>")
def against(game_id: str, against_id: str) -> AnyResponse:
    """Show two stored games as two sheets of one."""
    games = [game_or_404(game_id), game_or_404(against_id)]
    try:
        shown = _looked(*map(sheet_of, games), language())
    except NotOne as why:
        boxes = [Box(game=game) for game in games]
        return _form(boxes, problem=str(why), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    here_url = url_for(".against", game_id=game_id, against_id=against_id, _external=True)
    return responses.shown(
        "comparison.html", found=shown, games=games, boxes=None, here_url=here_url
    )


@lru_cache(maxsize=KEPT)
def _looked(a: SheetInput, b: SheetInput, code: str) -> ComparisonShown:
    """Return the comparison of two sheets, made by a child process. Raises `NotOne`, as often as it
    is asked, where they cannot be compared."""
    found = checked(look, a, b, "", code)
    if isinstance(found, str):
        raise NotOne(found)
    return found


def look(a: SheetInput, b: SheetInput, ranks: str, code: str) -> ComparisonShown | str:
    """Return the comparison as the page shows it in a language, or why there is none."""
    with speaking(code):
        found = compared(a, b, ranks)
        return found if isinstance(found, str) else comparison_of(found.found, found.origins)


def _linked(text: str) -> str | None:
    """Return the game whose link is the whole content of a box; None for any other content."""
    found = LINK.fullmatch(text.strip())
    return found[2] if found and found[1] in (None, request.host) else None


def _form(
    boxes: list[Box],
    *,
    problem: str | None = None,
    tried: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    return responses.shown_once(
        "compare.html", status, boxes=boxes, problem=problem, tried=tried, examples=TWO_SHEETS
    )
