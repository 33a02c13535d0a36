"""Puzzles: the mistakes of a game, to be done better."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.annotations import DONE, SEAT, LinePlaySchema
from schemas.replays import TableSchema

LEVELS = ("easy", "middling", "hard")
LONGEST = 100


def _word(about: str) -> fields.String:
    return fields.String(
        load_default="", validate=validate.Length(max=LONGEST), metadata={"description": about}
    )


class PuzzlesAskedSchema(Schema):
    """Which puzzles are asked for."""

    game = _word("Of this game: `twenty`.")
    player = _word("Mistakes of this player, by identifier.")
    level = fields.String(
        load_default="", validate=validate.OneOf(LEVELS),
        metadata={"description": "How hard."},
    )  # fmt: skip
    start = fields.Integer(
        load_default=0,
        validate=validate.Range(0, 3000),
        metadata={"description": "Behind so many weighed games."},
    )


class SeatAskedSchema(Schema):
    """Whose puzzles of a game are asked for."""

    seat = fields.Integer(
        load_default=0,
        validate=validate.Range(0, 999),
        metadata={"description": "The player's mistakes alone; 0 for all."},
    )


class ListedPuzzleSchema(Schema):
    """A puzzle in a list."""

    record_id = fields.String(
        required=True, data_key="game_id", metadata={"description": "The game it comes from."}
    )
    ply = fields.Integer(required=True)
    seat = fields.String(required=True, metadata=SEAT)
    game = fields.String(required=True)
    level = fields.String(required=True, metadata={"enum": [*LEVELS]})
    difficulty = fields.Integer(
        required=True,
        metadata={"description": "From 0 to 100: few good choices and a small mistake are hard."},
    )
    choices = fields.Integer(required=True, metadata={"description": "How many there are."})
    solved = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "By the account that asks; null where none does."},
    )


class PuzzlesSchema(Schema):
    """Puzzles, from the easy to the hard ones."""

    puzzles = fields.List(fields.Nested(ListedPuzzleSchema), required=True)


class PuzzlesPageSchema(PuzzlesSchema):
    """Puzzles of ten games, from the easy to the hard ones."""

    next = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The address of those of ten games more; null: none."},
    )


class PuzzleSchema(ListedPuzzleSchema):
    """A puzzle: what would you do?"""

    table = fields.Nested(
        TableSchema, required=True, metadata={"description": "As the player saw it."}
    )
    options = fields.List(
        fields.String(metadata=DONE),
        required=True,
        metadata={"description": "What can be chosen, in no telling order."},
    )


class ChoiceWantedSchema(Schema):
    """What is chosen."""

    choice = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST),
        metadata={"description": "One of the puzzle's `options`."},
    )


class PuzzleAnswerSchema(Schema):
    """What a choice could be expected to give away."""

    choice = fields.String(required=True, metadata=DONE)
    loss = fields.Float(required=True, metadata={"description": "In points."})
    good = fields.Boolean(
        required=True, metadata={"description": "Whether that is too little to be a mistake."}
    )


class PuzzleJudgedSchema(Schema):
    """Whether a puzzle was solved, and why."""

    right = fields.Boolean(required=True)
    loss = fields.Float(
        required=True, metadata={"description": "What the choice gives away, in points."}
    )
    best = fields.String(required=True, metadata=DONE)
    played = fields.String(
        required=True, metadata={"description": "What was chosen in the game: the mistake."}
    )
    answers = fields.List(fields.Nested(PuzzleAnswerSchema), required=True)
    line = fields.List(
        fields.Nested(LinePlaySchema),
        required=True,
        metadata={"description": "Where the best choice leads."},
    )
    solved = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "As the account remembers it; null where none asks."},
    )


class SolvedPuzzleSchema(Schema):
    """A puzzle that was solved."""

    game_id = fields.String(required=True)
    ply = fields.Integer(required=True)


class SolvedSchema(Schema):
    """The puzzles that an account has solved, the first one solved first."""

    solved = fields.List(fields.Nested(SolvedPuzzleSchema), required=True)
