"""Games made up by chance."""

from __future__ import annotations

from marshmallow import Schema

from schemas.fields import optional

MOST_GAMES = 100
LARGEST_SEED = 1_000_000_000


class GenerateSchema(Schema):
    """What game to make up. The same words make the same games."""

    rules = optional.text("Rule set and options, as a Rules tag has them.", None)
    players = optional.whole(1, 20, "The number of players; else the usual one.")
    seed = optional.whole(0, LARGEST_SEED, "Makes the same game again.", 0)
    count = optional.whole(1, MOST_GAMES, "The number of games, of this seed and the next ones.", 1)
    flaw = optional.text("The code of a finding: put exactly one such fault into each.", None)
