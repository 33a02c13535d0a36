"""Finding games with all filters of the table of games; all of them as one file; players, and their
names: merging, splitting, adding and choosing names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any, Final, TypeVar

from flask import Response, abort, request, stream_with_context, url_for

from archive.services import Archive
from archive.services.permissions import Permission
from archive.services.players import NO_PLAYER, Bearer
from archive.services.search import PARAMETERS, PlayerView, Whole
from archive.telling.names_and_totals import name
from archive.web import responses
from archive.web.api.resource import Resource, following
from archive.web.auth import require
from archive.web.held_threads import EXPORTS, hold
from archive.web.language import _
from archive.web.lookup import archive, found
from archive.web.presenters.exports import as_dict as as_table
from archive.web.presenters.exports import csv_lines, figures_as_dict, ndjson
from archive.web.presenters.listing import as_dict
from archive.web.responses import name_file
from schemas.list_queries import (
    EventsAskedSchema,
    GamesAskedSchema,
    PlayersAskedSchema,
    QuestionSchema,
)
from schemas.lists_of_games import GamesPageSchema
from schemas.players import (
    HeadToHeadSchema,
    JoinedSchema,
    NameSchema,
    NamesSchema,
    PlayerSchema,
    PlayersSchema,
    SplitOffSchema,
    SplitSchema,
)
from schemas.standings import EventsSchema, StandingsSchema

blueprint = Resource("api-search", __name__, url_prefix="", description="Finding games")

TYPES: Final = {
    "xxn": responses.XXN,
    "ndjson": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
}


@blueprint.get("/games", name="find_games")
@blueprint.answers(GamesPageSchema, 401, 403, 422, query=GamesAskedSchema)
def games(said: dict[str, Any]) -> dict[str, Any]:
    """The public games, or one's own, that match

    With counts for each value that could be chosen instead. `next` is the address of the next page.
    """
    return page_of(said)


@blueprint.get("/exports/<any(xxn, ndjson, csv):kind>", name="export_games")
@blueprint.gives(responses.XXN, "The records, one after the other.", query=QuestionSchema)
@blueprint.gives("application/x-ndjson", "A line about each game.")
@blueprint.gives("text/csv", "A row about each game.", 401, 403, 404, 422, 429, 503)
def export(said: dict[str, Any], kind: str) -> Response:
    """All games that match, as one file, sent as it is read"""
    owner_id = _owner(said)
    batches = archive().search.batches(_question(said), owner_id=owner_id)
    answer = file_of(kind, batches, own=owner_id is not None)
    name_file(answer, "attachment", f"games.{kind}")
    answer.headers["Cache-Control"] = responses.NOT_KEPT
    return answer


@blueprint.get("/events", name="find_events")
@blueprint.answers(EventsSchema, 422, query=EventsAskedSchema)
def events(said: dict[str, Any]) -> dict[str, Any]:
    """The latest events at which public games were played, from the records' own tags"""
    latest, more = archive().events.latest(said["q"], said["cursor"])
    return {"events": latest, "next": following(cursor=more) if more else None}


@blueprint.get("/standings", name="get_standings")
@blueprint.answers(StandingsSchema, 401, 403, 422, query=QuestionSchema(exclude=["sort"]))
def standings(said: dict[str, Any]) -> dict[str, Any]:
    """Who won how often, and with how many points, in the games that match

    For an evening give its `event`, and its day as `from` and `to`. Scores are those by the rules.
    """
    return as_table(archive().events.table(_question(said), owner_id=_owner(said)))


@blueprint.get("/players", name="find_players")
@blueprint.answers(PlayersSchema, 422, query=PlayersAskedSchema)
def players(said: dict[str, Any]) -> dict[str, Any]:
    """The players of public games by name, or those with a name in which a word begins as given"""
    most = said["limit"]
    called = archive().search.players_called(said["q"].strip(), said["after"], most + 1)
    shown, more = called[:most], len(called) > most
    return {
        "players": [{"id": one.id, "name": name(one.name), "games": one.games} for one in shown],
        "next": following(after=shown[-1].id) if more else None,
    }


@blueprint.get("/players/<player_id>", name="get_player")
@blueprint.answers(PlayerSchema, 404, 422, query=GamesAskedSchema(exclude=["player", "mine"]))
def player(said: dict[str, Any], player_id: str) -> dict[str, Any]:
    """A player: their results, and their games, which can be filtered like all others

    An identifier from before a merge is answered with the merged player's.
    """
    one = player_or_404(player_id)
    about = PlayerSchema(exclude=["page", "faults", "figures"])
    told = {key: getattr(one, key) for key in about.fields}
    told["faults"] = archive().search.faults_of_player(one.id)
    told["figures"] = figures_as_dict(archive().annotating.figures_of(one.id))
    return {**told, "page": page_of({**said, "player": one.id}, player_id=one.id)}


