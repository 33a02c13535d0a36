"""The table at a play, or in a line of what if, as a picture."""

from __future__ import annotations

import hashlib
from http import HTTPStatus

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from archive.notation.notes import Arrow
from archive.scoring.what_if import NoPosition
from archive.services import GameView
from archive.web import caching
from archive.web.drawing import WIDTH
from archive.web.drawing.png import RENDERER, png
from archive.web.language import _
from archive.web.lookup import game_or_404, layers_of
from archive.web.presenters.layers import named_in
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.replay_view import WRITTEN, View
from archive.web.presenters.table_picture import drawn
from archive.web.presenters.what_if import WhatIf
from archive.web.query_parameters import number_asked

pages = Blueprint("pictures", __name__)

NARROWEST, WIDEST = 200, 2400
"""In pixels; the height follows."""


@pages.get("/g/<game_id>/<int:ply>/table.svg")
def svg(game_id: str, ply: int) -> Response:
    """Show the table as SVG, which needs nothing from elsewhere.

    `?seat=`, `?as=`, `?line=` and `?at=` say the same as on the page of the play; `?layers=` draws
    the arrows of these layers, `?part=table` the table alone.
    """
    return caching.bytes_as_stored(_drawing(game_id, ply).encode(), "image/svg+xml; charset=utf-8")


@pages.get("/g/<game_id>/<int:ply>/table.png")
def as_png(game_id: str, ply: int) -> AnyResponse:
    """Show the same drawing as PNG, 1,200 pixels wide or as `?width=` says."""
    drawing = _drawing(game_id, ply)
    asked = request.args.get("width", str(WIDTH))
    if not (asked.isascii() and asked.isdigit() and NARROWEST <= int(asked[:9]) <= WIDEST):
        abort(
            HTTPStatus.BAD_REQUEST,
            _("A picture is %(least)s to %(most)s pixels wide.", least=NARROWEST, most=WIDEST),
        )
    mark = hashlib.sha256(f"{RENDERER} {asked} {drawing}".encode()).hexdigest()[:32]
    return caching.made_if_new(mark, lambda: png(drawing, int(asked)), "image/png")


def _arrows(game: GameView, ply: int) -> list[Arrow]:
    """Return the arrows on a play in the layers that `?layers=` shows."""
    asked = "" if number_asked("as") else request.args.get("layers", "")
    named = [one for one in named_in(asked) if one in asked.split(",")]
    return [
        arrow
        for layer in (layers_of(game, named) if named else [])
        if layer.id in named
        for note in layer.notes
        if note.ply == ply
        for arrow in note.arrows
    ]


def _drawing(game_id: str, ply: int) -> str:
    game = game_or_404(game_id)
    opened = opened_game(game)
    if opened.replay is None:
        abort(404, _("This record is not replayed, so there is no table to draw."))
    if ply > opened.last:
        abort(
            404,
            _(
                "This game has %(last)s plays, numbered from 1; 0 is before the first.",
                last=opened.last,
            ),
        )
    own, near = number_asked("as") or 0, number_asked("seat") or 0
    view = View(game, opened, own, near, written=request.args.get("as") == WRITTEN)
    page = view.at(ply)
    page["pointing"] = _arrows(game, ply)
    if "line" in request.args:
        try:
            line = WhatIf(view, ply, request.args["line"], number_asked("at", 3), 0)
        except NoPosition:
            return render_template("pictures/table.svg", **drawn(page))
        if line.problem:
            abort(HTTPStatus.BAD_REQUEST, line.problem)
        page = line.picture()
    alone = request.args.get("part") == "table"
    return render_template("pictures/table.svg", **drawn(page, alone=alone))
