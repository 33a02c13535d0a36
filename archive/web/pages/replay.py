"""The table at every ply, each at its own address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.services import GameView
from archive.web import caching
from archive.web.lookup import game_or_404
from archive.web.presenters.boards import TableShown, table_at
from archive.web.presenters.findings import FindingShown, findings_of, flagged
from archive.web.presenters.move_list import firsts, hands_of, run_of, steps_near
from archive.web.presenters.replay_cache import CachedReplay, opened_game
from archive.web.words import counted, signed

pages = Blueprint("replay", __name__)


@pages.get("/g/<game_id>/<int:ply>")
def ply(game_id: str, ply: int) -> AnyResponse:
    """The table right after a ply; 0 is before the first.

    `?seat=3` shows it from that player's side, `?fragment=1` sends the board alone.
    """
    game = game_or_404(game_id)
    shown = opened_game(game)
    if shown.replay is None:
        return redirect(url_for("game.game", game_id=game_id))
    if ply > shown.last:
        abort(404, f"This game has {shown.last} plies, numbered from 1; 0 is before the first.")
    seat = request.args.get("seat", "")
    near = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else 1
    names = shown.names()
    return _page(game, shown, table_at(shown.replay, ply, names, near), names)


def _page(game: GameView, shown: CachedReplay, table: TableShown, names: Sequence[str]) -> Response:
    assert shown.replay is not None
    findings = findings_of(game.verdict, names)
    flags = flagged(findings)

    def ply_url(target: int, near: int = table.near) -> str:
        side: dict[str, Any] = {"seat": near} if near > 1 else {}
        return url_for("replay.ply", game_id=game.id, ply=target, **side)

    fragment = "fragment" in request.args
    at = table.ply
    values: dict[str, Any] = {
        "game": game,
        "names": names,
        "table": table,
        "last": shown.last,
        "before": at - 1 if at else None,
        "after": at + 1 if at < shown.last else None,
        "ply_url": ply_url,
        "turned_url": ply_url(at, table.turned),
        "finding_plies": sorted(flags),
        "previous_finding": max((ply for ply in flags if ply < at), default=None),
        "next_finding": min((ply for ply in flags if ply > at), default=None),
        "at_ply": [finding for finding in findings if finding.ply == at],
        "announcement": announcement(table, [f for f in findings if f.ply == at]),
    }
    if fragment:
        return caching.page(render_template("parts/board.html", **values))
    listed = steps_near(shown.replay, at)
    hands = hands_of(listed, shown.rows, flags)
    run = run_of(listed, flags, names)
    suited = any(card.suit for step in shown.replay.steps for card in step.cards)
    page = render_template(
        "replay.html",
        hands=hands,
        firsts=firsts(shown.replay.steps),
        run=run,
        here=max(at, 1),
        suited=suited,
        **values,
    )
    return caching.page(page)


def announcement(table: TableShown, findings: Sequence[FindingShown]) -> str:
    """A ply as it is read out."""
    if table.step is None:
        return table.opening
    said = [f"{table.mover} {table.deed}"]
    if table.tally is not None:
        said.append(f"tally {table.tally}")
    if table.game == "twenty":
        said += [f"{counted(one.points, 'point')} to {one.name} for {one.called}"
                 for one in table.gains]  # fmt: skip
        told = []
    else:
        told = [f"{one.name} {signed(one.points)} for {one.called}." for one in table.gains]
    sentences = [", ".join(said) + ".", *table.follows, *told]
    return " ".join([*sentences, *(found.sentence for found in findings)])
