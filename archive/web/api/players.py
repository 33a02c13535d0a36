"""The names of players: two joined, one taken apart, a name given, a name chosen."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import abort

from archive.service.permissions import Verb, Who, may
from archive.service.players import NO_PLAYER, Bearer
from archive.web.api.account import BY_TOKEN
from archive.web.api.resource import Resource, refusing
from archive.web.reach import archive
from archive.web.signed_in import require
from schemas.players import JoinedSchema, NameSchema, NamesSchema, SplitOffSchema, SplitSchema

blueprint = Resource("api-players", __name__, url_prefix="/players", description="Players' names")


@blueprint.post("/<player_id>/joined")
@blueprint.arguments(JoinedSchema)
@blueprint.response(HTTPStatus.OK, NamesSchema)
@blueprint.refuses(401, 403, 404, 415, 422)
@blueprint.doc(**BY_TOKEN)
def join(said: dict[str, Any], player_id: str) -> Bearer:
    """Two players are one: the other's names and games are this one's from now on

    Records keep the names that are written in them. The other's identifier leads to this player,
    until they are told apart again.
    """
    me, player = _asked(player_id)
    other = archive().players.find(said["other"], sees_all=_sees_all(me))
    with refusing():
        return archive().players.merge(
            player.id, other.id if other else "", sees_all=_sees_all(me), by=me.account_id
        )


@blueprint.post("/<player_id>/split")
@blueprint.arguments(SplitSchema)
@blueprint.response(HTTPStatus.OK, SplitOffSchema)
@blueprint.refuses(401, 403, 404, 415, 422)
@blueprint.doc(**BY_TOKEN)
def split(said: dict[str, Any], player_id: str) -> dict[str, Any]:
    """Some of a player's names are somebody else's, with the games played under them"""
    me, player = _asked(player_id)
    with refusing():
        made = archive().players.split(
            player.id, said["names"], sees_all=_sees_all(me), by=me.account_id
        )
    return {"id": made}


@blueprint.post("/<player_id>/names")
@blueprint.arguments(NameSchema)
@blueprint.response(HTTPStatus.CREATED, NamesSchema)
@blueprint.refuses(401, 403, 404, 415, 422)
@blueprint.doc(**BY_TOKEN)
def give(said: dict[str, Any], player_id: str) -> Bearer:
    """Let a player go by another name, before it stands in any record"""
    me, player = _asked(player_id)
    with refusing():
        return archive().players.give(
            player.id, said["name"], sees_all=_sees_all(me), by=me.account_id
        )


@blueprint.put("/<player_id>/name")
@blueprint.arguments(NameSchema)
@blueprint.response(HTTPStatus.OK, NamesSchema)
@blueprint.refuses(401, 403, 404, 415, 422)
@blueprint.doc(**BY_TOKEN)
def call(said: dict[str, Any], player_id: str) -> Bearer:
    """Show a player by one of their names"""
    me, player = _asked(player_id)
    with refusing():
        return archive().players.call(
            player.id, said["name"], sees_all=_sees_all(me), by=me.account_id
        )


def _asked(player_id: str) -> tuple[Who, Bearer]:
    me = require(Verb.NAME_PLAYERS)
    found = archive().players.find(player_id, sees_all=_sees_all(me))
    if found is None:
        abort(HTTPStatus.NOT_FOUND, NO_PLAYER)
    return me, found


def _sees_all(me: Who) -> bool:
    """Whether somebody may know of players whom no list shows."""
    return may(me, Verb.MODERATE)
