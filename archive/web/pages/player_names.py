"""A player's names: saying that two players are one, that one is two, what somebody is called."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from archive.services.permissions import Actor, Permission
from archive.services.players import NO_PLAYER, Bearer, PlayersRefused
from archive.web import caching
from archive.web.auth import require
from archive.web.language import _, told
from archive.web.lookup import archive
from archive.web.pages import led_to

pages = Blueprint("naming", __name__)


@pages.get("/p/<player_id>/names")
def names(player_id: str) -> Response:
    """Show a player's names; with `?with=` somebody else's beside them, before the two are
    joined."""
    me = require(Permission.NAME_PLAYERS)
    player, other, problem = _player_or_404(me, player_id), None, ""
    if asked := request.args.get("with", "").strip():
        other = archive().players.find(asked, asking=me)
        if other is None:
            problem = _(
                "No player here goes by that name. Names are compared whole; capitals make no "
                "difference."
            )
        elif other.id == player.id:
            other, problem = None, _("That is this player already.")
    return _page(me, player, other, problem)


@pages.post("/p/<player_id>/names/join")
def join(player_id: str) -> AnyResponse:
    """The two players are one."""
    return _done("joined", archive().players.merge, player_id, request.form.get("other", ""))


@pages.post("/p/<player_id>/names/split")
def split(player_id: str) -> AnyResponse:
    """Some of the names are somebody else's."""
    return _done("split", archive().players.split, player_id, request.form.getlist("name"))


@pages.post("/p/<player_id>/names/give")
def give(player_id: str) -> AnyResponse:
    """The player goes by another name, too."""
    return _done("given", archive().players.give, player_id, request.form.get("name", ""))


@pages.post("/p/<player_id>/names/call")
def call(player_id: str) -> AnyResponse:
    """The player is shown by this of their names."""
    return _done("called", archive().players.call, player_id, request.form.get("name", ""))


def _done(
    said: str, do: Callable[..., Bearer | str | None], player_id: str, asked: str | list[str]
) -> AnyResponse:
    me = require(Permission.NAME_PLAYERS)
    player = _player_or_404(me, player_id)
    try:
        made = do(player_id, asked, asking=me)
    except PlayersRefused as refused:
        return _page(me, player, None, told(refused))
    who = made if isinstance(made, str) else None
    return led_to("naming.names", player_id=player.id, said=said, who=who)


def _page(me: Actor, player: Bearer, other: Bearer | None, problem: str) -> Response:
    here = archive().players
    told = request.args.get("who", "")
    page = render_template(
        "names.html",
        player=player,
        other=other,
        tables=here.together(player.id, other.id, asking=me) if other else 0,
        problem=problem,
        wanted=request.args.get("with", ""),
        said=request.args.get("said", ""),
        split_off=here.find(told, asking=me) if told else None,
    )
    return caching.form(page, problem)


def _player_or_404(me: Actor, player_id: str) -> Bearer:
    found = archive().players.find(player_id, asking=me)
    if found is None:
        abort(HTTPStatus.NOT_FOUND, NO_PLAYER)
    return found
