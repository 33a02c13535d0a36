"""A line of what if as a file: the record with the line as a variation in it."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, abort, request

from archive.notation.insertion import with_variation
from archive.scoring.line_text import LineError
from archive.scoring.what_if import Line, NoPosition
from archive.web import caching
from archive.web.downloads import name_file
from archive.web.language import told
from archive.web.lookup import game_or_404
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.what_if import NOT_TOLD

pages = Blueprint("lines", __name__)

NO_LINE = "Say what is played otherwise: ?line=9h.7s"
AT_THE_END = "The game has no play after this one, in whose place the line could stand."


@pages.get("/g/<game_id>/<int:ply>.xxn")
def as_variation(game_id: str, ply: int) -> Response:
    """Show the record with `?line=` as a variation in place of the play after a ply. The stored
    record stays as it is."""
    game = game_or_404(game_id)
    opened = opened_game(game)
    try:
        line = Line(opened.record, ply, opened.positions)
        line.follow(request.args.get("line", ""))
    except NoPosition:
        abort(HTTPStatus.NOT_FOUND, NOT_TOLD)
    except LineError as error:
        abort(HTTPStatus.BAD_REQUEST, told(error))
    if not line.moves:
        abort(HTTPStatus.BAD_REQUEST, NO_LINE)
    if ply >= opened.last:
        abort(HTTPStatus.BAD_REQUEST, AT_THE_END)
    made = with_variation(opened.record, ply + 1, [one.event for one in line.moves])
    answer = caching.bytes_as_stored(made, "application/x-xxn")
    return name_file(answer, "attachment", f"{game_id}-{ply + 1}.xxn")
