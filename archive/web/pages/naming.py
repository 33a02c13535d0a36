"""A player's names: saying that two players are one, that one is two, what somebody is called."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from archive.service.permissions import Verb, Who, may
from archive.service.players import NO_PLAYER, Bearer, PlayersRefused
from archive.web.reach import archive
from archive.web.signed_in import require

pages = Blueprint("naming", __name__)


@pages.get("/p/<player_id>/names")
def names(player_id: str) -> Response:
    """A player's names; with `?with=` somebody else's beside them, before the two are joined."""
    me = require(Verb.NAME_PLAYERS)
    player, other, problem = _player_or_404(me, player_id), None, ""
    if asked := request.args.get("with", "").strip():
        other = archive().players.find(asked, sees_all=_sees_all(me))
        if other is None:
            problem = "Nobody here goes by that name. Names are compared whole, in any case."
        elif other.id == player.id:
            other, problem = None, "That is this player already."
    return _page(me, player, other, problem)


@pages.post("/p/<player_id>/names/join")
def join(player_id: str) -> AnyResponse:
    """The two players are one."""
    me = require(Verb.NAME_PLAYERS)
    other = request.form.get("other", "")
    return _done(me, player_id, "joined", lambda: archive().players.merge(
        player_id, other, sees_all=_sees_all(me), by=me.account_id
    ))  # fmt: skip


@pages.post("/p/<player_id>/names/split")
def split(player_id: str) -> AnyResponse:
    """Some of the names are somebody else's."""
    me = require(Verb.NAME_PLAYERS)
    theirs = request.form.getlist("name")
    return _done(me, player_id, "split", lambda: archive().players.split(
        player_id, theirs, sees_all=_sees_all(me), by=me.account_id
    ))  # fmt: skip


@pages.post("/p/<player_id>/names/give")
def give(player_id: str) -> AnyResponse:
    """The player goes by another name, too."""
    me = require(Verb.NAME_PLAYERS)
    name = request.form.get("name", "")
    return _done(me, player_id, "given", lambda: archive().players.give(
        player_id, name, sees_all=_sees_all(me), by=me.account_id
    ))  # fmt: skip


@pages.post("/p/<player_id>/names/call")
def call(player_id: str) -> AnyResponse:
    """The player is shown by this of their names."""
    me = require(Verb.NAME_PLAYERS)
    name = request.form.get("name", "")
    return _done(me, player_id, "called", lambda: archive().players.call(
        player_id, name, sees_all=_sees_all(me), by=me.account_id
    ))  # fmt: skip


def _sees_all(me: Who) -> bool:
    """Whether somebody may know of players whom no list shows."""
    return may(me, Verb.MODERATE)


def _done(me: Who, player_id: str, said: str, do: Callable[[], Bearer | str | None]) -> AnyResponse:
    player = _player_or_404(me, player_id)
    try:
        made = do()
    except PlayersRefused as refused:
        return _page(me, player, None, str(refused))
    who = made if isinstance(made, str) else None
    address = url_for("naming.names", player_id=player.id, said=said, who=who)
    return redirect(address, HTTPStatus.SEE_OTHER)


def _page(me: Who, player: Bearer, other: Bearer | None, problem: str) -> Response:
    here = archive().players
    told = request.args.get("who", "")
    page = render_template(
        "names.html",
        player=player,
        other=other,
        tables=here.together(player.id, other.id, sees_all=_sees_all(me)) if other else 0,
        problem=problem,
        wanted=request.args.get("with", ""),
        said=request.args.get("said", ""),
        split_off=here.find(told, sees_all=True) if told else None,
    )
    answer = make_response(page, HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _player_or_404(me: Who, player_id: str) -> Bearer:
    found = archive().players.find(player_id, sees_all=_sees_all(me))
    if found is None:
        abort(HTTPStatus.NOT_FOUND, NO_PLAYER)
    return found
