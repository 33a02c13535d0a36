"""What if: a game left after a ply and played on otherwise, at an address that has the line."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from archive.scoring.line_text import BETWEEN
from archive.scoring.what_if import NoPosition
from archive.web import caching
from archive.web.language import _, marked
from archive.web.numbers import number_asked
from archive.web.presenters.replay_view import View
from archive.web.presenters.what_if import NOT_TOLD, WhatIf

NO_CARD = marked("Tick the cards that are to be played.")


def what_if(view: View, start: int, beside: dict[str, Any]) -> AnyResponse:
    """Return the page of a line that leaves a game after a ply.

    `?line=9h.7s` is the line and `?at=1` how much of it is shown; `?for=2` lets one seat choose,
    the others going on as in the game, and `?go=1` lets everything happen that nobody chooses.
    `?card=9h&card=9c` are cards ticked in a form. `beside` is what else the page needs.
    """
    asked = request.args
    text = asked.get("line", "")
    problem = ""
    if "ticked" in asked:
        chosen = asked["ticked"] + "".join(asked.getlist("card"))
        chosen = "x-" if chosen == "x" else chosen
        problem = "" if chosen else _(NO_CARD)
        text = BETWEEN.join(filter(None, (text, chosen)))
    try:
        shown = WhatIf(view, start, text, number_asked("at", 3), number_asked("for") or 0)
    except NoPosition:
        untold = {"problem": _(NOT_TOLD), "start": start, "back": view.address(start)}
        return _answer(view, start, {**beside, **view.at(start), "line": untold}, 200)
    if not shown.problem and not problem:
        if "go" in asked or ("ticked" in asked and shown.alone):
            return _led(shown.address(shown.gone_on()))
        if "ticked" in asked:
            return _led(shown.address(text))
    page = shown.page()
    page["line"]["problem"] = page["line"]["problem"] or problem
    return _answer(view, start, {**beside, **page}, 400 if page["line"]["problem"] else 200)


def _answer(view: View, start: int, page: dict[str, Any], status: int) -> AnyResponse:
    part = "fragment" in request.args
    around = {} if part else view.around(start)
    answer = caching.page(
        render_template("parts/board.html" if part else "replay.html", **{**around, **page})
    )
    if answer.status_code == 200:
        answer.status_code = status
    return answer


def _led(address: str) -> AnyResponse:
    """Return the way to a line's own address, as a part of a page where one was asked for."""
    return redirect(f"{address}&fragment=1" if "fragment" in request.args else address)
