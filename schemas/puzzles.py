"""Puzzles: the mistakes of a game, to be done better."""

from __future__ import annotations

from marshmallow import Schema, validate

from schemas.annotations import DONE, SEAT, LinePlaySchema
from schemas.fields import optional, required
from schemas.replays import TableSchema

LEVELS = ("easy", "middling", "hard")
LONGEST = 100
PLY = "The play; -18 for trumps that were named before play 18."


class PuzzlesAskedSchema(Schema):
    """Which puzzles are asked for."""

    game = optional.text("Of this game: `twenty`.", longest=LONGEST)
    player = optional.text("Mistakes of this player, by identifier.", longest=LONGEST)
    level = optional.one_of(LEVELS, "How hard.")
    start = optional.whole(0, 3000, "Behind so many weighed games.", 0)


class SeatAskedSchema(Schema):
    """Whose puzzles of a game are asked for."""

    seat = optional.whole(0, 999, "The player's mistakes alone; 0 for all.", 0)


class ListedPuzzleSchema(Schema):
    """A puzzle in a list."""

    record_id = required.text("The game it comes from.", data_key="game_id")
    ply = required.whole(PLY)
    seat = required.text(SEAT)
    game = required.text()
    level = required.one_of(LEVELS)
    difficulty = required.whole("From 0 to 100: few good choices and a small mistake are hard.")
    choices = required.whole("How many there are.")
    solved = required.flag("By the account that asks; null where none does.", none=True)


class PuzzlesSchema(Schema):
    """Puzzles, from the easy to the hard ones."""

    puzzles = required.many(ListedPuzzleSchema)


class PuzzlesPageSchema(PuzzlesSchema):
    """Puzzles of ten games, from the easy to the hard ones."""

    next = required.text("The address of those of ten games more; null: none.", none=True)


class PuzzleSchema(ListedPuzzleSchema):
    """A puzzle: what would you do?"""

    table = required.one(TableSchema, "As the player saw it.")
    options = required.many(required.text(DONE), "What can be chosen, in no telling order.")


class ChoiceWantedSchema(Schema):
    """What is chosen."""

    choice = required.text("One of the puzzle's `options`.", validate=validate.Length(1, LONGEST))


class PuzzleAnswerSchema(Schema):
    """What a choice could be expected to give away."""

    choice = required.text(DONE)
    loss = required.number("In points.")
    good = required.flag("Whether that is too little to be a mistake.")


class PuzzleJudgedSchema(Schema):
    """Whether a puzzle was solved, and why."""

    right = required.flag()
    loss = required.number("What the choice gives away, in points.")
    best = required.text(DONE)
    played = required.text("What was chosen in the game: the mistake.")
    answers = required.many(PuzzleAnswerSchema)
    line = required.many(LinePlaySchema, "Where the best choice leads.")
    solved = required.flag("As the account remembers it; null where none asks.", none=True)


class SolvedPuzzleSchema(Schema):
    """A puzzle that was solved."""

    game_id = required.text()
    ply = required.whole(PLY)


class SolvedSchema(Schema):
    """The puzzles that an account has solved, the first one solved first."""

    solved = required.many(SolvedPuzzleSchema)
