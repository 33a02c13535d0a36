"""A replay: plies, the table after each, the score sheet."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.of_revision import OfRevisionSchema

MOST_PLIES = 1000


class StretchSchema(OfRevisionSchema):
    """Which part of something long is asked for."""

    first = fields.Integer(
        load_default=1,
        validate=validate.Range(1, 10_000_000),
        metadata={"description": "From this one on, counted from 1."},
    )
    limit = fields.Integer(
        load_default=200,
        validate=validate.Range(1, MOST_PLIES),
        metadata={"description": "At most so many."},
    )


class ClaimedSchema(Schema):
    """What the record says of a play; null where it says nothing."""

    tally = fields.Integer(required=True, allow_none=True)
    points = fields.Integer(required=True, allow_none=True)


class PlySchema(Schema):
    """One ply: what was done, and what the rules make of it."""

    ply = fields.Integer(required=True)
    seat = fields.String(required=True, metadata={"description": "`p1`"})
    round = fields.Integer(required=True)
    deal = fields.Integer(required=True)
    trick = fields.Integer(required=True, allow_none=True)
    action = fields.Dict(
        required=True, metadata={"description": "The event, as docs/json.md describes it."}
    )
    tally = fields.Integer(
        required=True, allow_none=True, metadata={"description": "By the rules; null: unknown."}
    )
    points = fields.Integer(
        required=True, allow_none=True, metadata={"description": "By the rules; null: unknown."}
    )
    claimed = fields.Nested(ClaimedSchema, required=True)
    takes_trick = fields.String(required=True, allow_none=True)
    clauses = fields.List(
        fields.String(), required=True, metadata={"description": "Rules, as in `twenty/4.1`."}
    )
    comments = fields.List(fields.String(), required=True)
    glyphs = fields.List(fields.Integer(), required=True)
    line = fields.Integer(required=True, allow_none=True)
    column = fields.Integer(required=True, allow_none=True)


class PliesSchema(Schema):
    """The plies of a game, or a stretch of them."""

    seats = fields.List(
        fields.String(), required=True, metadata={"description": "A name a seat, from p1."}
    )
    last = fields.Integer(required=True, metadata={"description": "How many plies there are."})
    plies = fields.List(fields.Nested(PlySchema), required=True)


class GainSchema(Schema):
    """Points that a ply has brought."""

    name = fields.String(required=True)
    points = fields.Integer(required=True)
    what_for = fields.String(required=True, data_key="for", attribute="for")
    clause = fields.String(required=True, allow_none=True)


class TableSchema(Schema):
    """The table right after a ply. `on_table` is each game's own: pile, trick, trumps, count."""

    game = fields.String(required=True)
    ply = fields.Integer(required=True)
    where = fields.String(required=True, metadata={"description": "`Round 1, hand 2`"})
    played = fields.Nested(PlySchema, required=True, allow_none=True)
    opening = fields.String(required=True, metadata={"description": "Before the first ply."})
    deed = fields.String(required=True, metadata={"description": "What was done, in words."})
    follows = fields.List(
        fields.String(), required=True, metadata={"description": "What follows, in sentences."}
    )
    gains = fields.List(fields.Nested(GainSchema), required=True)
    reason = fields.String(
        required=True, allow_none=True, metadata={"description": "The clause that decided it."}
    )
    tally = fields.Integer(required=True, allow_none=True)
    over = fields.Boolean(required=True)
    seats = fields.List(
        fields.Dict(),
        required=True,
        metadata={
            "description": "Each seat: `seat`, `name`, `total`, `gained`, `awaited`, and `cards`, "
            "of which each has `card`, how it `lies` and whether it is `foreign` to the hand."
        },
    )
    on_table = fields.Dict(required=True)


def _points(about: str, *, allow_none: bool = False) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(),
        values=fields.Integer(allow_none=True),
        required=True,
        allow_none=allow_none,
        metadata={"description": about},
    )


class RowSchema(Schema):
    """One hand of a score sheet, or the bonus of a round."""

    round = fields.Integer(required=True)
    deal = fields.Integer(required=True)
    label = fields.String(required=True)
    first_ply = fields.Integer(required=True)
    last_ply = fields.Integer(required=True)
    points = _points("Scored in it, by seat.")
    total = _points("The standing after it, by seat.")
    claimed = _points("The standing that the record gives there.", allow_none=True)


class ScoresSchema(Schema):
    """A score sheet."""

    seats = fields.List(fields.String(), required=True)
    rows = fields.List(fields.Nested(RowSchema), required=True)
