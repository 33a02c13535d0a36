"""Who may look."""

from __future__ import annotations

from marshmallow import validate

from schemas import required
from schemas.games import VISIBILITIES
from schemas.record import Strict


class VisibilitySchema(Strict):
    """Who may look from now on."""

    visibility = required.text(
        "Its owner, whoever has the address, everybody.", validate=validate.OneOf(VISIBILITIES)
    )
