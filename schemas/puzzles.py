"""Puzzles made from the mistakes of a game."""

from __future__ import annotations

from marshmallow import Schema, validate

from schemas.annotations import DONE, SEAT, LinePlaySchema
from schemas.fields import optional, required
from schemas.replays import TableSchema

LEVELS = ("easy", "middling", "hard")
LONGEST = 100
PLY = "The play; -18 for trumps that were named before play 18."


class PuzzlesAskedSchema(Schema):
    """A filter for puzzles."""

    game = optional.text("Of this game: `twenty`.", longest=LONGEST)
    player = optional.text("Mistakes of this player, by identifier.", longest=LONGEST)
    level = optional.one_of(LEVELS, "How hard.")
    start = optional.whole(0, 3000, "The number of analysed games to skip.", 0)


class SeatAskedSchema(Schema):
    """The player whose puzzles of a game are asked for."""

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
    solved = required.flag("By the account that asks; null without an account.", none=True)


class PuzzlesSchema(Schema):
    """Puzzles, from the easiest to the hardest."""

    puzzles = required.many(ListedPuzzleSchema)


class PuzzlesPageSchema(PuzzlesSchema):
    """Puzzles of four games, from the easiest to the hardest."""

    next = required.text("The address of the next page; null: none.", none=True)


class PuzzleSchema(ListedPuzzleSchema):
    """A puzzle: what would you do?"""

    table = required.one(TableSchema, "As the player saw it.")
    options = required.many(required.text(DONE), "The options, in an order that hides the answer.")


class ChoiceWantedSchema(Schema):
    """The chosen option."""

    choice = required.text("One of the puzzle's `options`.", validate=validate.Length(1, LONGEST))


class PuzzleAnswerSchema(Schema):
    """What a choice can be expected to give away."""

    choice = required.text(DONE)
    loss = required.number("In points.")
    good = required.flag("Whether that is too little to be a mistake.")


class PuzzleJudgedSchema(Schema):
    """Whether a puzzle was solved, and why."""

    right = required.flag()
    loss = required.number("What the choice gives away, in points.")
    best = required.text(DONE)
    played = required.text("The choice in the game: the mistake.")
    answers = required.many(PuzzleAnswerSchema)
    line = required.many(LinePlaySchema, "Where the best choice leads.")
    solved = required.flag("From the account; null without an account.", none=True)


class SolvedPuzzleSchema(Schema):
    """A puzzle that was solved."""

    game_id = required.text()
    ply = required.whole(PLY)


class SolvedSchema(Schema):
    """The puzzles that an account has solved, the first one solved first."""

    solved = required.many(SolvedPuzzleSchema)
