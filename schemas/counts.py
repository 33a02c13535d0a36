"""What is here, in numbers."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.games import GameSchema

STANDINGS = ("upheld", "open", "flawed", "impossible", "waiting")


class CountsSchema(Schema):
    """How many shown records stand how, how many wait, and which engine judges them."""

    records = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": f"By standing: {', '.join(STANDINGS)}."},
    )
    engine = fields.String(required=True)


class HomeSchema(CountsSchema):
    """What the front page tells: counts, the latest public games, the example."""

    recent = fields.List(fields.Nested(GameSchema), required=True)
    example = fields.String(
        required=True, allow_none=True, metadata={"description": "A game's id."}
    )
