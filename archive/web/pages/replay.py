"""The table after every play, each at its own address, and what if from there."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.scoring.line_in_address import BETWEEN
from archive.scoring.what_if import NoPosition
from archive.services import GameView
from archive.services.permissions import ANONYMOUS
from archive.web import caching
from archive.web.auth import who
from archive.web.errors import BeyondTheLastPlay
from archive.web.language import _, marked
from archive.web.lookup import game_or_404
from archive.web.pages.layers import layers_shown
from archive.web.pages.puzzles import weighed_of
from archive.web.pages.shared_replay import at_the_board
from archive.web.presenters.layers import ANALYST
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.replay_view import WRITTEN, View
from archive.web.presenters.sharing import shared
from archive.web.presenters.what_if import NOT_TOLD, WhatIf
from archive.web.query_parameters import number_asked
from archive.web.security_headers import RUNS_RULES

pages = Blueprint("replay", __name__)


MOST_AT_ONCE = 40
"""Tables that are sent in one piece, ahead of a reader."""


@pages.get("/g/<game_id>/<int:ply>")
def ply(game_id: str, ply: int) -> AnyResponse:
    """Show the table right after a play; 0 is before the first.

    `?seat=3` shows it from that player's side, `?as=3` as that player saw it; `?fragment=12` sends
    twelve tables from there on, and nothing else. `?layers=` says which layers are shown.
    `?line=9h.7s` is what if: other plays from here on. `?with=` is a shared replay where others see
    the same.
    """
    game = game_or_404(game_id)
    table, part = request.args.get("with", ""), "fragment" in request.args
    together = at_the_board(game, ply, table) if table and not part else None
    answer = table_page(game, ply, "replay.ply", {**shared(game, ply), "together": together})
    if together:  # it is for this reader alone
        answer.headers["Cache-Control"] = caching.NOT_KEPT
    answer.headers["Content-Security-Policy"] = RUNS_RULES
    return answer


def table_page(game: GameView, ply: int, endpoint: str, beside: dict[str, Any]) -> AnyResponse:
    """Return the page of a table, or a part of it, as its address asks; `endpoint` is that of the
    tables of the same kind, `beside` what else the page needs. A part has the play lists of its
    deals after the tables."""
    opened = opened_game(game)
    if opened.replay is None:
        return redirect(url_for("game.game", game_id=game.id))
    if ply > opened.last:
        last_play = url_for(endpoint, game_id=game.id, ply=opened.last)
        raise BeyondTheLastPlay(opened.last, last_play)
    asked = request.args.get("layers")
    near, own = number_asked("seat") or 0, number_asked("as") or 0
    written = request.args.get("as") == WRITTEN
    view = View(game, opened, own, near, endpoint=endpoint, layers=asked, written=written,
                table="" if "framed" in beside else request.args.get("with", ""))  # fmt: skip
    if "line" in request.args:
        return what_if(view, ply, beside)
    layers = layers_shown(view, ANONYMOUS if beside.get("framed") else who())
    said = weighed_of(view, on=ANALYST in layers.on)
    if "fragment" in request.args:
        many = min(max(number_asked("fragment") or 1, 1), MOST_AT_ONCE)
        until = min(ply + many, opened.last + 1)
        tables = [
            render_template("parts/board.html", **layers.at(said.at(view.at(at))))
            for at in range(ply, until)
        ]
        lists = layers.listed(said.listed(view.listed(ply, until - 1)))
        kind = view.replay.record.game
        plays = render_template(
            "parts/deals.html", names=view.names, ply_url=view.address, kind=kind, **lists
        )
        return caching.page("\n".join([*tables, plays]))
    around = layers.around(said.around(view.around(ply)))
    shown = {**layers.at(said.at(view.at(ply))), **around}
    return caching.shown("replay.html", **{**beside, **shown})


NO_CARD = marked("Tick the cards that are to be played.")


def what_if(view: View, start: int, beside: dict[str, Any]) -> AnyResponse:
    """Return the page of a line of what if that leaves a game after a play.

    `?line=9h.7s` is the line and `?at=1` how much of it is shown; `?for=2` lets one seat choose,
    the others going on as in the game, and `?go=1` plays on until there is something to choose.
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
        weighed = weighed_of(view).by_ply.get(start + 1)
        alone = number_asked("for") or 0
        shown = WhatIf(view, start, text, number_asked("at", 3), alone, weighed)
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
    answer = caching.shown("parts/board.html" if part else "replay.html", **{**around, **page})
    if answer.status_code == 200:
        answer.status_code = status
    return answer


def _led(address: str) -> AnyResponse:
    """Return the redirect to a line's own address, as a part of a page where one was asked for."""
    return redirect(f"{address}&fragment=1" if "fragment" in request.args else address)
