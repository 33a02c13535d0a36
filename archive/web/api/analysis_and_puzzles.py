"""The play-by-play analysis of a game; and puzzles made from its mistakes: lists of them, one to be
solved, its answer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from flask import abort, url_for

from archive.analyst.annotations import Puzzle
from archive.services import AnnotationView
from archive.services.permissions import Permission, Scope, may
from archive.services.players import NO_PLAYER
from archive.web.api.replays import (
    table_shown,
)
from archive.web.api.resource import Resource, following
from archive.web.auth import require, who
from archive.web.language import _
from archive.web.lookup import archive, game_or_404
from archive.web.presenters.puzzles import GamePuzzles, Listed, page_before, public
from archive.web.presenters.replay_cache import opened_game
from schemas.annotations import WeighingSchema
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
    if chosen.good and may(me, Permission.ANNOTATE, found.game):
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
