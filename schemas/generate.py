"""Games made up by chance."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

MOST_GAMES = 100
LARGEST_SEED = 1_000_000_000


class GenerateSchema(Schema):
    """What game to make up. The same words make the same games."""

    rules = fields.String(
        load_default=None,
        metadata={"description": "Rule set and options, as a Rules tag has them."},
    )
    players = fields.Integer(
        load_default=None,
        validate=validate.Range(1, 20),
        metadata={"description": "How many play; else the usual number."},
    )
    seed = fields.Integer(
        load_default=0,
        validate=validate.Range(0, LARGEST_SEED),
        metadata={"description": "Makes the same game again."},
    )
    count = fields.Integer(
        load_default=1,
        validate=validate.Range(1, MOST_GAMES),
        metadata={"description": "So many games, of this seed and the next ones."},
    )
    flaw = fields.String(
        load_default=None,
        metadata={"description": "The code of a finding: put exactly one such fault into each."},
    )
