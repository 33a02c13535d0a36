"""Tables in a frame on another site's page, and oEmbed, which puts them there; tables as pictures,
at a play or in a line of what if."""

from __future__ import annotations

import hashlib
import re
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, abort, jsonify, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from archive.notation.notes import Arrow
from archive.scoring.what_if import NoPosition
from archive.services import GameView
from archive.services.permissions import ANONYMOUS
from archive.web import caching
from archive.web.drawing import HEIGHT as DRAWN_HEIGHT
from archive.web.drawing import WIDTH as DRAWN_WIDTH
from archive.web.drawing.png import RENDERER, png
from archive.web.drawing.table_picture import drawn
from archive.web.errors import BeyondTheLastPlay
from archive.web.language import _
from archive.web.lookup import game_or_404, layers_of
from archive.web.pages.replay import table_page
from archive.web.presenters.layers import named_in
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.replay_view import WRITTEN, View
from archive.web.presenters.sharing import HEIGHT, WIDTH, frame_address, picture_address, snippet
from archive.web.presenters.what_if import WhatIf
from archive.web.query_parameters import number_asked
from archive.web.security_headers import RUNS_RULES

pages = Blueprint("embed", __name__)

FRAMED: Final = RUNS_RULES.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy of a page in a frame, which only shows something: any site may have it."""
ELSEWHERE: Final = re.compile(r'<a (?=[^>]*href="(?!/embed/|#))')
"""A link out of the frame."""
PAGE: Final = re.compile(r"/(?:embed/)?g/([0-9a-z]+)(?:/(\d{1,6}))?")


@pages.get("/embed/g/<game_id>/<int:ply>")
def ply(game_id: str, ply: int) -> AnyResponse:
    """Show the replay without the rest of its page, for a frame: what a visitor without an account
    may see, and nothing else. Its links lead out of the frame, except those through the game."""
    answer = table_page(game_or_404(game_id, ANONYMOUS), ply, "embed.ply", {"framed": True})
    if isinstance(answer, Response) and answer.status_code in (HTTPStatus.OK, 400):
        html = answer.get_data(as_text=True)
        answer.set_data(ELSEWHERE.sub('<a target="_blank" rel="noopener" ', html))
    answer.headers["Content-Security-Policy"] = FRAMED
    return answer


@pages.get("/oembed")
def oembed() -> Response:
    """Answer oEmbed 1.0: `?url=` of a game or a play, `maxwidth`, `maxheight`."""
    if request.args.get("format", "json") != "json":
        abort(HTTPStatus.NOT_IMPLEMENTED, _("Only JSON is given: format=json."))
    asked = urlsplit(request.args.get("url", ""))
    found = PAGE.fullmatch(asked.path)
    if not found or asked.netloc != request.host:
        abort(404, _("This is no address of a game here."))
    game = game_or_404(found[1], ANONYMOUS)
    width, height = _most("maxwidth", WIDTH), _most("maxheight", HEIGHT)
    ply = found[2] or "0"
    address = frame_address(f"{request.host_url.rstrip('/')}/g/{game.id}/{ply}")
    if asked.query:
        address += f"?{asked.query}"
    wide = _picture_width()
    return jsonify({
        "version": "1.0",
        "type": "rich",
        "provider_name": "Twenties",
        "provider_url": request.host_url,
        "title": opened_game(game).title,
        "html": snippet(address, opened_game(game).title, width, height),
        "width": width,
        "height": height,
        "thumbnail_url": picture_address(game, int(ply), dict(parse_qsl(asked.query)), width=wide),
        "thumbnail_width": wide,
        "thumbnail_height": round(wide * DRAWN_HEIGHT / DRAWN_WIDTH),
    })  # fmt: skip


def _picture_width() -> int:
    """Return the width of the picture, which must fit into the space that is asked for."""
    high = _most("maxheight", DRAWN_HEIGHT)
    return min(_most("maxwidth", DRAWN_WIDTH), high * DRAWN_WIDTH // DRAWN_HEIGHT)


def _most(name: str, usual: int) -> int:
    text = request.args.get(name, "")
    asked = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else usual
    return min(max(asked, 200), usual)


pictures = Blueprint("pictures", __name__)

NARROWEST, WIDEST = 200, 2400
"""In pixels; the height follows."""


@pictures.get("/g/<game_id>/<int:ply>/table.svg")
def svg(game_id: str, ply: int) -> Response:
    """Show the table as SVG, which needs no other files.

    `?seat=`, `?as=`, `?line=` and `?at=` mean the same as on the page of the play; `?layers=` draws
    the arrows of these layers, `?part=table` the table alone.
    """
    return caching.bytes_as_stored(_drawing(game_id, ply).encode(), "image/svg+xml; charset=utf-8")


@pictures.get("/g/<game_id>/<int:ply>/table.png")
def as_png(game_id: str, ply: int) -> AnyResponse:
    """Show the same drawing as PNG, 1,200 pixels wide or as `?width=` says."""
    drawing = _drawing(game_id, ply)
    asked = request.args.get("width", str(DRAWN_WIDTH))
    if not (asked.isascii() and asked.isdigit() and NARROWEST <= int(asked[:9]) <= WIDEST):
        abort(
            HTTPStatus.BAD_REQUEST,
            _("A picture is %(least)s to %(most)s pixels wide.", least=NARROWEST, most=WIDEST),
        )
    mark = hashlib.sha256(f"{RENDERER} {asked} {drawing}".encode()).hexdigest()[:32]
    return caching.picture_if_new(mark, lambda: png(drawing, int(asked)))


def _arrows(game: GameView, ply: int) -> list[Arrow]:
    """Return the arrows on a play in the layers of `?layers=`."""
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
        abort(404, _("This game is not replayed, so there is no table to draw."))
    if ply > opened.last:
        raise BeyondTheLastPlay(opened.last)
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
