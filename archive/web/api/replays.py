"""Replays: plays, the table after each, the score sheet; the position after a play or a line of
what if; the play-by-play analysis; and puzzles: lists of them, one to be solved, its answer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from flask import abort, url_for

from archive.analyst.annotations import Puzzle
from archive.scoring.line_in_address import LineError
from archive.scoring.what_if import Line, NoPosition
from archive.services import AnnotationView
from archive.services.permissions import Permission, Scope, Subject, may
from archive.services.players import NO_PLAYER
from archive.web.api.resource import Resource, following, go_on
from archive.web.auth import require, who
from archive.web.language import _, refusal_told
from archive.web.lookup import archive, game_or_404
from archive.web.presenters.puzzles import GamePuzzles, Listed, page_before, public
from archive.web.presenters.replay_cache import CachedReplay, is_judged, opened_game
from archive.web.presenters.replay_json import (
    plies_of,
    position_of,
    table_of,
    table_shown,
)
from archive.web.presenters.what_if import NOT_TOLD
from schemas.annotations import WeighingSchema
from schemas.positions import LineSchema, PositionSchema
from schemas.puzzles import (
    ChoiceWantedSchema,
    PuzzleJudgedSchema,
    PuzzlesAskedSchema,
    PuzzleSchema,
    PuzzlesPageSchema,
    PuzzlesSchema,
    SeatAskedSchema,
    SolvedSchema,
)
from schemas.replays import PliesSchema, ScoresSchema, StretchSchema, TableSchema

positions = Resource("api-positions", __name__, url_prefix="/games", description="What if")
blueprint = Resource("api-replays", __name__, url_prefix="/games", description="Games replayed")


@blueprint.get("/<game_id>/plies", name="list_plies")
@blueprint.answers(PliesSchema, 404, 422, query=StretchSchema)
def plies(stretch: dict[str, Any], game_id: str) -> dict[str, Any]:
    """The plays, one by one

    Each with its points by the rules beside those in the record. `first` and `limit` choose a part
    of a long game.
    """
    shown = played_or_404(game_id)
    go_on(stretch, shown.last)
    first, last = stretch["first"], stretch["first"] + stretch["limit"] - 1
    return {"seats": shown.names(), "last": shown.last, "plies": plies_of(shown, first, last)}


@blueprint.get("/<game_id>/plies/<int:ply>", name="get_table")
@blueprint.of_a_revision
@blueprint.answers(TableSchema, 404)
def table(game_id: str, ply: int) -> dict[str, Any]:
    """The table right after a play; 0 is before the first

    Hands as far as they are known, the tally, the count or the trick, what the play scored and by
    which clause.
    """
    shown = played_or_404(game_id)
    if ply > shown.last:
        said = f"This game has {shown.last} plies, numbered from 1; 0 is before the first."
        abort(HTTPStatus.NOT_FOUND, said)
    return table_of(shown, ply)


@blueprint.get("/<game_id>/scores", name="get_score_sheet")
@blueprint.of_a_revision
@blueprint.answers(ScoresSchema, 404)
def scores(game_id: str) -> dict[str, Any]:
    """The score sheet: hand by hand the points by the rules, beside those claimed"""
    shown = played_or_404(game_id)
    return {"seats": shown.names(), "rows": shown.rows}


def played_or_404(game_id: str) -> CachedReplay:
    """Return a game that can be played again."""
    game = game_or_404(game_id)
    shown = opened_game(game)
    if shown.replay is None and not is_judged(game):
        abort(HTTPStatus.NOT_FOUND, _("This game has no verdict; it is replayed when it has."))
    if shown.replay is None:
        abort(HTTPStatus.NOT_FOUND, _("No rules are known here for this game: nothing to replay."))
    return shown


@positions.get("/<game_id>/positions/<int:ply>", name="get_position")
@positions.answers(PositionSchema, 404, 422, query=LineSchema)
def position(asked: dict[str, Any], game_id: str, ply: int) -> dict[str, Any]:
    """The position after a play, continued by a line, with every play the rules allow then

    Cards come from the pack as they came in the game. A play that is forbidden is made all the
    same, and its clauses are named.
    """
    shown = played_or_404(game_id)
    try:
        line = Line(shown.known, ply, shown.positions, asked["line"])
    except NoPosition:
        abort(HTTPStatus.NOT_FOUND, NOT_TOLD)
    try:
        line.follow(asked["line"])
    except LineError as error:
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, refusal_told(error))
    return position_of(line, shown.record.game or "")


weighed = Resource("api-annotations", __name__, url_prefix="/games", description="Plays weighed")


@weighed.get("/<game_id>/annotations", name="get_annotations")
@weighed.of_a_revision
@weighed.answers(WeighingSchema, 404)
def plays(game_id: str) -> dict[str, Any]:
    """The play-by-play analysis

    A mistake is a play that could be expected to give points away from what the player could know;
    one that gave them away only as the cards lay is bad luck. The analysis is there once it was
    asked for, and belongs to this version of the analyst and the engine.
    """
    return _told(archive().annotating.find(game_or_404(game_id)))


@weighed.post("/<game_id>/analysis", name="weigh_plays")
@weighed.of_a_revision
@weighed.answers(WeighingSchema, 404, 429, status=202)
def ask(game_id: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Ask for the play-by-play analysis

    Made once, however often it is asked for; one that was given up is tried again. `Location` is
    where the answer will be.
    """
    found = archive().annotating.ask_for(game_or_404(game_id))
    where = url_for("api-annotations.plays", game_id=game_id)
    return _told(found), HTTPStatus.ACCEPTED, {"Location": where}


