"""The names of players: two joined, one taken apart, a name given, a name chosen."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from flask import abort, url_for

from archive.services.permissions import Permission
from archive.services.players import NO_PLAYER, Bearer
from archive.web.api.resource import Resource, refusing
from archive.web.auth import require
from archive.web.lookup import archive
from schemas.players import JoinedSchema, NameSchema, NamesSchema, SplitOffSchema, SplitSchema

Made = TypeVar("Made")

blueprint = Resource("api-players", __name__, url_prefix="/players", description="Players' names")


@blueprint.post("/<player_id>/joined", name="join_players")
@blueprint.answers(NamesSchema, 404, 415, 422, json=JoinedSchema, by="bearer")
def join(said: dict[str, Any], player_id: str) -> Bearer:
    """Two players are one: the other's names and games are this one's from now on

    Records keep the names that are written in them. The other's identifier leads to this player,
    until they are told apart again.
    """
    me = require(Permission.NAME_PLAYERS)
    other = archive().players.find(said["other"], asking=me)
    return _done(archive().players.merge, player_id, other.id if other else "")


@blueprint.post("/<player_id>/split", name="split_player")
@blueprint.answers(SplitOffSchema, 404, 415, 422, json=SplitSchema, by="bearer")
def split(said: dict[str, Any], player_id: str) -> dict[str, Any]:
    """Some of a player's names are somebody else's, with the games played under them"""
    return {"id": _done(archive().players.split, player_id, said["names"])}


@blueprint.post("/<player_id>/names", name="add_player_name")
@blueprint.answers(NamesSchema, 404, 415, 422, status=201, json=NameSchema, by="bearer")
def give(said: dict[str, Any], player_id: str) -> tuple[Bearer, int, dict[str, str]]:
    """Let a player go by another name, before it stands in any record"""
    named = _done(archive().players.give, player_id, said["name"])
    location = url_for("api-search.player", player_id=named.id)
    return named, HTTPStatus.CREATED, {"Location": location}


@blueprint.put("/<player_id>/name", name="choose_player_name")
@blueprint.answers(NamesSchema, 404, 415, 422, json=NameSchema, by="bearer")
def call(said: dict[str, Any], player_id: str) -> Bearer:
    """Show a player by one of their names"""
    return _done(archive().players.call, player_id, said["name"])


def _done(do: Callable[..., Made], player_id: str, asked: str | list[str]) -> Made:
    """Return what comes of it, done to a player that whoever asks may know of."""
    me = require(Permission.NAME_PLAYERS)
    player = archive().players.find(player_id, asking=me)
    if player is None:
        abort(HTTPStatus.NOT_FOUND, NO_PLAYER)
    with refusing():
        return do(player.id, asked, asking=me)
