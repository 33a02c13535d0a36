"""Who may look."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas.games import VISIBILITIES
from schemas.record import Strict


class VisibilitySchema(Strict):
    """Who may look from now on."""

    visibility = fields.String(
        required=True,
        validate=validate.OneOf(VISIBILITIES),
        metadata={"description": "Its owner, whoever has the address, everybody."},
    )
