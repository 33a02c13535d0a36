"""What the analyst says of a game's plays, and the way to ask for it."""

from __future__ import annotations

from flask import Blueprint, Response
from werkzeug.wrappers import Response as AnyResponse

from archive.web import caching
from archive.web.lookup import archive, game_or_404
from archive.web.pages import led_to
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.replay_view import View
from archive.web.presenters.weighed import WeighedShown, may_be_weighed

pages = Blueprint("annotations", __name__)


@pages.get("/g/<game_id>/annotations")
def plays(game_id: str) -> Response:
    """Show the plays that stand out, one by one, or a button to have them weighed."""
    game = game_or_404(game_id)
    opened = opened_game(game)
    can = may_be_weighed(game)
    found = WeighedShown(archive().annotating.find(game) if can else None, opened.names())
    return caching.shown_once(
            "annotations.html", game=game, names=opened.names(), weighing=found.found,
            story=found.story(), remarks=found.remarks(),
        )  # fmt: skip


def weighed_of(view: View, *, on: bool = True) -> WeighedShown:
    """Return what the analyst says of a game, to a reader who looks at it so; nothing where that is
    not switched `on`."""
    can = on and may_be_weighed(view.game)
    return WeighedShown(archive().annotating.find(view.game) if can else None, view.names, view.own)


@pages.post("/g/<game_id>/annotations")
def ask(game_id: str) -> AnyResponse:
    """Have a game weighed."""
    archive().annotating.ask_for(game_or_404(game_id))
    return led_to("annotations.plays", game_id=game_id)
