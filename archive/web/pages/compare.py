"""Two sheets of one game side by side, with nothing stored."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import NamedTuple

from flask import Blueprint, Response, current_app, render_template, request

from archive.services import GameView
from archive.web import caching
from archive.web.language import _, language, speaking
from archive.web.lookup import checked, game_or_404
from archive.web.presenters.action_text import listed
from archive.web.presenters.comparison import ComparisonShown, comparison_of
from archive.web.two_sheets import SheetInput, compared
from archive.web.uploads import from_form, ranks_declared

pages = Blueprint("compare", __name__)

SHEETS = ("a", "b")


class Box(NamedTuple):
    """One of the two boxes of the form: what stands in it, and the stored game it came from."""

    text: str = ""
    game: str | None = None
    notice: str | None = None


@pages.get("/compare")
def form() -> Response:
    """Show the form; `?a=` and `?b=` bring the texts of stored games into it."""
    boxes = {letter: _stored(request.args.get(letter)) for letter in SHEETS}
    return _page(boxes)


@pages.post("/compare")
def check() -> Response:
    handed = [from_form(letter, f"{letter}_file") for letter in SHEETS]
    boxes = {
        letter: Box(request.form.get(letter, ""), request.form.get(f"{letter}_game") or None)
        for letter in SHEETS
    }
    a, b = handed
    if a is None or b is None:
        missing = listed(
            letter.upper() for letter, one in zip(SHEETS, handed, strict=True) if one is None
        )
        problem = _(
            "Nothing was given as sheet %(missing)s: paste a record or choose a file.",
            missing=missing,
        )
        return _page(boxes, problem=problem, status=HTTPStatus.BAD_REQUEST)
    same = _same_as(boxes["a"].game, a.data), _same_as(boxes["b"].game, b.data)
    sheets = [
        SheetInput(one.data, one.filename, game.spots if game else None)
        for one, game in zip((a, b), same, strict=True)
    ]
    found = checked(look, *sheets, ranks_declared(), language())
    if isinstance(found, str):
        return _page(boxes, problem=found, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _page(boxes, found=found, same_as=[game.id if game else None for game in same])


def look(a: SheetInput, b: SheetInput, ranks: str, code: str) -> ComparisonShown | str:
    """Return the comparison as the page shows it in a language, or why there is none."""
    with speaking(code):
        found = compared(a, b, ranks)
        return found if isinstance(found, str) else comparison_of(found.found, found.origins)


def _page(
    boxes: dict[str, Box],
    *,
    found: ComparisonShown | None = None,
    problem: str | None = None,
    same_as: Sequence[str | None] = (None, None),
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    page = render_template(
        "compare.html", boxes=boxes, found=found, problem=problem, same_as=same_as
    )
    return caching.unkept(page, status)


def _stored(game_id: str | None) -> Box:
    """Return a stored game in a box; nothing where none is asked for."""
    if not game_id:
        return Box()
    data = game_or_404(game_id).data
    if len(data) > current_app.config["MAX_CHECK"]:
        return Box(notice=_("That game is too long to be compared while you wait."))
    text = data.decode("utf-8", "replace")
    notice = None
    if text.encode() != data:
        notice = _("What is not text in that record is shown here as �.")
    return Box(text, game_id, notice)


def _same_as(game_id: str | None, data: bytes) -> GameView | None:
    """Return the stored game whose very text was compared, so that its plies can be linked to and
    the lines of its sheet cited."""
    if game_id is None:
        return None
    game = game_or_404(game_id)
    return game if game.data.replace(b"\r\n", b"\n") == data else None
