"""A replay: plays, the table after each, the score sheet."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from schemas.fields import optional, required
from schemas.fields.strict import OfRevisionSchema

MOST_PLIES = 1000


class StretchSchema(OfRevisionSchema):
    """The part of something long that is asked for."""

    first = optional.whole(1, 10_000_000, "From this one on, counted from 1.", 1)
    limit = optional.whole(1, MOST_PLIES, "The most plays in the answer.", 200)


class ClaimedSchema(Schema):
    """What the record says about a play; null where it says nothing."""

    tally = required.whole(none=True)
    points = required.whole(none=True)


class PlySchema(Schema):
    """One play: what was done, and what the rules say about it."""

    ply = required.whole()
    seat = required.text("`p1`")
    round = required.whole()
    deal = required.whole()
    trick = required.whole(none=True)
    action = required.mapping("The event, as docs/json.md describes it.")
    tally = required.whole("By the rules; null: unknown.", none=True)
    points = required.whole("By the rules; null: unknown.", none=True)
    claimed = required.one(ClaimedSchema)
    takes_trick = required.text(none=True)
    clauses = required.words("Rules, as in `twenty/4.1`.")
    comments = required.words()
    glyphs = required.many(fields.Integer())
    line = required.whole(none=True)
    column = required.whole(none=True)


class PliesSchema(Schema):
    """The plays of a game, or a part of them."""

    seats = required.words("A name a seat, from p1.")
    last = required.whole("The number of plays.")
    plies = required.many(PlySchema)


class GainSchema(Schema):
    """Points that a play has brought."""

    name = required.text()
    points = required.whole()
    what_for = required.text(data_key="for", attribute="for")
    clause = required.text(none=True)


class TableSchema(Schema):
    """The table right after a play. `on_table` is each game's own: pile, trick, trumps, count."""

    game = required.text()
    ply = required.whole()
    where = required.text("`Round 1, hand 2`")
    played = required.one(PlySchema, none=True)
    opening = required.text("Before the first ply.")
    deed = required.text("The play in words.")
    follows = required.words("Its consequences, in sentences.")
    gains = required.many(GainSchema)
    reason = required.text("The clause that decided it.", none=True)
    tally = required.whole(none=True)
    over = required.flag()
    seats = required.many(
        fields.Dict(),
        "Each seat: `seat`, `name`, `total`, `gained`, `awaited`, and `cards`, "
        "of which each has `card`, how it `lies` and whether it is `foreign` to the hand.",
    )
    on_table = required.mapping()


class BySeat(fields.Dict):
    """Points by the number of a seat, which an answer names as `p1`."""

    def _serialize(self, value: Any, *where: Any, **more: Any) -> Any:
        named = value and {f"p{seat}": points for seat, points in value.items()}
        return super()._serialize(named, *where, **more)  # type: ignore[no-untyped-call]


def _points(about: str, **more: Any) -> fields.Field[Any]:
    whole = fields.Integer(allow_none=True)
    return BySeat(fields.String(), whole, required=True, metadata={"description": about}, **more)


class RowSchema(Schema):
    """One hand of a score sheet, or the bonus of a round."""

    round = required.whole()
    deal = required.whole()
    label = required.text()
    first_ply = required.whole()
    last_ply = required.whole()
    points = _points("Scored in it, by seat.")
    total = _points("The standing after it, by seat.")
    claimed = _points("The standing that the record gives there.", allow_none=True)
    counted_on = _points(
        "Where the standing is not known: what it is counted on from an earlier one of the record.",
        allow_none=True,
    )


class ScoresSchema(Schema):
    """A score sheet."""

    seats = required.words()
    rows = required.many(RowSchema)
