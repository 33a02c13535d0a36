"""Replays: plays, the table after each, the score sheet; the position after a play or a line of
what if. They come from the same views that the pages draw, so programs and readers get the same;
what is only about drawing is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from http import HTTPStatus
from typing import Any, Final

from flask import abort

from archive.core.record import Record
from archive.notation import to_json
from archive.scoring.line_in_address import LineError
from archive.scoring.replay import Step
from archive.scoring.what_if import Line, NoPosition
from archive.web.api.resource import Resource, go_on
from archive.web.errors import BeyondTheLastPlay
from archive.web.language import _, refusal_told
from archive.web.lookup import game_or_404
from archive.web.presenters.boards import TableShown, table_at, with_dealt
from archive.web.presenters.boards.cards import CardShown
from archive.web.presenters.boards.drawn_table import Gain
from archive.web.presenters.replay_cache import CachedReplay, is_judged, open_record, opened_game
from archive.web.presenters.rule_sets import ClauseShown
from archive.web.presenters.what_if import NOT_TOLD
from schemas.positions import LineSchema, PositionSchema
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
    return table_of(played_or_404(game_id, ply), ply)


@blueprint.get("/<game_id>/scores", name="get_score_sheet")
@blueprint.of_a_revision
@blueprint.answers(ScoresSchema, 404)
def scores(game_id: str) -> dict[str, Any]:
    """The score sheet: hand by hand the points by the rules, beside those claimed"""
    shown = played_or_404(game_id)
    return {"seats": shown.names(), "rows": shown.rows}


def played_or_404(game_id: str, ply: int = 0) -> CachedReplay:
    """Return a game that can be played again, and has a play of that number."""
    game = game_or_404(game_id)
    shown = opened_game(game)
    if shown.replay is None and not is_judged(game):
        abort(HTTPStatus.NOT_FOUND, _("This game has no verdict; it is replayed when it has."))
    if shown.replay is None:
        abort(HTTPStatus.NOT_FOUND, _("No rules are known here for this game: nothing to replay."))
    if ply > shown.last:
        raise BeyondTheLastPlay(shown.last)
    return shown


@positions.get("/<game_id>/positions/<int:ply>", name="get_position")
@positions.answers(PositionSchema, 404, 422, query=LineSchema)
def position(asked: dict[str, Any], game_id: str, ply: int) -> dict[str, Any]:
    """The position after a play, continued by a line, with every play the rules allow then

    Cards come from the pack as they came in the game. A play that is forbidden is made all the
    same, and its clauses are named.
    """
    shown = played_or_404(game_id, ply)
    try:
        line = Line(shown.known, ply, shown.positions, asked["line"])
    except NoPosition:
        abort(HTTPStatus.NOT_FOUND, _(NOT_TOLD))
    try:
        line.follow(asked["line"])
    except LineError as error:
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, refusal_told(error))
    return position_of(line, shown.record.game or "")


DRAWING: Final = frozenset({"near", "place", "open_hands", "gone"})
COMMON: Final = (
    "game", "ply", "where", "over", "tally", "opening", "deed", "follows", "gains", "reason",
)  # fmt: skip
"""The keys of every game's table; the rest are that game's own."""


def plies_of(shown: CachedReplay, first: int, last: int) -> list[dict[str, Any]]:
    """Return the plies from one to another, both included."""
    assert shown.replay is not None
    return [_step(step, shown.record) for step in shown.replay.steps[first - 1 : last]]


def table_of(shown: CachedReplay, ply: int) -> dict[str, Any]:
    """Return the table right after a ply. Raises IndexError for a ply that does not exist."""
    assert shown.replay is not None
    return table_shown(shown, table_at(shown.replay, ply, shown.names()))


def position_of(line: Line, game: str) -> dict[str, Any]:
    """Return the position at the end of a line, with the hands that were dealt by then, and the
    possible plays."""
    shown = open_record(line.record)
    assert shown.replay is not None
    names, position = shown.names(), line.position
    table = with_dealt(table_at(shown.replay, shown.last, names), shown.replay, names)
    choices = line.choices()
    return {
        "start": line.start,
        "line": line.text,
        "moves": [
            {
                "play": one.text,
                "seat": f"p{one.seat}",
                "ply": one.ply,
                "broken": [f"{game}/{clause}" for _code, clause in one.broken],
            }
            for one in line.moves
        ],
        "table": table_shown(shown, table),
        "turn": f"p{position.turn}" if choices else None,
        "due": position.due if choices else None,
        "legal": [{"play": one.text, "as_played": one.as_played} for one in choices],
        "over": position.over,
        "stopped": line.stopped or None,
    }


def table_shown(shown: CachedReplay, table: TableShown) -> dict[str, Any]:
    """Return a table, as its reader sees it."""
    own = {name: value for name, value in _attributes(table) if name not in DRAWING}
    found = {name: _plain(own.pop(name)) for name in COMMON}
    own.pop("mover")
    step = own.pop("step")
    seats = sorted(own.pop("seats"), key=lambda seat: seat.seat)
    return {
        **found,
        "played": _step(step, shown.record) if step else None,
        "seats": [_plain(seat) for seat in seats],
        "on_table": {name: _plain(value) for name, value in own.items()},
    }


def _step(step: Step, record: Record) -> dict[str, Any]:
    line, column = _place(record, step.offset)
    return {
        "ply": step.ply,
        "seat": f"p{step.seat}",
        "round": step.round,
        "deal": step.deal,
        "trick": step.trick or None,
        "action": to_json(Record([], [step.action]))["events"][0],
        "tally": step.tally,
        "points": step.points,
        "claimed": {"tally": step.claimed_tally, "points": step.claimed_points},
        "takes_trick": f"p{step.taker}" if step.taker else None,
        "clauses": list(step.clauses),
        "comments": list(step.comments),
        "glyphs": list(step.glyphs),
        "line": line,
        "column": column,
    }


def _place(record: Record, offset: int) -> tuple[int | None, int | None]:
    place = record.place(offset) if record.text else None
    return (place.line, place.column) if place else (None, None)


def _attributes(value: Any) -> list[tuple[str, Any]]:
    return [(field.name, getattr(value, field.name)) for field in fields(value)]


def _plain(value: Any) -> Any:
    """Return any value of a table, as JSON has it."""
    match value:
        case CardShown():
            return {"card": value.rank + value.suit, "lies": value.lies, "foreign": value.foreign}
        case ClauseShown():
            return value.reference
        case Gain():
            clause = value.clause.reference if value.clause else None
            return {
                "name": value.name,
                "points": value.points,
                "for": value.called,
                "clause": clause,
            }
        case str():
            return value
        case Sequence():
            return [_plain(one) for one in value]
    if is_dataclass(value):
        return {
            name: f"p{one}" if name == "seat" else _plain(one)
            for name, one in _attributes(value)
            if name not in DRAWING
        }
    return value
