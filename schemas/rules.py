"""Games, their rule sets and options, and the clauses of their rulebooks."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import required


class OptionSchema(Schema):
    """One question that a rule set leaves open, and its possible answers."""

    name = required.text()
    readings = required.words()
    numbers = required.many(
        fields.Integer(),
        "The least and the most, where any number between is allowed.",
        none=True,
    )
    default = required.by_name(fields.String(), "The default, by the number of players.")


class RuleSetSchema(Schema):
    """One way to play a game, as a Rules tag names it."""

    rules = required.text("`twenty/farrugia@1`")
    players = required.many(fields.Integer(), "The number of players: the fewest and the most.")
    options = required.many(OptionSchema)


class RulesGameSchema(Schema):
    """A game and its rule sets; the first is used where a record names none."""

    game = required.text()
    title = required.text()
    rule_sets = required.many(RuleSetSchema)


class RulesGamesSchema(Schema):
    """All games of this archive."""

    games = required.many(RulesGameSchema)


class ClauseSchema(Schema):
    """One clause of a rulebook; findings and plies cite it as `twenty/4.1`."""

    clause = required.text()
    section = required.text()
    text = required.text("Markdown.")


class RulebookSchema(RulesGameSchema):
    """A game with its rulebook."""

    introduction = required.text("Markdown.")
    clauses = required.many(ClauseSchema)
