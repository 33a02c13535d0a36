"""A game as it stands after a line of play: the table, whose turn it is, what may follow."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.of_revision import OfRevisionSchema
from schemas.replays import TableSchema

LONGEST_LINE = 4000
"""Letters of a line."""


class LineSchema(OfRevisionSchema):
    """What is played instead of what was."""

    line = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST_LINE),
        metadata={
            "description": "Plays with full stops between, by the seats whose turn it is: "
            "`9h.7s7d.d.pass`; `x9s7d`, `x-`, `in`, `out` and `trump-h` where a game has that.",
        },
    )


class MoveSchema(Schema):
    """A play of a line."""

    play = fields.String(required=True, metadata={"description": "As the line has it."})
    seat = fields.String(required=True, metadata={"description": "`p1`"})
    ply = fields.Integer(required=True, metadata={"description": "How many plies are over."})
    broken = fields.List(
        fields.String(), required=True, metadata={"description": "The clauses that forbid it."}
    )


class ChoiceSchema(Schema):
    """A play that the rules allow."""

    play = fields.String(required=True, metadata={"description": "As a line has it."})
    as_played = fields.Boolean(
        required=True, metadata={"description": "Whether it is what happened in the game."}
    )


class PositionSchema(Schema):
    """How a game stands where it was left and played on otherwise."""

    start = fields.Integer(required=True, metadata={"description": "The ply it was left after."})
    line = fields.String(required=True)
    moves = fields.List(fields.Nested(MoveSchema), required=True)
    table = fields.Nested(TableSchema, required=True)
    turn = fields.String(
        required=True, allow_none=True, metadata={"description": "Who chooses next; null: nobody."}
    )
    due = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "What is chosen: `lay`, `turn`, `put_away`, `stay`, `name_trump`."
        },
    )
    legal = fields.List(fields.Nested(ChoiceSchema), required=True)
    over = fields.Boolean(required=True)
    stopped = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Why the line cannot go on although the game is not over: `pack` or "
            "`hand` for cards that the record does not tell, `rules`, `long`."
        },
    )
