"""Puzzles made from the mistakes of a game: choose a card, and see why. And the play-by-play
analysis of a game, with the button that asks for it."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.analyst import GAMES
from archive.analyst.annotations import LEVELS, level
from archive.services.permissions import Permission
from archive.services.players import NO_PLAYER
from archive.web import responses
from archive.web.addresses import number_asked
from archive.web.auth import require, who
from archive.web.drawing import drawn
from archive.web.language import TWO, _
from archive.web.lookup import archive, game_or_404
from archive.web.pages import led_to
from archive.web.presenters.puzzles import MOST_BEHIND, GamePuzzles, page_before, public
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.replay_view import View
from archive.web.presenters.weighed_plays import WeighedShown, may_be_weighed, offered, remark_on

pages = Blueprint("puzzles", __name__)

MOST_BROUGHT: Final = 1000
"""The most puzzles that a device brings at once."""
PLY: Final = re.compile("-?[0-9]{1,8}", re.ASCII)


@pages.get("/puzzles")
def everywhere() -> Response:
    """Show the puzzles of public games, the easiest first.

    `?game=twenty` and `?level=hard` show some of them, `?player=` one player's mistakes,
    `?start=10` those of games analysed earlier.
    """
    start = min(number_asked("start", digits=4) or 0, MOST_BEHIND)
    whose = request.args.get("player", "")
    player = archive().search.player(whose) if whose else None
    if whose and player is None:
        abort(HTTPStatus.NOT_FOUND, _(NO_PLAYER))
    kind, hard = request.args.get("game", ""), request.args.get("level", "")
    shown = public(archive(), start, player.id if player else "", kind, hard)
    ids = {one.record_id for one in shown.puzzles}
    mine = who().account_id
    return (responses.shown_once if mine else responses.shown)(
        "all_puzzles.html", puzzles=shown.puzzles, games=GAMES, levels=LEVELS, game=kind,
        level=hard, start=start, more=shown.following, player=player,
        solved=archive().puzzles.solved(mine, ids),
    )  # fmt: skip


@pages.post("/puzzles/solved")
def bring() -> AnyResponse:
    """Copy the puzzles solved on a device to the account: `solved` has the game and the play of
    each, as in `kz0x5m6arv:32`, with spaces between."""
    me = require(Permission.COLLECT)
    said = request.form.get("solved", "").split()
    if len(said) > MOST_BROUGHT:
        abort(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _("So many puzzles cannot be asked for at once.")
        )
    told = (one.partition(":") for one in said)
    brought = [
        (id_, int(ply)) for id_, _, ply in told if PLY.fullmatch(ply)
    ]  # fmt: skip
    archive().puzzles.solve(me.account_id or "", brought)
    return Response(status=HTTPStatus.NO_CONTENT)


@pages.get("/g/<game_id>/puzzles")
def listed(game_id: str) -> Response:
    """Show the mistakes of a game as puzzles, the easiest first.

    `?seat=2` shows those of one player.
    """
    game = game_or_404(game_id)
    seat = number_asked("seat") or 0
    found = GamePuzzles(archive(), game, seat)
    return responses.shown_once(
            "puzzles.html", game=game, names=opened_game(game).names(), puzzles=found.listed(),
            seat=seat, weighing=found.weighing,
            solved=archive().puzzles.solved(who().account_id, [game.id]),
        )  # fmt: skip


@pages.get("/g/<game_id>/puzzles/<int(signed=True):ply>")
def one(game_id: str, ply: int) -> AnyResponse:
    """Show a puzzle: the table as its player saw it, and the options. Trumps that were named before
    play 18 are puzzle -18.

    With `?choice=9h` also show what each option gives away. Where there is no puzzle, redirect to
    the list of those there are.
    """
    game = game_or_404(game_id)
    found = GamePuzzles(archive(), game)
    puzzle = found.at(ply)
    if puzzle is None:
        return redirect(url_for("puzzles.listed", game_id=game.id))
    opened = opened_game(game)
    text = request.args.get("choice", "")
    chosen = puzzle.answer(text)
    return responses.shown_once(
            "puzzle.html", **page_before(game, opened, puzzle), ply=ply, puzzle=puzzle,
            level=level(found.kind, puzzle), asked=opened.names()[puzzle.weighed.seat - 1],
            choices=[(one, offered(one.choice)) for one in puzzle.answers], chosen=chosen,
            played=puzzle.weighed.card, remarks=[remark_on(puzzle.weighed, found.kind)],
            unknown=bool(text) and chosen is None, following=found.behind(ply),
        )  # fmt: skip


@pages.get("/g/<game_id>/puzzles/<int(signed=True):ply>/table.svg")
def table(game_id: str, ply: int) -> AnyResponse:
    """Show the table of a puzzle as a picture, for lists; `?suits=two` gives suits two colours.
    Where there is no puzzle, redirect to the list of those there are."""
    game = game_or_404(game_id)
    puzzle = GamePuzzles(archive(), game).at(ply)
    if puzzle is None:
        return redirect(url_for("puzzles.listed", game_id=game.id))
    drawing = drawn(page_before(game, opened_game(game), puzzle), alone=True)
    two = request.args.get("suits") == TWO
    body = render_template("pictures/table.svg", **drawing, two=two).encode()
    return responses.bytes_as_stored(body, "image/svg+xml; charset=utf-8")


@pages.post("/g/<game_id>/puzzles/<int(signed=True):ply>")
def answer(game_id: str, ply: int) -> AnyResponse:
    """Answer a puzzle: a right `choice` is remembered in the account. Redirect to its solution."""
    game = game_or_404(game_id)
    me = require(Permission.ANNOTATE, game)
    choice = request.form.get("choice", "")
    puzzle = GamePuzzles(archive(), game).at(ply)
    if puzzle is not None and puzzle.solved_by(choice):
        archive().puzzles.solve(me.account_id or "", [(game.id, ply)])
    return led_to("puzzles.one", game_id=game.id, ply=ply, choice=choice)


weighed = Blueprint("annotations", __name__)


@weighed.get("/g/<game_id>/annotations")
def plays(game_id: str) -> Response:
    """Show the plays that stand out, one by one, or a button that asks for the analysis."""
    game = game_or_404(game_id)
    opened = opened_game(game)
    can = may_be_weighed(game)
    found = WeighedShown(archive().annotating.find(game) if can else None, opened.names())
    return responses.shown_once(
            "annotations.html", game=game, names=opened.names(), weighing=found.found,
            story=found.story(), remarks=found.remarks(),
        )  # fmt: skip


def weighed_of(view: View, *, on: bool = True) -> WeighedShown:
    """Return the play-by-play analysis of a game for a reader with this view; empty where it is not
    switched `on`."""
    can = on and may_be_weighed(view.game)
    return WeighedShown(archive().annotating.find(view.game) if can else None, view.names, view.own)


@weighed.post("/g/<game_id>/annotations")
def ask(game_id: str) -> AnyResponse:
    """Ask for the play-by-play analysis of a game."""
    archive().annotating.ask_for(game_or_404(game_id))
    return led_to("annotations.plays", game_id=game_id)