@blueprint.get("/players/<player_id>/against/<other_id>", name="compare_players")
@blueprint.answers(
    HeadToHeadSchema, 404, 422, query=GamesAskedSchema(exclude=["player", "vs", "mine"])
)
def head_to_head(said: dict[str, Any], player_id: str, other_id: str) -> dict[str, Any]:
    """Two players: their results against each other, and those games"""
    both = two_players(player_id, other_id)
    player_id, other_id = (one.id for one in both)
    view = {"player_id": player_id, "other_id": other_id}
    return {
        "one": player_id,
        "other": other_id,
        "names": [name(one.name) for one in both],
        "meetings": archive().search.between(player_id, other_id),
        "page": page_of({**said, "player": player_id, "vs": other_id}, **view),
    }


def page_of(said: dict[str, Any], **view: str) -> dict[str, Any]:
    """Return a page of games. `view` are the parameters in the address itself."""
    question = {**_question(said), "cursor": said["cursor"]}
    result = archive().search.page(question, owner_id=_owner(said), size=said["limit"])
    more = result.page.more
    return as_dict(result, following(cursor=more, **view) if more else None)


def _question(said: dict[str, Any]) -> dict[str, str]:
    asked = (*PARAMETERS, "sort")
    return {key: str(said[key]) for key in asked if said.get(key) not in (None, "")}


def _owner(said: dict[str, Any]) -> str | None:
    """Return the account whose own games are asked for, which must be the one that asks."""
    return require(Permission.EXPORT).account_id if said.get("mine") else None


def two_players(one: str, other: str) -> list[PlayerView]:
    """Return two players; answer 404 where one is missing, or both are one."""
    both = [player_or_404(one), player_or_404(other)]
    if both[0].id == both[1].id:
        abort(HTTPStatus.NOT_FOUND, _("It takes two players."))
    return both


def player_or_404(player_id: str) -> PlayerView:
    """Return a player; answer 404 where there is none."""
    return found(archive().search.player(player_id), _("There is no player with this address."))


def file_of(kind: str, batches: Iterator[list[Whole]], *, own: bool) -> Response:
    """Return games as a file of a kind, sent as it is read."""
    address, release = request.host_url.rstrip("/"), hold(EXPORTS)
    body = {
        "xxn": lambda: _records(archive(), batches, own=own),
        "ndjson": lambda: ndjson(batches, address),
        "csv": lambda: csv_lines(batches, address),
    }[kind]()
    answer = Response(stream_with_context(body), content_type=TYPES[kind])
    answer.call_on_close(release)
    return answer


def _records(here: Archive, batches: Iterator[list[Whole]], *, own: bool) -> Iterator[bytes]:
    """Yield the records one after the other, each so that it can be read again."""
    for batch in batches:
        for data in here.search.records([one.game.id for one in batch], as_it_came=own):
            yield data if data.endswith(b"\n") or not data else data + b"\n"


Made = TypeVar("Made")

player_names = Resource(
    "api-players", __name__, url_prefix="/players", description="Players' names"
)


@player_names.post("/<player_id>/joined", name="join_players")
@player_names.answers(NamesSchema, 404, 415, 422, json=JoinedSchema, by="bearer")
def join(said: dict[str, Any], player_id: str) -> Bearer:
    """Merge two players: the other's names and games are this one's from now on

    Sheets keep the names that are written on them. The other's identifier leads to this player,
    until they are split again.
    """
    me = require(Permission.NAME_PLAYERS)
    other = archive().players.find(said["other"], asking=me)
    return _done(archive().players.merge, player_id, other.id if other else "")


@player_names.post("/<player_id>/split", name="split_player")
@player_names.answers(SplitOffSchema, 404, 415, 422, json=SplitSchema, by="bearer")
def split(said: dict[str, Any], player_id: str) -> dict[str, Any]:
    """Split some of a player's names off, with the games played under them"""
    return {"id": _done(archive().players.split, player_id, said["names"])}


@player_names.post("/<player_id>/names", name="add_player_name")
@player_names.answers(NamesSchema, 404, 415, 422, status=201, json=NameSchema, by="bearer")
def give(said: dict[str, Any], player_id: str) -> tuple[Bearer, int, dict[str, str]]:
    """Add another name to a player, before it stands in any record"""
    named = _done(archive().players.give, player_id, said["name"])
    location = url_for("api-search.player", player_id=named.id)
    return named, HTTPStatus.CREATED, {"Location": location}


@player_names.put("/<player_id>/name", name="choose_player_name")
@player_names.answers(NamesSchema, 404, 415, 422, json=NameSchema, by="bearer")
def call(said: dict[str, Any], player_id: str) -> Bearer:
    """Choose the name that is shown for a player"""
    return _done(archive().players.call, player_id, said["name"])


def _done(do: Callable[..., Made], player_id: str, asked: str | list[str]) -> Made:
    """Return the result of a change to a player, made with the permissions of the account that
    asks."""
    me = require(Permission.NAME_PLAYERS)
    player = found(archive().players.find(player_id, asking=me), _(NO_PLAYER))
    return do(player.id, asked, asking=me)
