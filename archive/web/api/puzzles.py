"""Puzzles: lists of them, one to be solved, and the answer to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from flask import abort, request

from archive.analyst.puzzles import Puzzle
from archive.services.permissions import Permission, Scope, Subject, may
from archive.services.players import NO_PLAYER
from archive.web.api.resource import Resource, following
from archive.web.auth import require, who
from archive.web.language import _
from archive.web.lookup import archive, game_or_404
from archive.web.presenters.puzzles import GamePuzzles, Listed, page_before, public
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.replay_json import table_shown
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

blueprint = Resource("api-puzzles", __name__, url_prefix="", description="Puzzles")


@blueprint.get("/puzzles", name="list_puzzles")
@blueprint.answers(PuzzlesPageSchema, 404, 422, query=PuzzlesAskedSchema)
def puzzles(said: dict[str, Any]) -> dict[str, Any]:
    """The mistakes of public games as puzzles, the easiest first

    From four analysed games at a time, the last analysed first; `next` leads on, also where none of
    these four has a matching puzzle.
    """
    if said["player"] and archive().search.player(said["player"]) is None:
        abort(HTTPStatus.NOT_FOUND, _(NO_PLAYER))
    found = public(archive(), said["start"], said["player"], said["game"], said["level"])
    more = None
    if found.following is not None:
        asked = {**request.args, "start": found.following}
        more = following(request.endpoint or "", **asked)
    return {"puzzles": _told(found.puzzles), "next": more}


@blueprint.get("/games/<game_id>/puzzles", name="list_puzzles_of_game")
@blueprint.answers(PuzzlesSchema, 404, 422, query=SeatAskedSchema)
def of_a_game(said: dict[str, Any], game_id: str) -> dict[str, Any]:
    """The mistakes of a game as puzzles, once the game is analysed play by play"""
    found = GamePuzzles(archive(), game_or_404(game_id), said["seat"])
    return {"puzzles": _told(found.listed())}


@blueprint.get("/games/<game_id>/puzzles/<int(signed=True):ply>", name="get_puzzle")
@blueprint.answers(PuzzleSchema, 404)
def puzzle(game_id: str, ply: int) -> dict[str, Any]:
    """A puzzle: the table as its player saw it, and the options

    Trumps that were named before play 18 are puzzle -18.
    """
    found, here = _puzzle_or_404(game_id, ply)
    opened = opened_game(found.game)
    (listed,) = _told(one for one in found.listed() if one.ply == ply)
    table = page_before(found.game, opened, here)["table"]
    return {
        **listed,
        "table": table_shown(opened, table),
        "options": [one.choice for one in here.answers],
    }


@blueprint.post("/games/<game_id>/puzzles/<int(signed=True):ply>", name="answer_puzzle")
@blueprint.answers(PuzzleJudgedSchema, 404, 415, 422, json=ChoiceWantedSchema)
@blueprint.doc(security=[{}, {"bearer": []}])
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
        "solved": _told([one for one in found.listed() if one.ply == ply])[0]["solved"],
    }


@blueprint.get("/account/solved", name="list_solved_puzzles")
@blueprint.answers(SolvedSchema, by="bearer")
def solved() -> dict[str, Any]:
    """The puzzles that one has solved, the first one solved first"""
    me = require(Permission.EXPORT)
    found = archive().puzzles.solved(me.account_id)
    return {"solved": [{"game_id": id_, "ply": ply} for id_, ply in found]}


def _told(listed: Iterable[Listed]) -> list[dict[str, Any]]:
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
