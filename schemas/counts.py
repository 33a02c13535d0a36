"""How many records are here."""

from __future__ import annotations

from marshmallow import Schema

from schemas.fields import required
from schemas.games import GameSchema

STANDINGS = ("upheld", "open", "flawed", "impossible", "waiting")


class CountsSchema(Schema):
    """How many listed records have each standing, how many wait, and which engine judges them."""

    records = required.counts(f"By standing: {', '.join(STANDINGS)}.")
    engine = required.text()


class HomeSchema(CountsSchema):
    """The content of the front page: counts, the latest public games, the example."""

    recent = required.many(GameSchema)
    example = required.text("A game's id.", none=True)
