"""Players: their games and results, and two of them against each other; and their names: merging,
splitting, adding and choosing names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from archive.services.permissions import Actor, Permission
from archive.services.players import NO_PLAYER, Bearer
from archive.web import responses
from archive.web.addresses import address_to, asking
from archive.web.api import search_and_players
from archive.web.auth import require
from archive.web.language import _
from archive.web.lookup import archive, found
from archive.web.pages import led_to
from archive.web.pages.list_of_games import MINE, asked, shown, table
from archive.web.presenters.course_over_games import courses_of
from archive.web.presenters.listing import finding_words

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
    return responses.shown(
        "players.html", listed=listed[:MOST_LISTED], said=said, after=after, more=more
    )


@pages.get("/p/<player_id>")
def player(player_id: str) -> AnyResponse:
    """Show a player. An identifier from before a merge leads to the merged player."""
    who = search_and_players.player_or_404(player_id)
    here = {**_asked(), "player": who.id}
    result = table(here)
    if who.id != player_id:
        return _to("players.player", player_id=who.id)
    rivals, scored, faults = archive().search.about_player(who.id)
    return shown(
        "player.html", result, here, fixed=("player",), player=who, rivals=rivals,
        courses=courses_of(scored), charged=archive().search.faults_of_player(who.id),
        fault_words=finding_words,
        faults=[(code, finding_words(code), n) for code, n in faults],
        figures=archive().annotating.figures_of(who.id),
    )  # fmt: skip


@pages.get("/p/<player_id>/<other_id>")
def head_to_head(player_id: str, other_id: str) -> AnyResponse:
    """Show two players against each other."""
    both = search_and_players.two_players(player_id, other_id)
    ids = [who.id for who in both]
    here = {**_asked(), "player": ids[0], "vs": ids[1]}
    result = table(here)
    if ids != [player_id, other_id]:
        return _to("players.head_to_head", player_id=ids[0], other_id=ids[1])
    meetings = archive().search.between(*ids)
    return shown(
        "head_to_head.html", result, here, fixed=("player", "vs"),
        players=both, meetings=meetings,
    )  # fmt: skip


for _at, _endpoint, _view in (
    ("/players.json", "players_json", search_and_players.players),
    ("/p/<player_id>.json", "player_json", search_and_players.player),
    ("/p/<player_id>/<other_id>.json", "head_to_head_json", search_and_players.head_to_head),
):
    pages.add_url_rule(_at, _endpoint, _view)


def _asked() -> dict[str, str]:
    """Return the filters in the address, without that for one's own games."""
    return {key: value for key, value in asked().items() if key != MINE}


def _to(endpoint: str, **view: Any) -> AnyResponse:
    """Redirect to the same page about the merged players."""
    return redirect(asking(address_to(endpoint, **view), _asked().items()))


naming = Blueprint("naming", __name__)


@naming.get("/p/<player_id>/names")
def names(player_id: str, problem: str = "") -> Response:
    """Show a player's names; with `?with=` another player's beside them, before the two are
    merged."""
    me = require(Permission.NAME_PLAYERS)
    here, player, other = archive().players, _player_or_404(me, player_id), None
    told = request.args.get("who", "")
    if asked := request.args.get("with", "").strip():
        other = here.find(asked, asking=me)
        if other is None:
            problem = _(
                "No player here goes by that name. Names are compared whole; capitals make no "
                "difference."
            )
        elif other.id == player.id:
            other, problem = None, _("That is this player already.")
    return responses.form(
        "names.html",
        problem,
        player=player,
        other=other,
        tables=here.together(player.id, other.id, asking=me) if other else 0,
        wanted=asked,
        said=request.args.get("said", ""),
        split_off=here.find(told, asking=me) if told else None,
    )


@naming.post("/p/<player_id>/names/join")
@responses.shown_again(names)
def join(player_id: str) -> AnyResponse:
    """Merge the two players."""
    return _done("joined", archive().players.merge, player_id, request.form.get("other", ""))


@naming.post("/p/<player_id>/names/split")
@responses.shown_again(names)
def split(player_id: str) -> AnyResponse:
    """Split some of the names off as another player."""
    return _done("split", archive().players.split, player_id, request.form.getlist("name"))


@naming.post("/p/<player_id>/names/give")
@responses.shown_again(names)
def give(player_id: str) -> AnyResponse:
    """Add another name to the player."""
    return _done("given", archive().players.give, player_id, request.form.get("name", ""))


@naming.post("/p/<player_id>/names/call")
@responses.shown_again(names)
def call(player_id: str) -> AnyResponse:
    """Choose the name that is shown for the player."""
    return _done("called", archive().players.call, player_id, request.form.get("name", ""))


def _done(
    said: str, do: Callable[..., Bearer | str | None], player_id: str, asked: str | list[str]
) -> AnyResponse:
    me = require(Permission.NAME_PLAYERS)
    player = _player_or_404(me, player_id)
    made = do(player_id, asked, asking=me)
    who = made if isinstance(made, str) else None
    return led_to("naming.names", player_id=player.id, said=said, who=who)


def _player_or_404(me: Actor, player_id: str) -> Bearer:
    return found(archive().players.find(player_id, asking=me), _(NO_PLAYER))
