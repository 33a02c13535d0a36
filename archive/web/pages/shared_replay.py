"""Shared replays: making a table, joining it, leading it and leaving it."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    request,
    session,
)
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, ServiceUnavailable
from werkzeug.wrappers import Response as AnyResponse

from archive.core.errors import NotThere
from archive.core.text import printable, shortened
from archive.runtime.queue import BrokerAway
from archive.services import GameView
from archive.services.permissions import Permission, may
from archive.services.shared_replays import (
    LONGEST_NAME,
    NO_TABLE,
    PLACE,
    NotLeading,
    Person,
    Table,
    TooMany,
)
from archive.web import responses
from archive.web.auth import who
from archive.web.language import _, marked, refusal_told
from archive.web.lookup import archive, game_or_404
from archive.web.pages import led_to
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.sharing import line_of, mark_of, place_in, replay_address

pages = Blueprint("together", __name__)

SEATS: Final = "together"
"""The key of the session under which a browser's tables stand: their tokens, with its number at
each."""
MOST_SEATS: Final = 8
NOT_NOW: Final = marked("Stepping through it together is not to be had just now.")
OVER: Final = {"over": True}


@pages.errorhandler(BrokerAway)
def away(_error: BrokerAway) -> ResponseReturnValue:
    """Answer that there are no shared replays just now."""
    return current_app.handle_http_exception(ServiceUnavailable(_(NOT_NOW), retry_after=10))


@pages.errorhandler(NotLeading)
def refused(error: NotLeading) -> ResponseReturnValue:
    """Answer that another person is showing."""
    return current_app.handle_http_exception(Conflict(refusal_told(error)))


@pages.get("/g/<game_id>/<int:ply>/together")
def begin_form(game_id: str, ply: int) -> Response:
    """Show the form for making a table at a play, or with `?line=` at a line of what if."""
    game = game_or_404(game_id)
    return _form(game, place=place_in(ply, request.args))


@pages.post("/g/<game_id>/<int:ply>/together")
def begin(game_id: str, ply: int) -> AnyResponse:
    """Make a table, which the reader leads, and redirect to the replay there."""
    game = game_or_404(game_id)
    token = archive().shared_replays.begin(game.id, _place(), _myself())
    _sit(token, 1)
    return led_to("together.table", token=token)


@pages.get("/together/<token>")
def table(token: str) -> AnyResponse:
    """Redirect a person at a table to what the leader shows; show others the form for joining.
    `?part=line` is the line below the board with the people there."""
    found, me = _seated(token)
    if not me:
        return _form(game_or_404(found.game), found, token)
    if request.args.get("part") == "line":
        return responses.shown_once("parts/together_line.html", together=line_of(found, token, me))
    return _way(replay_address(found, token))


@pages.post("/together/<token>")
def join(token: str) -> AnyResponse:
    """Take a place at a table."""
    found, me = _seated(token)
    game = game_or_404(found.game)
    if not me:
        try:
            _sit(token, archive().shared_replays.join(token, _myself()))
        except TooMany as full:
            return _form(game, found, token, problem=refusal_told(full))
    return led_to("together.table", token=token)


@pages.get("/together/<token>.json")
def state(token: str) -> Response:
    """Answer what every person there asks each second: what is shown, whether the reader leads, and
    a mark that changes when the people do. It needs the session's cookie and the broker, no
    database."""
    found, me = _at_table(token)
    leads = found.leader == me
    return jsonify(place=found.place, turn=found.turn, leads=leads, people=mark_of(found))


@pages.post("/together/<token>/place")
def show(token: str) -> AnyResponse:
    """Show everyone a `place`, as in `47` or `47?line=9h`. A script sends `quiet`."""
    _found, me = _at_table(token)
    turn = archive().shared_replays.show(token, me, _place())
    if "quiet" in request.form:
        return jsonify(turn=turn)
    return led_to("together.table", token=token)


@pages.post("/together/<token>/gone")
def gone(token: str) -> Response:
    """Note that the reader's page is closed, which a script sends as it closes."""
    _found, me = _at_table(token)
    archive().shared_replays.gone(token, me)
    return Response(status=HTTPStatus.NO_CONTENT)


@pages.post("/together/<token>/lead")
def lead(token: str) -> AnyResponse:
    """Give the lead to the person with the number `to`, or take it with one's own."""
    _found, me = _at_table(token)
    to = request.form.get("to", "")
    archive().shared_replays.lead(token, me, int(to) if re.fullmatch("[0-9]{1,6}", to) else 0)
    return led_to("together.table", token=token)


@pages.post("/together/<token>/leave")
def leave(token: str) -> AnyResponse:
    """Leave a table, and go on alone."""
    found, me = _at_table(token)
    archive().shared_replays.leave(token, me)
    session[SEATS] = [one for one in session[SEATS] if one[0] != token]
    return _way(replay_address(found))


def at_the_board(game: GameView, ply: int, token: str) -> dict[str, Any]:
    """Return what a replay page shows of the table that its address names."""
    try:
        found, me = _seated(token)
    except NotThere:
        return OVER
    except BrokerAway:
        return {"away": _(NOT_NOW)}
    if found.game != game.id:
        return OVER
    return {"line": line_of(found, token, me), "here": place_in(ply, request.args)}


def _seated(token: str) -> tuple[Table, int]:
    """Return a table and the reader's number there, 0 for none. Now and then check again whether
    they may see the game; a person who may not any more is removed."""
    tables = archive().shared_replays
    found = tables.find(token)
    me = dict(session.get(SEATS, [])).get(token, 0)
    if me not in found.people:
        return found, 0
    if tables.due(found, me):
        game = archive().ownership.record(found.game)
        if game is None or not may(who(), Permission.SEE, game):
            tables.leave(token, me)
            raise NotThere(NO_TABLE)
        tables.here(token, me)
        found.present = sorted({*found.present, me})
    return found, me


def _at_table(token: str) -> tuple[Table, int]:
    found, me = _seated(token)
    if not me:
        raise NotThere(NO_TABLE)
    return found, me


def _myself() -> Person:
    """Return the reader as others see them: by the account's name, or the name that is given."""
    if who().account_id is not None:
        return Person(who().name, guest=False)
    said = " ".join(request.form.get("name", "").split())
    return Person(printable(shortened(said, LONGEST_NAME)), guest=True)


def _sit(token: str, me: int) -> None:
    """Remember the number of this browser at a table; of many tables, the last."""
    before = [one for one in session.get(SEATS, []) if one[0] != token]
    session[SEATS] = [*before[1 - MOST_SEATS :], (token, me)]


def _place() -> str:
    place = request.form.get("place", "0")
    if not PLACE.fullmatch(place):
        abort(HTTPStatus.BAD_REQUEST)
    return place


def _form(
    game: GameView, found: Table | None = None, token: str = "", *, place: str = "",
    problem: str = "",
) -> Response:  # fmt: skip
    """Return the page for making a table, or for joining one."""
    return responses.form(
        "together.html", problem, title=opened_game(game).title,
        private=game.visibility == "private", place=place,
        back=replay_address(found or Table(game.id, place)),
        line=line_of(found, token, 0) if found else None, longest=LONGEST_NAME, game=game,
    )  # fmt: skip


def _way(address: str) -> Response:
    made = Response(status=HTTPStatus.SEE_OTHER, headers={"Location": address})
    return responses.unkept(made)
