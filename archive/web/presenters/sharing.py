"""What of a page can be given to others: its own address, a picture of the table, and a frame for
another page."""

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
"""How large a frame is asked for, in pixels, where nothing else is said."""


TABLE: Final = "with"
"""What the address of a replay says of a table where others see it, too."""
PICTURED: Final = frozenset({"seat", "as", "line", "at", "revision", "layers"})
"""What the question of a page says that its picture has to know."""


def shared(game: GameView, ply: int) -> dict[str, Any]:
    """Return the address of the page that is asked for, how others put it into theirs, and where
    the picture of its table is."""
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
    """Return where the picture of a table is, for others to ask for unless `more` says otherwise;
    `asked` is the question of the page it is on."""
    question = {name: value for name, value in asked.items() if name in PICTURED}
    return url_for(endpoint, game_id=game.id, ply=ply, **{"_external": True, **question, **more})


def frame_address(address: str) -> str:
    """Return the address under which a page of a game may stand in a frame."""
    return address.replace("/g/", "/embed/g/", 1)


def snippet(address: str, said: str, width: str | int = "100%", height: int = HEIGHT) -> str:
    """Return the HTML that puts a table into another page; `said` is the game's title."""
    title = _("%(title)s: a card game on Twenties", title=said)
    return (
        f'<iframe src="{escape(address)}" width="{width}" height="{height}" '
        f'title="{escape(title)}" loading="lazy"></iframe>'
    )
