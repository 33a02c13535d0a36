"""Players: their games, how they did, and how two of them did against each other."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify

from archive.service.searching import Found, PlayerView
from archive.web.pages.games import asked, found, page_as_dict, shown
from archive.web.reach import archive
from archive.web.words import name
from schemas.search import HeadToHeadSchema, PlayerSchema

pages = Blueprint("players", __name__)


@pages.get("/p/<player_id>")
def player(player_id: str) -> Response:
    who, here, result = _player(player_id)
    return shown("player.html", result, here, fixed=("player",), player=who)


@pages.get("/p/<player_id>.json")
def player_json(player_id: str) -> Response:
    who, here, result = _player(player_id)
    here.pop("player")
    page = page_as_dict(result, here, "players.player_json", player_id=player_id)
    dumped: dict[str, Any] = PlayerSchema(exclude=["page"]).dump(who)
    return jsonify({**dumped, "page": page})


@pages.get("/p/<one>/<other>")
def head_to_head(one: str, other: str) -> Response:
    both, here, result = _both(one, other)
    meetings = archive().search.between(one, other)
    return shown(
        "head_to_head.html", result, here, fixed=("player", "vs"),
        players=both, meetings=meetings,
    )  # fmt: skip


@pages.get("/p/<one>/<other>.json")
def head_to_head_json(one: str, other: str) -> Response:
    both, here, result = _both(one, other)
    here = {key: value for key, value in here.items() if key not in ("player", "vs")}
    said = HeadToHeadSchema(exclude=["page"]).dump({
        "one": one, "other": other, "names": [name(who.name) for who in both],
        "meetings": archive().search.between(one, other),
    })  # fmt: skip
    page = page_as_dict(result, here, "players.head_to_head_json", one=one, other=other)
    return jsonify({**said, "page": page})


def _player(player_id: str) -> tuple[PlayerView, dict[str, str], Found]:
    here = {**asked(), "player": player_id}
    here.pop("mine", None)
    return _known(player_id), here, found(here)


def _both(one: str, other: str) -> tuple[list[PlayerView], dict[str, str], Found]:
    both = [_known(one), _known(other)]
    if one == other:
        abort(404, "It takes two players.")
    here = {**asked(), "player": one, "vs": other}
    here.pop("mine", None)
    return both, here, found(here)


def _known(player_id: str) -> PlayerView:
    who = archive().search.player(player_id)
    if who is None:
        abort(404, "There is no player with this address.")
    return who
