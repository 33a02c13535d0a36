"""Games, their rule sets and options, and the clauses of their rulebooks."""

from __future__ import annotations

from marshmallow import Schema, fields


class OptionSchema(Schema):
    """One thing that a rule set leaves open, and how it may be read."""

    name = fields.String(required=True)
    readings = fields.List(fields.String(), required=True)
    numbers = fields.List(
        fields.Integer(),
        required=True,
        allow_none=True,
        metadata={"description": "The least and the most, where any number between is a reading."},
    )
    default = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "What is taken when nothing is chosen, by the number of players."},
    )


class RuleSetSchema(Schema):
    """One way to play a game, as a Rules tag names it."""

    rules = fields.String(required=True, metadata={"description": "`twenty/farrugia@1`"})
    players = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "With how many it can be played: the fewest and the most."},
    )
    options = fields.List(fields.Nested(OptionSchema), required=True)


class RulesGameSchema(Schema):
    """A game and its rule sets; the first is taken where a record names none."""

    game = fields.String(required=True)
    title = fields.String(required=True)
    rule_sets = fields.List(fields.Nested(RuleSetSchema), required=True)


class RulesGamesSchema(Schema):
    """All games that are known here."""

    games = fields.List(fields.Nested(RulesGameSchema), required=True)


class ClauseSchema(Schema):
    """One clause of a rulebook; findings and plies cite it as `twenty/4.1`."""

    clause = fields.String(required=True)
    section = fields.String(required=True)
    text = fields.String(required=True, metadata={"description": "Markdown."})


class RulebookSchema(RulesGameSchema):
    """A game with its rulebook."""

    introduction = fields.String(required=True, metadata={"description": "Markdown."})
    clauses = fields.List(fields.Nested(ClauseSchema), required=True)
