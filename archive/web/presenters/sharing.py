"""Ways to share a page: its own address, a picture of the table, and a frame for another page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import request, url_for
from markupsafe import escape

from archive.services import GameView
from archive.web.language import _
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.shared_replay import OF_A_LINE

WIDTH: Final = 960
HEIGHT: Final = 640
"""The height of a frame, in pixels, where no other is given."""


TABLE: Final = "with"
"""The parameter of a replay's address that names a shared replay."""
PICTURED: Final = frozenset({"seat", "as", "line", "at", "revision", "layers"})
"""The parameters of a page that its picture needs."""


def shared(game: GameView, ply: int) -> dict[str, Any]:
    """Return the address of this page, the code for a frame with it, and the address of its
    picture."""
    here = request.url
    if TABLE in request.args:  # others come to a table by its own address
        asked: dict[str, Any] = {name: said for name, said in request.args.items() if name != TABLE}
        here = url_for("replay.ply", game_id=game.id, ply=ply, _external=True, **asked)
    line: dict[str, Any] = {one: request.args[one] for one in OF_A_LINE if one in request.args}
    return {
        "here_url": here,
        "frame": snippet(frame_address(here), opened_game(game).title),
        "together_url": url_for("together.begin_form", game_id=game.id, ply=ply, **line),
        "picture_url": picture_address(game, ply, request.args),
        "picture_path": picture_address(game, ply, request.args, _external=False),
        "drawing_path": picture_address(game, ply, request.args, "pictures.svg", _external=False),
    }


def picture_address(
    game: GameView, ply: int, asked: Mapping[str, str], endpoint: str = "pictures.as_png",
    **more: Any,
) -> str:  # fmt: skip
    """Return the address of the picture of a table, for other sites unless `more` says otherwise;
    `asked` are the parameters of its page."""
    question = {name: value for name, value in asked.items() if name in PICTURED}
    return url_for(endpoint, game_id=game.id, ply=ply, **{"_external": True, **question, **more})


def frame_address(address: str) -> str:
    """Return the address of a page of a game in a frame."""
    return address.replace("/g/", "/embed/g/", 1)


def snippet(address: str, said: str, width: str | int = "100%", height: int = HEIGHT) -> str:
    """Return the HTML that puts a table into another page; `said` is the game's title."""
    title = _("%(title)s: a card game on Twenties", title=said)
    return (
        f'<iframe src="{escape(address)}" width="{width}" height="{height}" '
        f'title="{escape(title)}" loading="lazy"></iframe>'
    )
