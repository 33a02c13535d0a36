"""What is here, in numbers."""

from __future__ import annotations

from marshmallow import Schema, fields

STANDINGS = ("upheld", "open", "flawed", "impossible", "waiting")


class CountsSchema(Schema):
    """How many records stand how, and which engine judges them."""

    records = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": f"By standing: {', '.join(STANDINGS)}."},
    )
    engine = fields.String(required=True)
