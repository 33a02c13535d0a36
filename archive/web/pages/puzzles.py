"""Learn from mistakes: the mistakes of a game as puzzles. Choose a card, and see why."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.analyst import of_json
from archive.analyst.puzzles import LEVELS, Puzzle, difficulty, in_order, level, puzzles
from archive.services import GameView
from archive.web import caching
from archive.web.lookup import archive, game_or_404
from archive.web.numbers import number_asked
from archive.web.pages.weighed import weighed_of
from archive.web.presenters.replay_cache import CachedReplay, opened_game
from archive.web.presenters.replay_view import View
from archive.web.presenters.weighed import choice_shown, may_be_weighed, remark_on

pages = Blueprint("puzzles", __name__)

GAMES_AT_ONCE: Final = 10
"""Games whose puzzles stand on one page."""

MOST_BEHIND: Final = 3000
"""So many games back puzzles can be looked for."""


class Listed(NamedTuple):
    """A puzzle in the list of all: of which game it is, and how hard."""

    record_id: str
    ply: int
    game: str
    level: str
    difficulty: int
    choices: int


@pages.get("/puzzles")
def everywhere() -> Response:
    """Show the puzzles of public games, from the easy to the hard ones.

    `?game=twenty` and `?level=hard` show some of them, `?start=10` those of games weighed earlier.
    """
    start = min(number_asked("start") or 0, MOST_BEHIND)
    weighed = archive().weighed_lately(start, GAMES_AT_ONCE + 1)
    kind, hard = request.args.get("game", ""), request.args.get("level", "")
    found = [
        one._replace(record_id=game.record_id)
        for game in weighed[:GAMES_AT_ONCE]
        for one in _of(game.body)
    ]
    shown = sorted(
        (one for one in found if kind in ("", one.game) and hard in ("", one.level)),
        key=lambda one: (LEVELS.index(one.level), one.difficulty),
    )
    return caching.page(
        render_template(
            "all_puzzles.html", puzzles=shown,
            games=sorted({one.game for one in found}), levels=LEVELS, game=kind, level=hard,
            start=start, more=start + GAMES_AT_ONCE if len(weighed) > GAMES_AT_ONCE else None,
        )
    )  # fmt: skip


@lru_cache(maxsize=2 * GAMES_AT_ONCE)
def _of(body: str) -> tuple[Listed, ...]:
    """Return the puzzles of a game, from what is said of it."""
    said = of_json(body)
    return tuple(
        Listed("", one.weighed.ply, said.game, level(said.game, one), difficulty(said.game, one),
               len(one.answers))
        for one in puzzles(said)
    )  # fmt: skip


@pages.get("/g/<game_id>/puzzles")
def listed(game_id: str) -> Response:
    """Show the mistakes of a game as puzzles, from the easy to the hard ones.

    `?seat=2` shows those of one player.
    """
    game = game_or_404(game_id)
    opened = opened_game(game)
    seat = number_asked("seat") or 0
    found, said = _puzzles(game, opened, seat)
    names = opened.names()
    shown = [
        (one.weighed.ply, names[one.weighed.seat - 1], level(said, one), len(one.answers))
        for one in in_order(found, said)
    ]
    return caching.unkept(
        render_template(
            "puzzles.html", game=game, names=names, puzzles=shown, seat=seat,
            weighing=archive().annotations(game) if may_be_weighed(game) else None,
        )
    )  # fmt: skip


@pages.get("/g/<game_id>/puzzles/<int:ply>")
def one(game_id: str, ply: int) -> AnyResponse:
    """Show a puzzle: the table as its player saw it, and what could be chosen.

    `?choice=9h` is what is chosen; then it is shown what each choice gives away. Where there is no
    puzzle, the way leads to those there are.
    """
    game = game_or_404(game_id)
    opened = opened_game(game)
    found, said = _puzzles(game, opened)
    ordered = [one.weighed.ply for one in in_order(found, said)]
    puzzle = next((one for one in found if one.weighed.ply == ply), None)
    if puzzle is None:
        return redirect(url_for("puzzles.listed", game_id=game.id))
    seat = puzzle.weighed.seat
    view = View(game, opened, seat, seat)
    text = request.args.get("choice", "")
    chosen = puzzle.answer(text)
    at = ordered.index(ply)
    page = view.at(ply - 1)
    page["side"] = {}
    return caching.unkept(
        render_template(
            "puzzle.html", **page, ply=ply, level=level(said, puzzle),
            asked=opened.names()[seat - 1],
            choices=[(one, choice_shown(one.choice)) for one in puzzle.answers], chosen=chosen,
            best=choice_shown(puzzle.weighed.best), played=puzzle.weighed.card,
            remark=remark_on(puzzle.weighed), unknown=bool(text) and chosen is None,
            following=ordered[at + 1] if at + 1 < len(ordered) else None,
        )
    )  # fmt: skip


def _puzzles(game: GameView, opened: CachedReplay, seat: int = 0) -> tuple[list[Puzzle], str]:
    """Return the puzzles of a game, and which game it is."""
    if opened.replay is None:
        return [], ""
    said = weighed_of(View(game, opened, 0, 1)).said
    return (puzzles(said, seat), said.game) if said else ([], "")
