"""Players: their games, how they did, and how two of them did against each other."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from marshmallow import ValidationError
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as AnyResponse

from archive.services.players import PlayerFaults
from archive.services.search import Found, PlayerView
from archive.web import caching
from archive.web.api.search import listed_players, player_or_404, two_players
from archive.web.language import _
from archive.web.lookup import archive
from archive.web.pages.games import asked, found, page_as_dict, shown
from archive.web.presenters.exports import figures_as_dict
from archive.web.presenters.listing import finding_words
from archive.web.presenters.score_course import courses_of
from archive.web.words import name
from schemas.asked import PlayersAskedSchema
from schemas.search import HeadToHeadSchema, PlayerSchema, PlayersSchema

pages = Blueprint("players", __name__)


MOST_LISTED: Final = 60
MOST_ASKED: Final = 200
"""Letters of a name that is asked for."""


@pages.get("/players")
def players() -> Response:
    """Show players by name: `?q=` is how a word of it begins, `?after=` the player before the
    first."""
    said = request.args.get("q", "")[:MOST_ASKED].strip()
    after = request.args.get("after", "")[:MOST_ASKED]
    listed = archive().search.players_called(said, after, MOST_LISTED + 1)
    more = listed[MOST_LISTED - 1].id if len(listed) > MOST_LISTED else ""
    page = render_template(
        "players.html", listed=listed[:MOST_LISTED], said=said, after=after, more=more
    )
    return caching.page(page)


@pages.get("/players.json")
def players_json() -> Response:
    """Show the same as data: what the API answers."""
    try:
        said = PlayersAskedSchema().load(request.args.to_dict())
    except ValidationError as wrong:
        names = ", ".join(wrong.messages_dict)
        raise BadRequest(_("Not understood in the address: %(names)s.", names=names)) from wrong
    told = listed_players(said["q"], said["after"], said["limit"], "players.players_json")
    return jsonify(PlayersSchema().dump(told))


@pages.get("/p/<player_id>")
def player(player_id: str) -> AnyResponse:
    """Show a player. An identifier that was theirs before two were found to be one leads to
    them."""
    who, here, result = _player(player_id)
    if who.id != player_id:
        return _to("players.player", player_id=who.id)
    rivals, scored, faults = archive().search.about_player(who.id)
    return shown(
        "player.html", result, here, fixed=("player",), player=who, rivals=rivals,
        courses=courses_of(scored), charged=faults_of(who), fault_words=finding_words,
        faults=[(code, finding_words(code), n) for code, n in faults],
        figures=archive().annotating.figures_of(who.id),
    )  # fmt: skip


@pages.get("/p/<player_id>.json")
def player_json(player_id: str) -> Response:
    who, here, result = _player(player_id)
    here.pop("player")
    page = page_as_dict(result, here, "players.player_json", player_id=who.id)
    about = PlayerSchema(exclude=["page", "faults", "figures"])
    told = {**{key: getattr(who, key) for key in about.fields}, "faults": faults_of(who),
            "figures": figures_as_dict(archive().annotating.figures_of(who.id))}  # fmt: skip
    dumped: dict[str, Any] = PlayerSchema(exclude=["page"]).dump(told)
    return jsonify({**dumped, "page": page})


@pages.get("/p/<one>/<other>")
def head_to_head(one: str, other: str) -> AnyResponse:
    both, here, result = _both(one, other)
    ids = [who.id for who in both]
    if ids != [one, other]:
        return _to("players.head_to_head", one=ids[0], other=ids[1])
    meetings = archive().search.between(*ids)
    return shown(
        "head_to_head.html", result, here, fixed=("player", "vs"),
        players=both, meetings=meetings,
    )  # fmt: skip


@pages.get("/p/<one>/<other>.json")
def head_to_head_json(one: str, other: str) -> Response:
    both, here, result = _both(one, other)
    one, other = (who.id for who in both)
    here = {key: value for key, value in here.items() if key not in ("player", "vs")}
    said = HeadToHeadSchema(exclude=["page"]).dump({
        "one": one, "other": other, "names": [name(who.name) for who in both],
        "meetings": archive().search.between(one, other),
    })  # fmt: skip
    page = page_as_dict(result, here, "players.head_to_head_json", one=one, other=other)
    return jsonify({**said, "page": page})


def faults_of(who: PlayerView) -> PlayerFaults:
    return archive().search.faults_of_player(who.id)


def _player(player_id: str) -> tuple[PlayerView, dict[str, str], Found]:
    who = player_or_404(player_id)
    here = {**asked(), "player": who.id}
    here.pop("mine", None)
    return who, here, found(here)


def _both(one: str, other: str) -> tuple[list[PlayerView], dict[str, str], Found]:
    both = two_players(one, other)
    here = {**asked(), "player": both[0].id, "vs": both[1].id}
    here.pop("mine", None)
    return both, here, found(here)


def _to(endpoint: str, **view: Any) -> AnyResponse:
    """Return the address at which the same is asked about those who it is about by now."""
    question: dict[str, Any] = asked()
    return redirect(url_for(endpoint, **view, **{**question, "mine": None}))