def _told(found: AnnotationView) -> dict[str, Any]:
    said = json.loads(found.body) if found.body else None
    if said is not None:
        said["not_weighed"] = said["not_weighed"] or None
        for ply in [*said["plies"], *said["trumps"]]:
            ply["luck"], ply["how"] = ply["luck"] or None, ply["how"] or None
    return {"state": found.state, "note": found.note, "annotations": said}


solving = Resource("api-puzzles", __name__, url_prefix="", description="Puzzles")


@solving.get("/puzzles", name="list_puzzles")
@solving.answers(PuzzlesPageSchema, 404, 422, query=PuzzlesAskedSchema)
def puzzles(said: dict[str, Any]) -> dict[str, Any]:
    """The mistakes of public games as puzzles, the easiest first

    From four analysed games at a time, the last analysed first; `next` leads on, also where none of
    these four has a matching puzzle.
    """
    if said["player"] and archive().search.player(said["player"]) is None:
        abort(HTTPStatus.NOT_FOUND, _(NO_PLAYER))
    found = public(archive(), said["start"], said["player"], said["game"], said["level"])
    start = found.following
    more = None if start is None else following(start=start)
    return {"puzzles": _puzzles_told(found.puzzles), "next": more}


@solving.get("/games/<game_id>/puzzles", name="list_puzzles_of_game")
@solving.answers(PuzzlesSchema, 404, 422, query=SeatAskedSchema)
def of_a_game(said: dict[str, Any], game_id: str) -> dict[str, Any]:
    """The mistakes of a game as puzzles, once the game is analysed play by play"""
    found = GamePuzzles(archive(), game_or_404(game_id), said["seat"])
    return {"puzzles": _puzzles_told(found.listed())}


@solving.get("/games/<game_id>/puzzles/<int(signed=True):ply>", name="get_puzzle")
@solving.answers(PuzzleSchema, 404)
def puzzle(game_id: str, ply: int) -> dict[str, Any]:
    """A puzzle: the table as its player saw it, and the options

    Trumps that were named before play 18 are puzzle -18.
    """
    found, here = _puzzle_or_404(game_id, ply)
    opened = opened_game(found.game)
    (listed,) = _puzzles_told(one for one in found.listed() if one.ply == ply)
    table = page_before(found.game, opened, here)["table"]
    return {
        **listed,
        "table": table_shown(opened, table),
        "options": [one.choice for one in here.answers],
    }


@solving.post("/games/<game_id>/puzzles/<int(signed=True):ply>", name="answer_puzzle")
@solving.answers(PuzzleJudgedSchema, 404, 415, 422, json=ChoiceWantedSchema)
@solving.doc(security=[{}, {"bearer": []}])
def answer(said: dict[str, Any], game_id: str, ply: int) -> dict[str, Any]:
    """Answer a puzzle; returned is whether the choice is right, and what each option gives away

    A right answer is remembered in the account that asks, if its token may `write`.
    """
    found, here = _puzzle_or_404(game_id, ply)
    chosen = here.answer(said["choice"])
    if chosen is None:
        options = ", ".join(one.choice for one in here.answers)
        wrong = _(
            "That could not be chosen here. Choose one of these: %(options)s.", options=options
        )
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, wrong)
    me = who()
    if chosen.good and may(me, Permission.ANNOTATE, Subject.of(found.game)):
        archive().puzzles.solve(me.account_id or "", [(game_id, ply)])
    line = [{**asdict(one), "seat": f"p{one.seat}"} for one in here.weighed.line]
    return {
        "right": chosen.good,
        "loss": chosen.loss,
        "best": here.weighed.best,
        "played": here.weighed.card,
        "answers": [one._asdict() for one in here.answers],
        "line": line,
        "solved": _puzzles_told([one for one in found.listed() if one.ply == ply])[0]["solved"],
    }


@solving.get("/account/solved", name="list_solved_puzzles")
@solving.answers(SolvedSchema, by="bearer")
def solved() -> dict[str, Any]:
    """The puzzles that one has solved, the first one solved first"""
    me = require(Permission.EXPORT)
    found = archive().puzzles.solved(me.account_id)
    return {"solved": [{"game_id": id_, "ply": ply} for id_, ply in found]}


def _puzzles_told(listed: Iterable[Listed]) -> list[dict[str, Any]]:
    """Return puzzles of a list, each with whether the account that asks has solved it."""
    shown = list(listed)
    mine = who().account_id if who().has(Scope.READ) else None
    done = archive().puzzles.solved(mine, {one.record_id for one in shown}) if mine else []
    return [
        {**one._asdict(), "seat": f"p{one.seat}", "solved": one.key in done if mine else None}
        for one in shown
    ]


def _puzzle_or_404(game_id: str, ply: int) -> tuple[GamePuzzles, Puzzle]:
    found = GamePuzzles(archive(), game_or_404(game_id))
    puzzle = found.at(ply)
    if puzzle is None:
        abort(HTTPStatus.NOT_FOUND, _("This play is no puzzle: it has no mark of a mistake."))
    return found, puzzle
