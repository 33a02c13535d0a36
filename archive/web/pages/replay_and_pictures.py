"""The table after every play, each at its own address, and what if from there: as a page, in a
frame on another site's page (oEmbed puts it there), and as a picture."""

from __future__ import annotations

import hashlib
import re
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.notation.notes import Arrow
from archive.scoring.line_in_address import BETWEEN
from archive.scoring.what_if import NoPosition
from archive.services import GameView
from archive.services.permissions import ANONYMOUS
from archive.web import responses
from archive.web.addresses import number_asked
from archive.web.auth import who
from archive.web.drawing import HEIGHT as DRAWN_HEIGHT
from archive.web.drawing import WIDTH as DRAWN_WIDTH
from archive.web.drawing import drawn
from archive.web.drawing.scene import RENDERER, png
from archive.web.errors import BeyondTheLastPlay
from archive.web.language import _, marked
from archive.web.lookup import game_or_404, layers_of
from archive.web.pages.analysis_and_puzzles import weighed_of
from archive.web.pages.notes import layers_shown
from archive.web.pages.shared_replay import at_the_board
from archive.web.presenters.layers import ANALYST, named_in
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.replay_view import WRITTEN, View
from archive.web.presenters.sharing import (
    HEIGHT,
    WIDTH,
    frame_address,
    picture_address,
    shared,
    snippet,
)
from archive.web.presenters.what_if import NOT_TOLD, WhatIf
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
        answer.headers["Cache-Control"] = responses.NOT_KEPT
    answer.headers["Content-Security-Policy"] = RUNS_RULES
    return answer


def table_page(game: GameView, ply: int, endpoint: str, beside: dict[str, Any]) -> AnyResponse:
    """Return the page of a table, or a part of it, as its address asks; `endpoint` is that of the
    tables of the same kind, `beside` what else the page needs. A part has the play lists of its
    deals after the tables."""
    opened = opened_game(game)
    if not opened.playable:
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
        return responses.page("\n".join([*tables, plays]))
    around = layers.around(said.around(view.around(ply)))
    shown = {**layers.at(said.at(view.at(ply))), **around}
    return responses.shown("replay.html", **{**beside, **shown})


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
    answer = responses.shown("parts/board.html" if part else "replay.html", **{**around, **page})
    if answer.status_code == 200:
        answer.status_code = status
    return answer


def _led(address: str) -> AnyResponse:
    """Return the redirect to a line's own address, as a part of a page where one was asked for."""
    return redirect(f"{address}&fragment=1" if "fragment" in request.args else address)


frames = Blueprint("embed", __name__)

FRAMED: Final = RUNS_RULES.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy of a page in a frame, which only shows something: any site may have it."""
ELSEWHERE: Final = re.compile(r'<a (?=[^>]*href="(?!/embed/|#))')
"""A link out of the frame."""
PAGE: Final = re.compile(r"/(?:embed/)?g/([0-9a-z]+)(?:/(\d{1,6}))?")


@frames.get("/embed/g/<game_id>/<int:ply>", endpoint="ply")
def framed(game_id: str, ply: int) -> AnyResponse:
    """Show the replay without the rest of its page, for a frame: what a visitor without an account
    may see, and nothing else. Its links lead out of the frame, except those through the game."""
    answer = table_page(game_or_404(game_id, ANONYMOUS), ply, "embed.ply", {"framed": True})
    if isinstance(answer, Response) and answer.status_code in (HTTPStatus.OK, 400):
        html = answer.get_data(as_text=True)
        answer.set_data(ELSEWHERE.sub('<a target="_blank" rel="noopener" ', html))
    answer.headers["Content-Security-Policy"] = FRAMED
    return answer


@frames.get("/oembed")
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
    asked = number_asked(name, 5)
    return usual if asked is None else min(max(asked, 200), usual)


pictures = Blueprint("pictures", __name__)

NARROWEST, WIDEST = 200, 2400
"""In pixels; the height follows."""


@pictures.get("/g/<game_id>/<int:ply>/table.svg")
def svg(game_id: str, ply: int) -> Response:
    """Show the table as SVG, which needs no other files.

    `?seat=`, `?as=`, `?line=` and `?at=` mean the same as on the page of the play; `?layers=` draws
    the arrows of these layers, `?part=table` the table alone.
    """
    return responses.bytes_as_stored(
        _drawing(game_id, ply).encode(), "image/svg+xml; charset=utf-8"
    )


@pictures.get("/g/<game_id>/<int:ply>/table.png")
def as_png(game_id: str, ply: int) -> AnyResponse:
    """Show the same drawing as PNG, 1,200 pixels wide or as `?width=` says."""
    drawing = _drawing(game_id, ply)
    asked = number_asked("width", 9) if "width" in request.args else DRAWN_WIDTH
    if asked is None or not NARROWEST <= asked <= WIDEST:
        abort(
            HTTPStatus.BAD_REQUEST,
            _("A picture is %(least)s to %(most)s pixels wide.", least=NARROWEST, most=WIDEST),
        )
    mark = hashlib.sha256(f"{RENDERER} {asked} {drawing}".encode()).hexdigest()[:32]
    return responses.picture_if_new(mark, lambda: png(drawing, asked))


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
