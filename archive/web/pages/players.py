"""Players: their games and results, and two of them against each other; and their names: merging,
splitting, adding and choosing names."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from marshmallow import ValidationError
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as AnyResponse

from archive.services.permissions import Actor, Permission
from archive.services.players import NO_PLAYER, Bearer, PlayerFaults, PlayersRefused
from archive.services.search import PlayerView
from archive.web import caching
from archive.web.api.search import listed_players, player_or_404, two_players
from archive.web.auth import require
from archive.web.language import _, refusal_told
from archive.web.lookup import archive
from archive.web.pages import led_to
from archive.web.pages.games import asked, found, page_as_dict, shown, table
from archive.web.presenters.exports import figures_as_dict
from archive.web.presenters.listing import finding_words
from archive.web.presenters.score_curve import courses_of
from archive.web.words import name
from schemas.list_queries import PlayersAskedSchema
from schemas.search import HeadToHeadSchema, PlayerSchema, PlayersSchema

pages = Blueprint("players", __name__)


MOST_LISTED: Final = 60
MOST_ASKED: Final = 200
"""The most letters of a name to search for."""


@pages.get("/players")
def players() -> Response:
    """Show players by name: `?q=` is the beginning of a word of it, `?after=` the player before the
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
    """Answer with the same as JSON, like the API."""
    try:
        said = PlayersAskedSchema().load(request.args.to_dict())
    except ValidationError as wrong:
        names = ", ".join(wrong.messages_dict)
        raise BadRequest(_("Not understood in the address: %(names)s.", names=names)) from wrong
    told = listed_players(said["q"], said["after"], said["limit"], "players.players_json")
    return jsonify(PlayersSchema().dump(told))


@pages.get("/p/<player_id>")
def player(player_id: str) -> AnyResponse:
    """Show a player. An identifier from before a merge leads to the merged player."""
    who, here = _player(player_id)
    result = table(here)
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
    """Answer with a player as JSON."""
    who, here = _player(player_id)
    result = found(here)
    here.pop("player")
    page = page_as_dict(result, here, "players.player_json", player_id=who.id)
    about = PlayerSchema(exclude=["page", "faults", "figures"])
    told = {**{key: getattr(who, key) for key in about.fields}, "faults": faults_of(who),
            "figures": figures_as_dict(archive().annotating.figures_of(who.id))}  # fmt: skip
    dumped: dict[str, Any] = PlayerSchema(exclude=["page"]).dump(told)
    return jsonify({**dumped, "page": page})


@pages.get("/p/<one>/<other>")
def head_to_head(one: str, other: str) -> AnyResponse:
    """Show two players against each other."""
    both, here = _both(one, other)
    result = table(here)
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
    """Answer with two players as JSON."""
    both, here = _both(one, other)
    result = found(here)
    here = {key: value for key, value in here.items() if key not in ("player", "vs")}
    one, other = (who.id for who in both)
    said = HeadToHeadSchema(exclude=["page"]).dump({
        "one": one, "other": other, "names": [name(who.name) for who in both],
        "meetings": archive().search.between(one, other),
    })  # fmt: skip
    page = page_as_dict(result, here, "players.head_to_head_json", one=one, other=other)
    return jsonify({**said, "page": page})


def faults_of(who: PlayerView) -> PlayerFaults:
    """Return the faults in a player's latest games."""
    return archive().search.faults_of_player(who.id)


def _player(player_id: str) -> tuple[PlayerView, dict[str, str]]:
    who = player_or_404(player_id)
    here = {**asked(), "player": who.id}
    here.pop("mine", None)
    return who, here


def _both(one: str, other: str) -> tuple[list[PlayerView], dict[str, str]]:
    both = two_players(one, other)
    here = {**asked(), "player": both[0].id, "vs": both[1].id}
    here.pop("mine", None)
    return both, here


def _to(endpoint: str, **view: Any) -> AnyResponse:
    """Redirect to the same page about the merged players."""
    question: dict[str, Any] = asked()
    return redirect(url_for(endpoint, **view, **{**question, "mine": None}))


naming = Blueprint("naming", __name__)


@naming.get("/p/<player_id>/names")
def names(player_id: str) -> Response:
    """Show a player's names; with `?with=` another player's beside them, before the two are
    merged."""
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


@naming.post("/p/<player_id>/names/join")
def join(player_id: str) -> AnyResponse:
    """Merge the two players."""
    return _done("joined", archive().players.merge, player_id, request.form.get("other", ""))


@naming.post("/p/<player_id>/names/split")
def split(player_id: str) -> AnyResponse:
    """Split some of the names off as another player."""
    return _done("split", archive().players.split, player_id, request.form.getlist("name"))


@naming.post("/p/<player_id>/names/give")
def give(player_id: str) -> AnyResponse:
    """Add another name to the player."""
    return _done("given", archive().players.give, player_id, request.form.get("name", ""))


@naming.post("/p/<player_id>/names/call")
def call(player_id: str) -> AnyResponse:
    """Choose the name that is shown for the player."""
    return _done("called", archive().players.call, player_id, request.form.get("name", ""))


def _done(
    said: str, do: Callable[..., Bearer | str | None], player_id: str, asked: str | list[str]
) -> AnyResponse:
    me = require(Permission.NAME_PLAYERS)
    player = _player_or_404(me, player_id)
    try:
        made = do(player_id, asked, asking=me)
    except PlayersRefused as refused:
        return _page(me, player, None, refusal_told(refused))
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
