"""What of a page can be given to others: its own address, and a frame for another page."""

from __future__ import annotations

from typing import Any, Final

from flask import request
from markupsafe import escape

from archive.services import GameView

WIDTH: Final = 960
HEIGHT: Final = 640
"""How large a frame is asked for, in pixels, where nothing else is said."""


def shared(game: GameView) -> dict[str, Any]:
    """Return the address of the page that is asked for, and how others put it into theirs."""
    here = request.url
    return {"here_url": here, "frame": snippet(framed(here), game.id)}


def framed(address: str) -> str:
    """Return the address under which a page of a game may stand in a frame."""
    return address.replace("/g/", "/embed/g/", 1)


def snippet(address: str, game_id: str, width: str | int = "100%", height: int = HEIGHT) -> str:
    """Return the HTML that puts a table into another page."""
    return (
        f'<iframe src="{escape(address)}" width="{width}" height="{height}" '
        f'title="Card game {escape(game_id)} on Twenties" loading="lazy"></iframe>'
    )
