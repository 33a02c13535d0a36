"""The table at every ply, each at its own address, and games played on otherwise from there."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.services import GameView
from archive.services.permissions import NOBODY
from archive.web import caching
from archive.web.auth import who
from archive.web.language import _
from archive.web.lookup import game_or_404
from archive.web.numbers import number_asked
from archive.web.pages.layers import layers_shown
from archive.web.pages.weighed import weighed_of
from archive.web.pages.what_if import what_if
from archive.web.presenters.layers import ANALYST
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.replay_view import View
from archive.web.presenters.sharing import shared
from archive.web.security_headers import RUNS_RULES

pages = Blueprint("replay", __name__)


MOST_AT_ONCE = 40
"""Tables that are sent in one piece, ahead of a reader."""


@pages.get("/g/<game_id>/<int:ply>")
def ply(game_id: str, ply: int) -> AnyResponse:
    """Show the table right after a ply; 0 is before the first.

    `?seat=3` shows it from that player's side, `?as=3` as that player saw it; `?fragment=12` sends
    twelve tables from there on, and nothing else. `?layers=` says which layers are shown.
    `?line=9h.7s` is what if: the game left here and played on otherwise.
    """
    game = game_or_404(game_id)
    answer = table_page(game, ply, "replay.ply", shared(game, ply))
    answer.headers["Content-Security-Policy"] = RUNS_RULES
    return answer


def table_page(game: GameView, ply: int, endpoint: str, beside: dict[str, Any]) -> AnyResponse:
    """Return the page of a table, or a part of it, as its address asks; `endpoint` is where the
    tables of the same kind are, `beside` what else the page needs."""
    opened = opened_game(game)
    if opened.replay is None:
        return redirect(url_for("game.game", game_id=game.id))
    if ply > opened.last:
        abort(
            404,
            _(
                "This game has %(last)s plays, numbered from 1; 0 is before the first.",
                last=opened.last,
            ),
        )
    asked = request.args.get("layers")
    near, own = number_asked("seat") or 0, number_asked("as") or 0
    view = View(game, opened, own, near, endpoint=endpoint, layers=asked)
    if "line" in request.args:
        return what_if(view, ply, beside)
    layers = layers_shown(view, NOBODY if beside.get("framed") else who())
    said = weighed_of(view, on=ANALYST in layers.on)
    if "fragment" in request.args:
        many = min(max(number_asked("fragment") or 1, 1), MOST_AT_ONCE)
        until = min(ply + many, opened.last + 1)
        tables = [
            render_template("parts/board.html", **layers.at(said.at(view.at(at))))
            for at in range(ply, until)
        ]
        return caching.page("\n".join(tables))
    around = layers.around(said.around(view.around(ply)))
    shown = {**layers.at(said.at(view.at(ply))), **around}
    return caching.page(render_template("replay.html", **{**beside, **shown}))
